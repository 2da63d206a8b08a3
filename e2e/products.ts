import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { slowness } from '../scripts/slowness.ts'
import { moment } from './screens/clock.ts'

/** A product with demo data. A server runs on each port, with its own copy of the data. */
type Product = { data_dir: string; ports: string[]; settings: Record<string, string>; flags: string[] }

const root = join(import.meta.dirname, '..')
// These settings are cleared, so that the product under test has the embedded database on every machine.
const ignored = ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'HOST', 'JWT_SECRET', 'PUBLIC_URL', 'SMTP_URL']
const unset = Object.fromEntries(ignored.map((name) => [name, '']))
const environmentOf = (settings: Record<string, string>) => ({ ...process.env, ...unset, DEMO: 'off', ...settings })

/** Waits until a server responds. Throws when the server exits, or after 60 s multiplied by the load of the machine. */
async function untilReady(port: string, server: ChildProcess) {
  const until = Date.now() + 60_000 * slowness()
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    if (server.exitCode !== null || Date.now() > until) throw new Error(`The product on port ${port} did not start`)
    await setTimeout(100)
  }
}

/** Loads 20,000 addresses: the default of 130,000 takes longer and makes no difference. Then starts each server. */
async function startProduct({ data_dir, ports, settings, flags }: Product) {
  const folderOf = (at: number) => (at === 0 ? data_dir : `${data_dir}-${at + 1}`)
  const demo = [...flags, 'server/src/cli/loket.ts', 'demo', '--addresses', '20000']
  await promisify(execFile)(process.execPath, demo, {
    cwd: root,
    env: environmentOf({ ...settings, DATA_DIR: data_dir }),
  })
  for (const at of ports.keys()) if (at > 0) await cp(data_dir, folderOf(at), { recursive: true })
  return Promise.all(
    ports.map(async (port, at) => {
      // The server exits when this process ends, even when this process is killed.
      const withParent = ['--import', './server/src/test/exit-with-parent.ts']
      const server = spawn(process.execPath, [...withParent, ...flags, 'server/src/main.ts'], {
        cwd: root,
        env: environmentOf({ ...settings, DATA_DIR: folderOf(at), PORT: port }),
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      await untilReady(port, server)
      return server
    }),
  )
}

/** Starts the products that the chosen projects use, at the same time. Returns a function that stops them. */
export default async function startProducts() {
  const {
    E2E_PROJECTS = '',
    E2E_FOLDER = '',
    JOURNEYS_DATA_DIR = '',
    JOURNEYS_PORT = '',
    JOURNEYS_PORTAL_PORT,
    SCREENS_PORT = '',
    MUNICIPALITY_SCREENS_PORT = '',
  } = process.env
  const projects = E2E_PROJECTS.split(' ')
  const products: Product[] = []
  if (projects.includes('journeys'))
    products.push({
      data_dir: JOURNEYS_DATA_DIR,
      ports: [JOURNEYS_PORT],
      // One journey opens the portal on another origin, which this server must accept.
      settings: { PUBLIC_URL: `http://127.0.0.1:${JOURNEYS_PORTAL_PORT}` },
      flags: [],
    })
  if (projects.some((name) => name !== 'journeys'))
    products.push({
      data_dir: join(E2E_FOLDER, 'screens'),
      ports: [SCREENS_PORT, ...(projects.includes('municipality-screens') ? [MUNICIPALITY_SCREENS_PORT] : [])],
      settings: {
        CLOCK_SHIFT: String(moment.getTime() - Date.now()),
        // The tests open over a hundred pages in a few minutes, which exceeds the default limit of a client address.
        RATE_LIMIT: '10000',
      },
      flags: ['--import', './e2e/screens/server-clock.ts'],
    })
  const servers = (await Promise.all(products.map(startProduct))).flat()
  return () =>
    Promise.all(
      servers.map((server) => {
        const exited = once(server, 'exit')
        server.kill('SIGTERM')
        return exited
      }),
    )
}
