import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { slowness } from '../slowness.ts'
import { moment } from './screens/clock.ts'

/** How a server with demo data is started: its data directory, its settings and the flags of Node. */
type Product = { data_dir: string; settings: Record<string, string>; flags: string[] }

const root = join(import.meta.dirname, '..')
// These settings are cleared, so that the product under test has the embedded database on every machine.
const ignored = ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'HOST', 'JWT_SECRET', 'PUBLIC_URL', 'SMTP_URL']
const unset = Object.fromEntries(ignored.map((name) => [name, '']))
// The compile cache saves a third of the processor time of each start.
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compile')
const environmentOf = (settings: Record<string, string>) => ({
  ...process.env,
  ...unset,
  DEMO: 'off',
  NODE_COMPILE_CACHE,
  ...settings,
})

/** Waits until a server responds. Throws when the server exits, or after 60 s multiplied by the load of the machine. */
async function untilReady(url: string, server: ChildProcess) {
  const until = Date.now() + 60_000 * slowness()
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    if (server.exitCode !== null || Date.now() > until) throw new Error(`The server at ${url} did not start`)
    await setTimeout(100)
  }
}

/** Starts a server, and waits until it responds at a URL. Returns a function that stops it. */
async function startProcess(args: string[], env: NodeJS.ProcessEnv, url: string) {
  // The server exits when this process ends, even when this process is killed.
  const withParent = ['--import', './server/src/test/exit-with-parent.ts']
  const server = spawn(process.execPath, [...withParent, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await untilReady(url, server)
  return async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  }
}

/** Loads 20,000 addresses: the default of 130,000 takes longer and makes no difference. */
const loadDemo = ({ data_dir, settings, flags }: Product) =>
  promisify(execFile)(process.execPath, [...flags, 'server/src/cli/loket.ts', 'demo', '--addresses', '20000'], {
    cwd: root,
    env: environmentOf({ ...settings, DATA_DIR: data_dir }),
  })

// V8 then does not optimise the WebAssembly of the embedded engine, which saves a quarter of the processor time of a
// server in its first minutes.
const shortLived = ['--liftoff-only']

/** Starts the product on a port. Returns a function that stops it. */
const startServer = ({ data_dir, settings, flags }: Product, port: string) =>
  startProcess(
    [...flags, ...shortLived, 'server/src/main.ts'],
    environmentOf({ ...settings, DATA_DIR: data_dir, PORT: port }),
    `http://127.0.0.1:${port}/readyz`,
  )

const { E2E_FOLDER = '', JOURNEYS_DATA_DIR = '', JOURNEYS_PORT = '' } = process.env
const journeys: Product = {
  data_dir: join(E2E_FOLDER, 'journeys-demo'),
  // One journey opens the portal on another origin, which this server must accept.
  settings: { PUBLIC_URL: `http://127.0.0.1:${process.env.JOURNEYS_PORTAL_PORT}` },
  flags: [],
}

/** Starts the product of the journeys on a new copy of the demo data. Returns a function that stops it. */
export async function startJourneysProduct() {
  await rm(JOURNEYS_DATA_DIR, { recursive: true, force: true })
  await cp(journeys.data_dir, JOURNEYS_DATA_DIR, { recursive: true })
  return startServer({ ...journeys, data_dir: JOURNEYS_DATA_DIR }, JOURNEYS_PORT)
}

/** The data directory of a product that a journey starts. */
const copyDir = (name: string) => `${JOURNEYS_DATA_DIR}-${name}`

/** Starts a product on its own copy of the demo data. Returns its mail folder, and a function that stops it. */
async function startCopy(name: string, settings: Record<string, string>, port: string) {
  const data_dir = copyDir(name)
  await rm(data_dir, { recursive: true, force: true })
  await cp(journeys.data_dir, data_dir, { recursive: true })
  const stop = await startServer({ data_dir, settings, flags: [] }, port)
  return { mails: join(data_dir, 'mail'), stop }
}

const shiftedClock = ['--import', './e2e/screens/server-clock.ts']

/** Starts a product that requires second factors. It serves on localhost: passkeys do not work on an IP address. */
export const startFactorProduct = (port: string) => {
  const settings = { PUBLIC_URL: `http://localhost:${port}`, SECOND_FACTOR: 'administrator:0,bsgw_employee:14' }
  return startCopy('factor', settings, port)
}

/** Starts a product where the employees of Heerlen can log in at the provider of `startOpenidProvider`. */
export function startOrganisationProduct(port: string, issuer: string) {
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OIDC_PROVIDERS: 'heerlen',
    OIDC_HEERLEN_NAME: 'Gemeente Heerlen',
    OIDC_HEERLEN_ISSUER: issuer,
    OIDC_HEERLEN_CLIENT_ID: 'loket',
    OIDC_HEERLEN_CLIENT_SECRET: 'a secret of the provider',
    OIDC_HEERLEN_MUNICIPALITIES: 'Heerlen',
  }
  return startCopy('organisation', settings, port)
}

/**
 * Starts a real OpenID provider. `email_of`: the e-mail address of each account. Returns a function that stops it.
 */
export const startOpenidProvider = (port: string, portal: string, email_of: Record<string, string>) =>
  startProcess(
    ['server/src/test/openid/real-provider.ts'],
    { ...process.env, REAL_PROVIDER: JSON.stringify({ port: Number(port), portal, email_of }) },
    `http://localhost:${port}/.well-known/openid-configuration`,
  )

/** Starts the product of the screens on each port, with its own copy of the data. Returns functions that stop them. */
async function startScreens(ports: string[]) {
  const screens = {
    data_dir: join(E2E_FOLDER, 'screens'),
    settings: {
      CLOCK_SHIFT: String(moment.getTime() - Date.now()),
      // The tests open over a hundred pages in a few minutes, which exceeds the default limit of a client address.
      RATE_LIMIT: '10000',
    },
    flags: shiftedClock,
  }
  await loadDemo(screens)
  const copies = ports.map((port) => ({ port, data_dir: `${screens.data_dir}-${port}` }))
  for (const { data_dir } of copies) await cp(screens.data_dir, data_dir, { recursive: true })
  return Promise.all(copies.map(({ port, data_dir }) => startServer({ ...screens, data_dir }, port)))
}

/**
 * Loads the demo data of the chosen projects, and starts the products of the screens. Returns a function that stops the
 * products.
 */
export default async function startProducts() {
  const { E2E_PROJECTS = '', SCREENS_PORT = '', MUNICIPALITY_SCREENS_PORT = '' } = process.env
  const projects = E2E_PROJECTS.split(' ')
  const ports = [
    ...(projects.some((name) => !['journeys', 'municipality-screens'].includes(name)) ? [SCREENS_PORT] : []),
    ...(projects.includes('municipality-screens') ? [MUNICIPALITY_SCREENS_PORT] : []),
  ]
  const [stops] = await Promise.all([
    ports.length > 0 ? startScreens(ports) : [],
    projects.includes('journeys') && loadDemo(journeys),
  ])
  return () => Promise.all(stops.map((stop) => stop()))
}
