import { expect, test } from 'vitest'
import { honestCounts, playwrightCounts, summary, total, vitestCounts } from './counts.ts'

test('the last line of a test run names passed, failed and, only when there are any, skipped tests', () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summary({ passed: 11, failed: 1, skipped: 2 })).toBe('11 passed, 1 failed, 2 skipped')
})

test('the counts of several runners are added up', () => {
  const parts = [
    { passed: 1, failed: 2, skipped: 0 },
    { passed: 10, failed: 0, skipped: 3 },
  ]
  expect(total(parts)).toEqual({ passed: 11, failed: 2, skipped: 3 })
})

test('a test file that cannot be read counts as a failed test', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(vitestCounts(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('a journey that passes only at the second try has failed', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 } }
  expect(playwrightCounts(report)).toEqual({ passed: 4, failed: 2, skipped: 1 })
})

test('a runner that crashed, left no report or tested nothing counts as a failure', () => {
  expect(honestCounts({ passed: 5, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(honestCounts(undefined, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(honestCounts({ passed: 0, failed: 0, skipped: 4 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 4 })
})

test('a runner that ended well, or that counted its failures itself, is believed', () => {
  expect(honestCounts({ passed: 5, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 })
  expect(honestCounts({ passed: 5, failed: 2, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 0 })
})
