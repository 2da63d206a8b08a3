/** How many tests, or checks, ended in which way. */
export type Counts = { passed: number; failed: number; skipped: number }

/** What we read of Vitest's JSON report. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** One for each file; a file that could not be read has failed without a single test. */
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** What we read of Playwright's JSON report. */
export type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** The counts of a Vitest report. */
export const vitestCounts = (report: VitestReport): Counts => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** The counts of a Playwright report; a test that passed only when tried again has failed. */
export const playwrightCounts = ({ stats }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** The counts of a runner, where one that crashed or tested nothing counts as a failure of its own. */
export function honestCounts(counts: Counts | undefined, exitCode: number): Counts {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const failedSilently = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: failedSilently ? 1 : failed, skipped }
}

/** Several counts as one. */
export const total = (all: Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
})

/** The sentence with which a test run ends. */
export const summary = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
