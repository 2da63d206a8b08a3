import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './checks.ts'
import {
  type Counts,
  honestCounts,
  type PlaywrightReport,
  playwrightCounts,
  summary,
  total,
  type VitestReport,
  vitestCounts,
} from './counts.ts'
import { buildPortal } from './portal.ts'
import { run } from './run.ts'

const projects = ['contract', 'server', 'web', 'scripts']

/** Runs everything, or `--only` one part of it; further arguments go to the test runners. Gives the exit code. */
export async function runTests(args: string[]) {
  const { values, positionals } = parseArgs({ args, options: { only: { type: 'string' } }, allowPositionals: true })
  const { only } = values
  const asked = (...parts: string[]) => only === undefined || parts.includes(only)
  const database = process.env.TEST_DATABASE_URL

  const counts: Counts[] = []
  if (asked('check')) counts.push(await runChecks())
  if (asked(...projects)) {
    console.log('\nTests, on the embedded engine')
    counts.push(await vitest([`--project=${only ?? '!faults'}`, ...positionals], undefined))
  }
  if (asked('faults')) {
    console.log('\nFaults, done to the server as it runs')
    counts.push(await vitest(['--project=faults', ...positionals], undefined))
  }
  if (asked('server') && database) {
    console.log('\nThe tests of the server, on a real PostgreSQL')
    counts.push(await vitest(['--project=server', ...positionals], database))
  }
  if (asked('e2e')) {
    console.log('\nJourneys, in a real browser')
    counts.push(await playwright(positionals))
  }
  if (asked('screens')) {
    console.log('\nEvery screen in every state, by the rules of accessibility')
    counts.push(await playwright(['--project=check', ...positionals], 'e2e/screens.config.ts'))
  }
  if (counts.length === 0) {
    console.error(`There is no part '${only}'; there are: check, ${projects.join(', ')}, faults, e2e, screens.`)
    return 2
  }
  const outcome = total(counts)
  console.log(`\n${summary(outcome)}`)
  return outcome.failed === 0 ? 0 : 1
}

/** Runs the journeys alone, in a real browser; gives the exit code. */
export const runJourneys = async (args: string[]) => ((await playwright(args)).failed === 0 ? 0 : 1)

/**
 * Looks at every screen in every state, in a real browser, and keeps pictures in `screenshots/`; with `--readme` it makes those
 * of the README anew instead. Gives the exit code.
 */
export async function takeScreenshots(args: string[]) {
  const forReadme = args.includes('--readme')
  const others = args.filter((arg) => arg !== '--readme')
  const project = `--project=${forReadme ? 'readme' : 'look'}`
  return (await playwright([project, ...others], 'e2e/screens.config.ts')).failed === 0 ? 0 : 1
}

async function vitest(args: string[], database: string | undefined) {
  const file = join(temporaryFolder(), 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', ['run', ...reporters, ...args], { env: { TEST_DATABASE_URL: database } })
  const report = readReport<VitestReport>(file)
  return honestCounts(report && vitestCounts(report), code)
}

async function playwright(args: string[], config = 'e2e') {
  const built = await buildPortal()
  if (built !== 0) return honestCounts(undefined, built)
  const scratch = temporaryFolder()
  const file = join(scratch, 'report.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, JOURNEYS_DATA_DIR: join(scratch, 'data') }
  const { code } = await run('playwright', ['test', '-c', config, '--reporter=list,json', ...args], { env })
  const report = readReport<PlaywrightReport>(file)
  return honestCounts(report && playwrightCounts(report), code)
}

/** A new temporary folder, gone when we are. */
function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // A runner that crashed leaves no report, or half of one.
    return undefined
  }
}
