import { expect, test } from 'vitest'
import {
  callLimits,
  intervals,
  maxCallsInFlight,
  poolSizes,
  queueLimits,
  requestLimits,
  stopLimits,
  taskLimits,
} from './limits.ts'

/** The whole shutdown with the default of DRAIN_SECONDS. */
const shutdown_ms = stopLimits.drain_s * 1000 + stopLimits.lastRequests_ms + stopLimits.afterDrain_ms

/** The time that a proxy waits for a response, and a supervisor for the exit of a process. */
const proxy_ms = 10_000

test.each([
  ['a statement', 'a silent database socket', callLimits.statement_ms, callLimits.databaseSilence_ms],
  ['a statement', 'the lifts of a correction', callLimits.statement_ms, taskLimits.selection_ms],
  ['the lifts of a correction', 'a silent database socket', taskLimits.selection_ms, callLimits.databaseSilence_ms],
  ['a free connection', 'a call', callLimits.connection_ms, callLimits.call_ms],
  ['a silent database socket', 'a call', callLimits.databaseSilence_ms, callLimits.call_ms],
  ['a call', 'an idle transaction', callLimits.call_ms, callLimits.idleTransaction_ms],
  ['a call', 'a whole request', callLimits.call_ms, requestLimits.wholeRequest_ms],
  ['a call', 'a shutdown', callLimits.call_ms, shutdown_ms],
  ['a call', 'a proxy', callLimits.call_ms, proxy_ms],
  ['the rest of a slow call', 'a call', callLimits.minimumCall_ms, callLimits.call_ms],
  ['a check of the replica', 'a free connection', taskLimits.replicaCheck_ms, callLimits.connection_ms],
  ['two checks of the connection for changes', 'its silence', 2 * intervals.changesCheck_ms, taskLimits.changes_ms],
  ['the silence of the connection for changes', 'a statement', taskLimits.changes_ms, callLimits.statement_ms],
  ['the wait for the leader', 'readiness', taskLimits.leader_ms, taskLimits.readiness_ms],
  ['readiness', 'a statement', taskLimits.readiness_ms, callLimits.statement_ms],
  ['a check of the logs', 'a call', taskLimits.logCheck_ms, callLimits.call_ms],
  ['the check of slow requests', 'a whole request', requestLimits.check_ms, requestLimits.wholeRequest_ms],
  ['a client that reads nothing', 'a whole file', requestLimits.fileSilence_ms, requestLimits.wholeFile_ms],
  ['a mail at shutdown', 'a shutdown', stopLimits.mail_ms, stopLimits.afterDrain_ms],
  ['connections at shutdown', 'a shutdown', stopLimits.connections_ms, stopLimits.afterDrain_ms],
  ['a shutdown', 'a supervisor', shutdown_ms, proxy_ms],
  ['a stopped command', 'a supervisor', stopLimits.command_ms, proxy_ms],
  ['a request for a password link', 'a call', taskLimits.minimumPasswordLink_ms, callLimits.call_ms],
  ['three steps of a mail', 'the claim of a mail', 3 * taskLimits.mailStep_ms, intervals.mailClaim_ms],
  ['the interval of mails', 'the retry of a mail', intervals.mail_ms, intervals.mailRetry_ms],
  ['the first retention', 'the interval of retention', intervals.firstRetention_ms, intervals.retention_ms],
])('the time limit of %s is below the time limit of %s', (_inner, _outer, inner_ms, outer_ms) => {
  expect(inner_ms).toBeGreaterThan(0)
  expect(inner_ms).toBeLessThan(outer_ms)
})

test.each(Object.entries(queueLimits))(
  'a call has time left after the longest wait in queue %s',
  (_, { timeout_ms }) => {
    expect(timeout_ms + callLimits.minimumCall_ms).toBeLessThan(callLimits.call_ms)
  },
)

test('the longest wait in the queue of accesses plus the limit of a statement is below the limit of a call', () => {
  expect(queueLimits.access.timeout_ms + callLimits.statement_ms).toBeLessThan(callLimits.call_ms)
})

test('accesses, list files and broad searches leave connections free for other calls', () => {
  expect(queueLimits.access.maxPerCaller).toBeLessThanOrEqual(poolSizes.everything / 2)
  expect(queueLimits.listFile.maxInTotal + queueLimits.broadSearch.maxInTotal).toBeLessThan(poolSizes.searches)
})

test('the limit of a queue per caller is at most its limit for all callers together', () => {
  for (const { maxPerCaller, ...limits } of Object.values(queueLimits))
    if ('maxInTotal' in limits) expect(maxPerCaller).toBeLessThanOrEqual(limits.maxInTotal)
  const { crowd, maxInTotal } = queueLimits.broadSearch
  expect(crowd.maxInTotal).toBeLessThan(maxInTotal)
  expect(queueLimits.broadSearch.maxInTotal).toBeLessThan(maxCallsInFlight)
})
