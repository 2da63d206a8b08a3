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
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

type PlaywrightSuite = {
  /** Relative to the folder of the configuration. */
  file: string
  specs: {
    title: string
    ok: boolean
    /** One test per project, with one result per attempt. */
    tests: { status: string; results: { errors: { message: string }[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The part of Playwright's JSON report that is used. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/**
 * A test that ran: its file relative to the root folder, the titles of its groups and of itself, and its outcome. A
 * failed test has the first line of its error. A file that cannot be loaded is a failed test without a title.
 */
export type TestOutcome = { file: string; title: string; passed: boolean; error?: string }

/** Returns whether the title of a test names a requirement. `S2.10` does not name `S2.1`. */
export const namesRequirement = (title: string, id: string) =>
  new RegExp(`${id.replace('.', '\\.')}(?!\\d)`).test(title)

/** Returns the tests of a Vitest report that ran. */
export const vitestOutcomes = (report: VitestReport, folder: string): TestOutcome[] =>
  report.testResults.flatMap((result) => {
    const file = relative(folder, result.name)
    if (cannotBeLoaded(result)) return [{ file, title: '', passed: false, error: firstLine(result.message) }]
    return result.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        file,
        title: fullName,
        passed: status === 'passed',
        ...(status === 'failed' && { error: firstLine(failureMessages?.[0]) }),
      }))
  })

const cannotBeLoaded = ({ status, assertionResults }: VitestReport['testResults'][number]) =>
  status === 'failed' && assertionResults.length === 0

const firstLine = (message = '') => stripVTControlCharacters(message).split('\n')[0] ?? ''

/** Returns the tests of a Playwright report that ran. */
export const playwrightOutcomes = ({ suites }: Pick<PlaywrightReport, 'suites'>): TestOutcome[] =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map(({ title, ok, tests }) => ({
        file: `e2e/${file}`,
        title,
        passed: ok,
        ...(!ok && {
          error: firstLine(tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)[0]?.message),
        }),
      })),
    ...playwrightOutcomes({ suites: inner }),
  ])

/** Returns the counts of a Vitest report. A file that cannot be loaded counts as a failed test. */
export const vitestCounts = (report: VitestReport): TestCounts => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.testResults.filter(cannotBeLoaded).length,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** Returns the counts of a Playwright report. A flaky test, which passed at its second attempt, counts as passed. */
export const playwrightCounts = ({ stats }: Pick<PlaywrightReport, 'stats'>): TestCounts => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
})

/** Returns the titles of the tests that failed at the first attempt and passed at the second attempt. */
export const flakyTests = ({ suites }: Pick<PlaywrightReport, 'suites'>): string[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...flakyTests({ suites: inner }),
  ])

/** Returns the counts of a runner. A runner that crashed, or that ran no test, counts as a failure. */
export function checkedCounts(counts: TestCounts | undefined, exitCode: number): TestCounts {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const failedSilently = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: failedSilently ? 1 : failed, skipped }
}

/** Returns a line per failed test, with its file, title and error. They are printed at the end of a test run. */
export const failures = (outcomes: TestOutcome[]) =>
  outcomes
    .filter(({ passed }) => !passed)
    .map(({ file, title, error }) => `Failed: ${[file, title].filter(Boolean).join(' › ')}: ${error}`)

export const total = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
})

/** Returns the last line of a test run: `11 passed, 1 failed, 2 skipped`. */
export const summary = ({ passed, failed, skipped }: TestCounts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
