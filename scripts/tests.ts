import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './checks.ts'
import {
  checkedCounts,
  type PlaywrightReport,
  playwrightCounts,
  summary,
  type TestCounts,
  total,
  type VitestReport,
  vitestCounts,
} from './counts.ts'
import { buildPortal } from './portal.ts'
import { run } from './run.ts'

const vitestParts = ['contract', 'server', 'web', 'scripts', 'faults', 'postgres']
const browserParts = { screens: 'screens municipality-screens', e2e: 'journeys' }
const parts = ['check', ...vitestParts, ...Object.keys(browserParts)]

/**
 * Runs the checks and all tests. With `--only`, runs one part. With `--changed`, runs the checks and the tests that
 * depend on files with uncommitted changes. Passes other arguments to the test runners. Returns the exit code.
 */
export async function runTests(args: string[]) {
  const options = { only: { type: 'string' }, changed: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { only, changed } = values
  if (only && !parts.includes(only)) {
    console.error(`There is no part '${only}'. Choose one of: ${parts.join(', ')}.`)
    return 2
  }
  const includes = (...names: string[]) => only === undefined || names.includes(only)

  const counts: TestCounts[] = []
  if (includes('check')) counts.push(await runChecks())
  if (changed) {
    const projects = ['contract', 'server', 'web', 'scripts'].map((name) => `--project=${name}`)
    counts.push(await vitest([...projects, '--changed', '--passWithNoTests', ...positionals], { isEmptyAllowed: true }))
    return report(counts)
  }
  if (includes(...vitestParts)) {
    console.log('\nTests')
    counts.push(await vitest([...(only ? [`--project=${only}`] : []), ...positionals]))
  }
  if (includes('e2e', 'screens')) {
    console.log('\nJourneys, and every screen in every state, in a real browser')
    const projects = only ? browserParts[only as keyof typeof browserParts] : Object.values(browserParts).join(' ')
    counts.push(await playwright(projects, positionals))
  }
  return report(counts)
}

/** Runs the journeys in a real browser. Returns the exit code. */
export const runJourneys = async (args: string[]) => ((await playwright('journeys', args)).failed === 0 ? 0 : 1)

/**
 * Checks every screen in every state and condition in a real browser, and saves pictures in `screenshots/`. With
 * `--readme`, takes the pictures of the README instead. Returns the exit code.
 */
export async function takeScreenshots(args: string[]) {
  const others = args.filter((arg) => arg !== '--readme')
  const project = args.includes('--readme') ? 'readme' : 'pictures'
  return (await playwright(project, others)).failed === 0 ? 0 : 1
}

function report(counts: TestCounts[]) {
  const outcome = total(counts)
  console.log(`\n${summary(outcome)}`)
  return outcome.failed === 0 ? 0 : 1
}

async function vitest(args: string[], { isEmptyAllowed = false } = {}) {
  const file = join(temporaryFolder(), 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', ['run', ...reporters, ...args])
  const counts = readReport<VitestReport>(file)
  if (isEmptyAllowed && code === 0 && !counts?.numPassedTests) return total([])
  return checkedCounts(counts && vitestCounts(counts), code)
}

async function playwright(projects: string, args: string[]) {
  const built = await buildPortal()
  if (built !== 0) return checkedCounts(undefined, built)
  const folder = temporaryFolder()
  const file = join(folder, 'report.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_FOLDER: folder, E2E_PROJECTS: projects }
  const { code } = await run('playwright', ['test', '-c', 'e2e', '--reporter=list,json', ...args], { env })
  const counts = readReport<PlaywrightReport>(file)
  return checkedCounts(counts && playwrightCounts(counts), code)
}

/** Creates a temporary folder, which is removed when this process exits. */
function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the report, or undefined when the runner crashed before it was complete. */
function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
