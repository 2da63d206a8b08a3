import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accessDocument } from './access-document.ts'
import { runChecks } from './checks.ts'
import { plantFaults } from './plant-faults.ts'
import { buildPortal } from './portal.ts'
import { makeRelease } from './release.ts'
import { root, run, runFile } from './run.ts'
import { finish, runJourneys, runTests, takeScreenshots } from './tests.ts'

/** The commands of `npm run`. Each returns its exit code. */
const verbs: Record<string, (args: string[]) => Promise<number>> = {
  start: async (args) => (await buildPortal()) || runFile('server/src/main.ts', args),
  dev: () => together(['node', '--watch', 'server/src/main.ts'], ['vite', 'web']),
  check: async () => finish([await runChecks()]),
  test: (args) => runTests(args),
  e2e: (args) => runJourneys(args),
  screenshots: (args) => takeScreenshots(args),
  bench: (args) => runFile('bench/bench.ts', args),
  'bench:web': async (args) => (await buildPortal()) || runFile('bench/web/bench-web.ts', args),
  release: (args) => makeRelease(args),
  // The modules of the command start a database and a browser, so other commands do not load them.
  assure: async (args) => (await buildPortal()) || (await import('./assure/assure.ts')).assure(args),
  plant: (args) => plantFaults(args),
  mutate: (args) => runFile('scripts/mutation/mutate.ts', args),
  access: async () => {
    console.log(accessDocument())
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
