/** The number of tests or checks per outcome. */
export type TestCounts = { passed: number; failed: number; skipped: number }

/** The part of Vitest's JSON report that is used. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** One per file. A file that cannot be loaded fails without tests. */
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** The part of Playwright's JSON report that is used. */
export type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** Returns the counts of a Vitest report. A file that cannot be loaded counts as a failed test. */
export const vitestCounts = (report: VitestReport): TestCounts => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** Returns the counts of a Playwright report. A flaky test counts as failed. */
export const playwrightCounts = ({ stats }: PlaywrightReport): TestCounts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** Returns the counts of a runner. A runner that crashed, or that ran no test, counts as a failure. */
export function checkedCounts(counts: TestCounts | undefined, exitCode: number): TestCounts {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const failedSilently = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: failedSilently ? 1 : failed, skipped }
}

export const total = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
})

/** Returns the last line of a test run. */
export const summary = ({ passed, failed, skipped }: TestCounts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
