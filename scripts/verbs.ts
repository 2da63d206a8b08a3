import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runFile } from './run.ts'

const tests = () => import('./tests.ts')
const buildPortal = async () => (await import('./portal.ts')).buildPortal()

/**
 * The commands of `npm run`. Each returns its exit code. A command loads its own modules only, because `npm start` has
 * no packages of development, and must start soon.
 */
const verbs: Record<string, (args: string[]) => Promise<number>> = {
  // By default, V8 optimises the largest functions of the embedded database at once, although a start hardly uses them.
  // That took a fifth of the processor time of a start, and 600 MB. Functions that stay in use are optimised later.
  start: async (args) =>
    (await buildPortal()) || runFile('server/src/main.ts', args, ['--wasm-tiering-budget=1000000000']),
  dev: () => together(['node', '--watch', 'server/src/main.ts'], ['vite', 'web']),
  check: async () => (await tests()).finish([await (await import('./checks.ts')).runChecks()]),
  test: async (args) => (await tests()).runTests(args),
  e2e: async (args) => (await tests()).runJourneys(args),
  screenshots: async (args) => (await tests()).takeScreenshots(args),
  bench: (args) => runFile('bench/bench.ts', args),
  'bench:web': async (args) => (await buildPortal()) || runFile('bench/web/bench-web.ts', args),
  release: async (args) => (await import('./release.ts')).makeRelease(args),
  assure: async (args) => (await buildPortal()) || (await import('./assure/assure.ts')).assure(args),
  plant: async (args) => (await import('./plant-faults.ts')).plantFaults(args),
  mutate: (args) => runFile('scripts/mutation/mutate.ts', args),
  access: async () => {
    console.log((await import('./access-document.ts')).accessDocument())
    return 0
  },
  // Imports create millions of short-lived objects. Limits for the young and the old generation of the heap bound the
  // memory. A young generation of 4 MB would save 20 MB, but cost 8 % more CPU time.
  loket: (args) => runFile('server/src/cli/loket.ts', args, ['--max-semi-space-size=16', '--max-old-space-size=1024']),
}

/** Runs programs at the same time. When one program ends, stops the others. Returns the exit code of that program. */
async function together(...commands: [string, ...string[]][]) {
  const oneEnded = new AbortController()
  const ends = commands.map(([command, ...args]) => run(command, args, { signal: oneEnded.signal }))
  const { code } = await Promise.race(ends)
  oneEnded.abort()
  await Promise.all(ends)
  return code
}

// The parent process can be killed without a signal to us. The programs that we started must then end too.
process.on('disconnect', () => process.kill(0, 'SIGTERM'))

/**
 * Reads settings from the file .env in the root folder, if it exists. Environment variables override the file. The
 * program that starts reads the names in the file, to report misspelt settings.
 */
function readSettingsFile() {
  const file = join(root, '.env')
  if (!existsSync(file)) return
  process.loadEnvFile(file)
  process.env['LOKET_SETTINGS'] = file
}

const [name = '', ...args] = process.argv.slice(2)
const verb = verbs[name]
if (!verb) console.error(`There is no command '${name}'. Choose one of: ${Object.keys(verbs).join(', ')}.`)
process.chdir(root)
// The portal and the commands must use the same database. Tests use no settings of the installation.
if (['start', 'dev', 'loket'].includes(name)) readSettingsFile()
process.exit(verb ? await verb(args) : 2)
