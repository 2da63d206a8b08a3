import { expect, test, vi } from 'vitest'
import { taskLimits } from '../runtime/limits.ts'
import { leaderFirst } from './leader-first.ts'

const reject = () => Promise.reject(new Error('no connection'))
const returnLate = (result: string | undefined) => () =>
  new Promise<string | undefined>((resolve) => setTimeout(resolve, taskLimits.leader_ms + 200, result))

test.each(['of the leader', undefined])('returns %s without a call to the replica', async (result) => {
  const replica = vi.fn(async () => 'of the replica')
  expect(await leaderFirst(async () => result, replica)).toBe(result)
  expect(replica).not.toHaveBeenCalled()
})

test.each([
  ['fails', reject],
  ['is late', returnLate('of the leader')],
])('returns the result of the replica when the leader %s', async (_, leader) => {
  const replica = vi.fn(async () => 'of the replica')
  expect(await leaderFirst(leader, replica)).toBe('of the replica')
  expect(replica).toHaveBeenCalledOnce()
})

test.each([
  ['returns undefined', async () => undefined],
  ['fails', reject],
])('waits for a late leader when the replica %s', async (_, replica) => {
  expect(await leaderFirst(returnLate('of the leader'), replica)).toBe('of the leader')
  expect(await leaderFirst(returnLate(undefined), replica)).toBeUndefined()
})

test('throws the error of the leader when the replica returns undefined', async () => {
  await expect(leaderFirst(reject, async () => undefined)).rejects.toThrow('no connection')
})
