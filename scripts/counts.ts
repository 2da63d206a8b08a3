import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The number of passed, failed and skipped tests or checks. */
export type TestCounts = { passed: number; failed: number; skipped: number }

/** The part of Vitest's JSON report that is used. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** One result per test file; `name` is its absolute path. A file that cannot be loaded has failed without tests. */
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      fullName: string
      status: string
      failureMessages: string[] | null
      location?: SourcePosition | null
    }[]
  }[]
}

/** Where a test is defined in its file. The cases of one table of values have one position. */
type SourcePosition = { line: number; column: number }

type PlaywrightSuite = {
  /** Relative to the folder of the configuration. */
  file: string
  specs: {
    title: string
    ok: boolean
    /** The file that defines the test, which can be another file than the file of the suite. */
    file: string
    line: number
    column: number
    /** One test per project, with one result per attempt. */
    tests: { status: string; results: { errors: { message: string }[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The part of Playwright's JSON report that is used. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  /** Errors outside a test, such as those of a worker process that cannot stop. */
  errors: { message?: string }[]
}

/** How a runner ended: its exit code, its report if that is complete, and the end of its error output. */
export type Ended<Report> = { code: number; report: Report | undefined; errorOutput: string }

type TestEngine = 'Node' | 'PostgreSQL' | 'browser'

/**
 * A test that ran: its file relative to the root folder, the titles of its groups and of itself, its definition, and
 * its outcome. A failed test has the first line of its error. A file that fails outside its tests, because it cannot be
 * loaded or cannot clean up, is a failed test without a title, with the whole error.
 */
export type TestOutcome = {
  file: string
  title: string
  /** The position of its definition, which all cases of one table share. */
  definition: string
  engine: TestEngine
  passed: boolean
  error?: string
  /** Whether it failed at the first attempt and passed at the second. */
  isFlaky?: boolean
}

/** What a runner, or the checks, did. `problems`: why it failed, if that is not the failure of a test. */
export type PartResult = { counts: TestCounts; outcomes: TestOutcome[]; problems: string[] }

/** Returns whether the title of a test names a requirement. `S2.10` does not name `S2.1`. */
export const namesRequirement = (title: string, id: string) =>
  new RegExp(`${id.replace('.', '\\.')}(?!\\d)`).test(title)

const definitionOf = (file: string, position?: SourcePosition | null) =>
  position ? `${file}:${position.line}:${position.column}` : file

/** Returns the tests of a Vitest report that ran. The second time that a file ran, it ran on PostgreSQL. */
export function vitestOutcomes({ testResults }: Pick<VitestReport, 'testResults'>, folder: string): TestOutcome[] {
  const seen = new Set<string>()
  return testResults.flatMap((result) => {
    const file = relative(folder, result.name)
    const engine = seen.has(file) ? 'PostgreSQL' : 'Node'
    seen.add(file)
    const tests = result.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages, location }) => ({
        file,
        title: fullName,
        definition: definitionOf(file, location),
        engine,
        passed: status === 'passed',
        ...(status === 'failed' && { error: firstLine(failureMessages?.[0]) }),
      })) satisfies TestOutcome[]
    if (!failsOutsideTests(result)) return tests
    return [...tests, { file, title: '', definition: file, engine, passed: false, error: result.message }]
  })
}

/** Returns whether a file failed although none of its tests did: it cannot be loaded, or one of its hooks failed. */
const failsOutsideTests = ({ status, assertionResults }: VitestReport['testResults'][number]) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed')

const firstLine = (message = '') => stripVTControlCharacters(message).split('\n')[0] ?? ''

/** Returns the tests of a Playwright report that ran. */
export const playwrightOutcomes = ({ suites }: Pick<PlaywrightReport, 'suites'>): TestOutcome[] =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map(({ title, ok, tests, ...spec }) => ({
        file: `e2e/${file}`,
        title,
        definition: definitionOf(`e2e/${spec.file}`, spec),
        engine: 'browser' as const,
        passed: ok,
        ...(!ok && {
          error: firstLine(tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)[0]?.message),
        }),
        ...(tests.some(({ status }) => status === 'flaky') && { isFlaky: true }),
      })),
    ...playwrightOutcomes({ suites: inner }),
  ])

/** Returns what a run of Vitest did. A file that fails outside its tests counts as a failed test. */
export function vitestResult({ report, ...ended }: Ended<VitestReport>, folder: string): PartResult {
  const counts = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(failsOutsideTests).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return checked('Vitest', ended, counts, report ? vitestOutcomes(report, folder) : [])
}

/** Returns what a run of Playwright did. A flaky test counts as passed. */
export function playwrightResult({ report, code, errorOutput }: Ended<PlaywrightReport>): PartResult {
  const errors = [...(report?.errors ?? []).map(({ message = '' }) => message), errorOutput].join('\n')
  const counts = report && {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
  }
  return checked('Playwright', { code, errorOutput: errors }, counts, report ? playwrightOutcomes(report) : [])
}

/** A runner that failed while no test did, or that ran no test, counts as a failure with a reason. */
function checked(
  runner: string,
  { code, errorOutput }: Omit<Ended<unknown>, 'report'>,
  counts: TestCounts | undefined,
  outcomes: TestOutcome[],
): PartResult {
  if (counts && (counts.failed > 0 || (code === 0 && counts.passed > 0))) return { counts, outcomes, problems: [] }
  const isOnlyEmpty = counts && code === 0
  const end = counts ? 'although no test failed' : 'without a report'
  const problem = isOnlyEmpty ? `${runner} ran no test` : `${runner} ended with exit code ${code}, ${end}`
  const shown = errorOutput.trim()
  return {
    counts: { passed: 0, skipped: 0, ...counts, failed: 1 },
    outcomes,
    problems: [`Failed: ${problem}${shown && `. Its errors:\n${shown}`}`],
  }
}

/** Returns the last lines of a test run: what failed, what passed at its second attempt, and the counts. */
export function summary(results: PartResult[]) {
  const outcomes = results.flatMap((result) => result.outcomes)
  const failed = outcomes
    .filter(({ passed }) => !passed)
    .map(({ file, title, error }) => `Failed: ${[file, title].filter(Boolean).join(' › ')}: ${error}`)
  const flaky = outcomes.filter(({ isFlaky }) => isFlaky)
  const counts = totalOf(results)
  return [
    ...failed,
    ...results.flatMap(({ problems }) => problems),
    ...flaky.map(({ file, title }) => `Passed at the second attempt only: ${file} › ${title}`),
    ...(outcomes.length > 0 ? [`Tests: ${testSizes(outcomes)}`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} passed at the second attempt only`] : []),
    `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
  ]
}

/** Returns the exit code of a test run. */
export const exitCode = (results: PartResult[]) => (totalOf(results).failed === 0 ? 0 : 1)

/** Returns how many tests are defined, and how many cases of them ran on each engine. */
function testSizes(outcomes: TestOutcome[]) {
  const definitions = new Set(outcomes.map(({ definition }) => definition)).size
  const on = (engine: TestEngine) => outcomes.filter((outcome) => outcome.engine === engine).length
  const engines = `${on('Node')} in Node, ${on('PostgreSQL')} again on PostgreSQL, ${on('browser')} in a browser`
  return `${definitions} definitions, ${outcomes.length} cases (${engines})`
}

const totalOf = (results: PartResult[]): TestCounts => {
  const sum = (key: keyof TestCounts) => results.reduce((before, { counts }) => before + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
