import { runChecks } from './checks.ts'
import { buildPortal } from './portal.ts'
import { root, run, runFile } from './run.ts'
import { runJourneys, runTests, takeScreenshots } from './tests.ts'

/** What `npm run <verb>` does; each gives the exit code. */
const verbs: Record<string, (args: string[]) => Promise<number>> = {
  start: async (args) => (await buildPortal()) || runFile('server/src/main.ts', args),
  dev: () => together(['node', '--watch', 'server/src/main.ts'], ['vite', 'web']),
  check: async () => ((await runChecks()).failed === 0 ? 0 : 1),
  test: (args) => runTests(args),
  e2e: (args) => runJourneys(args),
  screenshots: (args) => takeScreenshots(args),
  bench: (args) => runFile('bench/bench.ts', args),
  'bench:web': async (args) => (await buildPortal()) || runFile('bench/web/bench.ts', args),
  access: (args) => runFile('scripts/access.ts', args),
  // Short-lived rows by the million: a small young generation, and an old one with a limit in sight, keep memory flat.
  loket: (args) => runFile('server/src/cli/main.ts', args, ['--max-semi-space-size=4', '--max-old-space-size=1024']),
}

/** Runs programs side by side; when one ends, all do. */
async function together(...commands: [string, ...string[]][]) {
  const oneEnded = new AbortController()
  const ends = commands.map(([command, ...args]) => run(command, args, { signal: oneEnded.signal }))
  const { code } = await Promise.race(ends)
  oneEnded.abort()
  await Promise.all(ends)
  return code
}

// Whoever started us can be killed without a word; what runs here must not outlive it.
process.on('disconnect', () => process.kill(0, 'SIGTERM'))

const [name = '', ...args] = process.argv.slice(2)
const verb = verbs[name]
if (!verb) console.error(`There is no verb '${name}'; there are: ${Object.keys(verbs).join(', ')}.`)
process.chdir(root)
process.exit(verb ? await verb(args) : 2)
