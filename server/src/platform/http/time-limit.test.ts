import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOutage } from './errors.ts'
import { inTime } from './time-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const replyAfter = (elapsedTime: number) => ({ elapsedTime }) as FastifyReply

/** After how many milliseconds a part of a call is given up that never ends, begun so long after its call came. */
async function givenUpAfter(elapsed_ms: number) {
  const begin = Date.now()
  const error = inTime(replyAfter(elapsed_ms), new Promise(() => {})).catch((error) => error)
  await vi.runAllTimersAsync()
  expect(await error).toSatisfy(isOutage)
  return Date.now() - begin
}

test('gives a call up nine seconds after it came, and a second after a body that came in slowly', async () => {
  expect(await givenUpAfter(0)).toBe(9000)
  expect(await givenUpAfter(2000)).toBe(7000)
  expect(await givenUpAfter(20_000)).toBe(1000)
})

test('passes on what ends in time, rightly or wrongly, and leaves no timer behind', async () => {
  expect(await inTime(replyAfter(0), Promise.resolve('done'))).toBe('done')
  await expect(inTime(replyAfter(0), Promise.reject(new Error('no')))).rejects.toThrow('no')
  await Promise.resolve()
  expect(vi.getTimerCount()).toBe(0)
})
