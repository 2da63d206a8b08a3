import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './checks.ts'
import {
  type Ended,
  exitCode,
  type PartResult,
  type PlaywrightReport,
  playwrightResult,
  summary,
  type VitestReport,
  vitestResult,
} from './counts.ts'
import { buildPortal } from './portal.ts'
import { root, run } from './run.ts'

const vitestParts = ['contract', 'server', 'web', 'scripts', 'faults', 'postgres']
/** The projects of Playwright in each part. */
export const browserParts = { screens: 'screens municipality-screens', e2e: 'journeys' }
const parts = ['check', ...vitestParts, ...Object.keys(browserParts)]

// Tests that start many programs or databases. They depend on nearly every file of the server.
const slowFolders = ['server/src/backup', 'server/src/platform/database/embedded', 'server/demo']

/** Returns the slow folders without uncommitted changes. */
async function unchangedSlowFolders() {
  const { output } = await run('git', ['status', '--porcelain', '--untracked-files=all'], { quiet: true })
  return slowFolders.filter((folder) => !output.includes(` ${folder}/`))
}

/**
 * Runs the checks and all tests. With `--only`, runs one part. With `--changed`, runs the checks and the tests that
 * depend on files with uncommitted changes, without the slow folders in which nothing changed. Passes other arguments
 * to the test runners. Returns the exit code.
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

  const results: PartResult[] = []
  if (includes('check')) results.push(await runChecks())
  if (changed) {
    const engines = process.env['TEST_DATABASE_URL'] ? ['server', 'postgres'] : ['server']
    const projects = ['contract', ...engines, 'web', 'scripts'].map((name) => `--project=${name}`)
    const env = { SKIPPED_TESTS: (await unchangedSlowFolders()).map((folder) => `${folder}/**`).join(' ') }
    const ended = await runVitest([...projects, '--changed', '--passWithNoTests', ...positionals], env)
    // No test depends on the changed files.
    const isEmpty = ended.code === 0 && ended.report?.numPassedTests === 0
    return finish(isEmpty ? results : [...results, vitestResult(ended, root)])
  }
  if (includes(...vitestParts)) {
    console.log('\nTests')
    results.push(vitestResult(await runVitest([...(only ? [`--project=${only}`] : []), ...positionals]), root))
  }
  if (includes('e2e', 'screens')) {
    console.log('\nJourneys, and every screen in every state, in a real browser')
    const projects = only ? browserParts[only as keyof typeof browserParts] : Object.values(browserParts).join(' ')
    results.push(playwrightResult(await runPlaywright(projects, positionals)))
  }
  if (only || positionals.length > 0) return finish(results)
  return finish([...results, await proveRequirements(results)])
}

/** Checks that each requirement is in the title of a test that passed. */
async function proveRequirements(results: PartResult[]) {
  const outcomes = results.flatMap((result) => result.outcomes)
  const ended = await withTemporaryFolder((folder) => {
    const file = join(folder, 'outcomes.json')
    writeFileSync(file, JSON.stringify(outcomes))
    return runVitest(['--project=requirements'], { TEST_OUTCOMES: file })
  })
  return vitestResult(ended, root)
}

/** Prints the last lines of a run. Returns its exit code. */
export function finish(results: PartResult[]) {
  console.log(['', ...summary(results)].join('\n'))
  return exitCode(results)
}

/** Runs the journeys in a real browser. Returns the exit code. */
export const runJourneys = async (args: string[]) => (await runPlaywright('journeys', args)).code

/**
 * Checks every screen in every state and condition in a real browser, and saves pictures in `screenshots/`. With
 * `--readme`, takes the pictures of the README instead. Returns the exit code.
 */
export async function takeScreenshots(args: string[]) {
  const others = args.filter((arg) => arg !== '--readme')
  const project = args.includes('--readme') ? 'readme' : 'pictures'
  return (await runPlaywright(project, others)).code
}

/**
 * Runs Vitest, and runs it again when it crashed: Node 24.21 can end a process that frees WebAssembly code ('Check
 * failed: jit_page_->allocations_.erase'). The report is undefined when Vitest crashed twice.
 */
export async function runVitest(args: string[], env: NodeJS.ProcessEnv = {}) {
  const first = await attemptVitest(args, env)
  if (first.report) return first
  console.log('\nVitest crashed, and runs again')
  return attemptVitest(args, env)
}

const attemptVitest = (args: string[], env: NodeJS.ProcessEnv): Promise<Ended<VitestReport>> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--includeTaskLocation']
    // The compile cache halves the processor time in which a thread of a test starts.
    const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compile')
    const options = { env: { TMPDIR: folder, NODE_COMPILE_CACHE, ...env }, keepErrors: true }
    const { code, errorOutput } = await run('vitest', ['run', ...reporters, ...args], options)
    return { code, errorOutput, report: readReport(file) }
  })

/** Builds the portal and runs Playwright. The report is undefined when the portal cannot be built. */
export async function runPlaywright(
  projects: string,
  args: string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<Ended<PlaywrightReport>> {
  const built = await buildPortal()
  if (built !== 0) return { code: built, report: undefined, errorOutput: 'The portal cannot be built.' }
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, 'report.json')
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_FOLDER: folder, E2E_PROJECTS: projects, ...settings }
    const options = { env, keepErrors: true }
    const { code, errorOutput } = await run(
      'playwright',
      ['test', '-c', 'e2e', '--reporter=list,json', ...args],
      options,
    )
    return { code, errorOutput, report: readReport(file) }
  })
}

const memory = '/dev/shm'
/** The bytes that the files of a test run need at most. They are mostly databases. */
const neededBytes = 8 * 1024 ** 3

/** Returns whether the files of a test run fit in memory. A database of thousands of files is created faster there. */
function fitsInMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    // Some tests run programs that they write.
    const runsPrograms = !/^\S+ \/dev\/shm .*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))
    return runsPrograms && Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false
  }
}

/** Runs a task with a temporary folder, which is removed afterwards, also when this process is interrupted. */
async function withTemporaryFolder<PartResult>(task: (folder: string) => Promise<PartResult>) {
  const folder = mkdtempSync(join(fitsInMemory() ? memory : tmpdir(), 'rd4-loket-test-'))
  // PostgreSQL refuses root. A test that runs as root starts it as another user, who must be able to enter this folder.
  chmodSync(folder, 0o711)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await task(folder)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Returns the report, or undefined when the runner crashed before it was complete. */
function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
