import { expect, test } from 'vitest'
import {
  checkedCounts,
  failures,
  flakyTests,
  namesRequirement,
  playwrightCounts,
  playwrightOutcomes,
  summary,
  total,
  vitestCounts,
  vitestOutcomes,
} from './counts.ts'

test('the last line of a test run counts passed and failed tests, and any skipped tests', () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summary({ passed: 11, failed: 1, skipped: 2 })).toBe('11 passed, 1 failed, 2 skipped')
})

test('the total of several runners is the sum of their counts', () => {
  const parts = [
    { passed: 1, failed: 2, skipped: 0 },
    { passed: 10, failed: 0, skipped: 3 },
  ]
  expect(total(parts)).toEqual({ passed: 11, failed: 2, skipped: 3 })
})

test('a test file that cannot be loaded counts as a failed test', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: '/root/a',
        status: 'failed',
        message: '',
        assertionResults: [{ fullName: 'one', status: 'failed', failureMessages: ['Error: 1\n  at a.ts:3'] }],
      },
      { name: '/root/b', status: 'failed', message: 'Cannot find c.ts', assertionResults: [] },
    ],
  }
  expect(vitestCounts(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
  expect(failures(vitestOutcomes(report, '/root'))).toEqual([
    'Failed: a › one: Error: 1',
    'Failed: b: Cannot find c.ts',
  ])
})

test('a test that passed at its second attempt counts as passed, and is named', () => {
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [{ title: 'one', ok: true, tests: [{ status: 'expected', results: [] }] }],
        suites: [{ file: 'a.spec.ts', specs: [{ title: 'two', ok: true, tests: [{ status: 'flaky', results: [] }] }] }],
      },
    ],
  }
  expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 1, skipped: 1 })
  expect(flakyTests(report)).toEqual(['two'])
})

test('a runner that crashed, wrote no report or ran no test counts as one failed test', () => {
  expect(checkedCounts({ passed: 5, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(checkedCounts(undefined, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(checkedCounts({ passed: 0, failed: 0, skipped: 4 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 4 })
})

test('the counts of a runner are unchanged when it succeeds or reports failed tests', () => {
  expect(checkedCounts({ passed: 5, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 })
  expect(checkedCounts({ passed: 5, failed: 2, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 0 })
})

test('a title that names requirement S2.10 does not name requirement S2.1', () => {
  expect(namesRequirement('S1.1 S2.10 has fields', 'S2.10')).toBe(true)
  expect(namesRequirement('S1.1 S2.10 has fields', 'S2.1')).toBe(false)
})

test('the outcomes of a run omit skipped tests, and have the first line of an error', () => {
  const assertionResults = [
    { fullName: 'S1.1 group passes', status: 'passed', failureMessages: [] },
    { fullName: 'fails', status: 'failed', failureMessages: ['Error: 1\n  at a.ts:3'] },
    { fullName: 'S1.2 waits', status: 'skipped', failureMessages: [] },
  ]
  const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 }
  const testResults = [{ name: '/root/web/a.test.ts', status: 'failed', message: '', assertionResults }]
  expect(vitestOutcomes({ ...report, testResults }, '/root')).toEqual([
    { file: 'web/a.test.ts', title: 'S1.1 group passes', passed: true },
    { file: 'web/a.test.ts', title: 'fails', passed: false, error: 'Error: 1' },
  ])

  const attempts = [{ errors: [{ message: '\u001b[31mError: 2\u001b[39m\nCall log' }] }]
  const column = { title: 'S2.7 column', ok: false, tests: [{ status: 'unexpected', results: attempts }] }
  const inner = { file: 'a.spec.ts', specs: [column] }
  const specs = [{ title: 'S2.8 spinner', ok: true, tests: [{ status: 'skipped', results: [] }] }]
  expect(playwrightOutcomes({ suites: [{ file: 'a.spec.ts', specs, suites: [inner] }] })).toEqual([
    { file: 'e2e/a.spec.ts', title: 'S2.7 column', passed: false, error: 'Error: 2' },
  ])
})
