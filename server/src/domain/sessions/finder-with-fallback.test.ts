import { expect, test, vi } from 'vitest'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { taskLimits } from '../../platform/runtime/limits.ts'
import { finderWithFallback } from './finder-with-fallback.ts'

const id = crypto.randomUUID()
const employee = (name: string) => ({ name }) as SessionEmployee
const [ofLeader, ofReplica] = [employee('of the leader'), employee('of the replica')]
const reject = () => Promise.reject(new Error('no connection'))
const answerLate = (found: SessionEmployee | undefined) => () =>
  new Promise<typeof found>((resolve) => setTimeout(resolve, taskLimits.sessionOnLeader_ms + 200, found))

test.each([
  ['an employee', ofLeader],
  ['no employee', undefined],
])('returns %s of the leader without a call to the replica', async (_, found) => {
  const replica = vi.fn(async () => ofReplica)
  expect(await finderWithFallback(async () => found, replica)(id)).toBe(found)
  expect(replica).not.toHaveBeenCalled()
})

test.each([
  ['fails', reject],
  ['is late', answerLate(ofLeader)],
])('returns the employee of the replica when the leader %s', async (_, leader) => {
  const replica = vi.fn(async () => ofReplica)
  expect(await finderWithFallback(leader, replica)(id)).toBe(ofReplica)
  expect(replica).toHaveBeenCalledExactlyOnceWith(id)
})

test.each([
  ['has no employee', async () => undefined],
  ['fails', reject],
])('waits for a late leader when the replica %s', async (_, replica) => {
  expect(await finderWithFallback(answerLate(ofLeader), replica)(id)).toBe(ofLeader)
  expect(await finderWithFallback(answerLate(undefined), replica)(id)).toBeUndefined()
})

test('throws the error of the leader when the replica has no employee', async () => {
  await expect(finderWithFallback(reject, async () => undefined)(id)).rejects.toThrow('no connection')
})
