// The only file that runs on the machine's own Node (20 or newer), without packages. Installs missing packages, then
// runs the command on the Node version that is installed as a package.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const node = join(root, 'node_modules', 'node', 'bin', 'node')
const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)

/** Returns the version of each package in a lock file, without the optional packages, which depend on the machine. */
function packages(lockFile) {
  const { packages } = JSON.parse(readFileSync(join(root, lockFile), 'utf8'))
  return new Map(
    Object.entries(packages)
      .filter(([path, { optional }]) => path.startsWith('node_modules/') && !optional)
      .map(([path, { version, integrity }]) => [path, `${version} ${integrity}`]),
  )
}

function isInstalled() {
  // npm writes this second lock file at the end of an install, so its absence means an unfinished install.
  if (!existsSync(node) || !existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const installed = packages('node_modules/.package-lock.json')
  return [...packages('package-lock.json')].every(([path, version]) => installed.get(path) === version)
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

async function install() {
  console.error('Installing the packages. This takes about half a minute, only the first time …')
  // With NODE_ENV=production, npm would omit the programs that build the portal.
  const options = ['--include=dev', '--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  // npm must not run on the packaged Node, because the install replaces that Node.
  const env = { ...process.env, PATH: path.join(delimiter) }
  const code = await run('npm', ['ci', ...options], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (code === 0 && existsSync(node)) return
  console.error(
    code === 0
      ? 'The install succeeded, but Node is missing. Are install scripts disabled (npm config get ignore-scripts)?'
      : `The install failed (npm ci, exit code ${code}); see the output of npm above.`,
  )
  process.exit(code || 1)
}

if (!isInstalled()) await install()

const env = { ...process.env, PATH: [bin, ...path].join(delimiter) }
// The IPC channel closes when this process ends, for any reason. The program then ends too.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
process.exit(await run(node, [join(root, 'scripts', 'verbs.ts'), ...process.argv.slice(2)], { env, stdio }))
