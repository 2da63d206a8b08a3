// The one file that runs on the machine's own Node (20 or newer). It installs what is missing and then hands the verb to
// the Node that comes with the packages. It uses nothing but Node itself.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const node = join(root, 'node_modules', 'node', 'bin', 'node')
const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)

/** Every package of a lock file with the version it stands for; packages for other machines are optional and left out. */
function packages(lockFile) {
  const { packages } = JSON.parse(readFileSync(join(root, lockFile), 'utf8'))
  return new Map(
    Object.entries(packages)
      .filter(([place, { optional }]) => place.startsWith('node_modules/') && !optional)
      .map(([place, { version, integrity }]) => [place, `${version} ${integrity}`]),
  )
}

function isInstalled() {
  // npm writes this second lock file when an install is complete, so half an install counts as none.
  if (!existsSync(node) || !existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const installed = packages('node_modules/.package-lock.json')
  return [...packages('package-lock.json')].every(([place, version]) => installed.get(place) === version)
}

// package.json says `exec node …`, so that no shell stands between npm and us and keeps its signals to itself.
let program
let passedOnAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal's Ctrl-C arrives here twice, directly and through npm; the program hears it once.
    if (Date.now() - passedOnAt < 500) return
    passedOnAt = Date.now()
    process.kill(-program.pid, signal)
  })
}

/** Runs a program to its end, in a process group of its own so that signals reach it through us alone. */
function run(command, args, options) {
  program = spawn(command, args, { cwd: root, detached: true, ...options })
  return new Promise((resolve, reject) => {
    program.on('error', reject)
    program.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

async function install() {
  console.error('Installing the packages this needs; that takes about half a minute, and only the first time …')
  const options = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  // npm itself must not run on the Node that it is about to replace.
  const env = { ...process.env, PATH: path.join(delimiter) }
  const code = await run('npm', ['ci', ...options], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (code === 0 && existsSync(node)) return
  console.error(
    code === 0
      ? 'The install went well, but brought no Node: are install scripts switched off (npm config get ignore-scripts)?'
      : `The install failed (npm ci, exit code ${code}); what npm says stands above.`,
  )
  process.exit(code || 1)
}

if (!isInstalled()) await install()

const env = { ...process.env, PATH: [bin, ...path].join(delimiter) }
// The fourth channel tells the verb when this process is gone, however it went.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
process.exit(await run(node, [join(root, 'scripts', 'verbs.ts'), ...process.argv.slice(2)], { env, stdio }))
