// The only file that runs on the machine's own Node (20 or newer), without packages. Installs missing packages, then
// runs the command on the Node version that is installed as a package.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const node = join(root, 'node_modules', 'node', 'bin', 'node')
const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)
const [verb = ''] = process.argv.slice(2)
/** These commands run the product, for an administrator. The others also need the tools of development. */
const runsProduct = ['start', 'loket'].includes(verb)

/** Returns the packages in a lock file, without the optional packages, which depend on the machine. */
function packages(lockFile) {
  const { packages } = JSON.parse(readFileSync(join(root, lockFile), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { optional, devOptional }]) => path.startsWith('node_modules/') && !optional && !devOptional)
    .map(([path, { version, integrity, dev }]) => ({ path, content: `${version} ${integrity}`, dev }))
}

/** Returns the packages that are missing or have another version; undefined when nothing is installed. */
function missingPackages() {
  // npm writes this second lock file at the end of an install, so its absence means an unfinished install.
  if (!existsSync(node) || !existsSync(join(root, 'node_modules', '.package-lock.json'))) return undefined
  const installed = new Map(packages('node_modules/.package-lock.json').map(({ path, content }) => [path, content]))
  return packages('package-lock.json').filter(({ path, content }) => installed.get(path) !== content)
}

// package.json uses `exec node …`, because a shell between npm and this process would not pass signals on.
let program
let forwardedAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl-C in a terminal arrives twice, directly and through npm. The program receives it once.
    if (Date.now() - forwardedAt < 500) return
    forwardedAt = Date.now()
    program.kill(signal)
  })
}

/** Ends the programs of a process group that are still running. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // The group has no more programs.
  }
}

/**
 * Runs a program in its own process group, so that it receives signals only from this process. It forwards them
 * to the programs that it starts. Returns its exit code.
 */
function run(command, args, options) {
  program = spawn(command, args, { cwd: root, detached: true, ...options })
  return new Promise((resolve, reject) => {
    program.on('error', reject)
    program.on('close', (code, signal) => {
      // A killed program cannot end the programs that it started, such as the server.
      if (forwardedAt > 0 || signal) endGroup(program.pid)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Installs the packages that this command needs. `tools`: only tools of development are missing. */
async function install(tools) {
  console.error(
    runsProduct
      ? 'Rd4 Loket: de pakketten worden geïnstalleerd. Dat duurt ongeveer een halve minuut, alleen de eerste keer.' +
          (verb === 'start' ? '\nDaarna: de schermen en de database.' : '')
      : 'Installing the packages. This takes about half a minute, only the first time …',
  )
  // `npm ci` empties node_modules, and `npm install` adds to it, so a portal that runs keeps its packages. With
  // NODE_ENV=production, npm would omit the tools.
  const command = tools
    ? ['install', '--no-save', '--include=dev']
    : ['ci', `--${runsProduct ? 'omit' : 'include'}=dev`]
  const options = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  // npm must not run on the packaged Node, because the install replaces that Node.
  const env = { ...process.env, PATH: path.join(delimiter) }
  const begin = Date.now()
  const seconds = () => Math.round((Date.now() - begin) / 1000)
  const waiting = setInterval(() => runsProduct && console.error(`… nog bezig (${seconds()} s)`), 10_000)
  const code = await run('npm', [...command, ...options], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  clearInterval(waiting)
  if (code === 0 && existsSync(node)) {
    if (runsProduct) console.error(`Klaar: de pakketten zijn geïnstalleerd (${seconds()} s).`)
    return
  }
  console.error(
    code === 0
      ? 'The install succeeded, but Node is missing. Are install scripts disabled (npm config get ignore-scripts)?'
      : `The install failed (npm ${command[0]}, exit code ${code}); see the output of npm above.`,
  )
  process.exit(code || 1)
}

/** Ends this process when the port of the portal is taken, before anything is installed, built or made. */
async function checkPort() {
  const file = join(root, '.env')
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const setting = (name) => process.env[name] || new RegExp(`^${name}=["']?([^"'\\s]+)`, 'm').exec(stored)?.[1]
  const port = Number(setting('PORT') ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return // The portal explains a wrong setting.
  const server = createServer().listen({ port, host: setting('HOST') ?? '127.0.0.1' })
  const error = await once(server, 'listening').catch((error) => error)
  server.close()
  if (error.code !== 'EADDRINUSE') return
  console.error(`Poort ${port} is al in gebruik. Kies een andere met PORT.`)
  process.exit(1)
}

if (verb === 'start' && !process.argv.includes('--help')) await checkPort()
const missing = missingPackages()
if (!missing) await install(false)
else if (missing.some(({ dev }) => !runsProduct || !dev)) await install(missing.every(({ dev }) => dev))

const env = { ...process.env, PATH: [bin, ...path].join(delimiter) }
// A later start reads the compiled modules from here. Without a portal, a cache would only make coverage less exact.
if (runsProduct || verb === 'dev') env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
// The IPC channel closes when this process ends, for any reason. The program then ends too.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
process.exit(await run(node, [join(root, 'scripts', 'verbs.ts'), ...process.argv.slice(2)], { env, stdio }))
