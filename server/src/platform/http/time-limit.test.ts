import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOutage } from './errors.ts'
import { inTime } from './time-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const replyAfter = (elapsedTime: number) => ({ elapsedTime }) as FastifyReply

/**
 * Starts work that never ends, `elapsed_ms` after the arrival of a call. Returns the time in ms from the start of the
 * work until the call is rejected.
 */
async function rejectedAfter(elapsed_ms: number) {
  const begin = Date.now()
  const error = inTime(replyAfter(elapsed_ms), new Promise(() => {})).catch((error) => error)
  await vi.runAllTimersAsync()
  expect(await error).toSatisfy(isOutage)
  return Date.now() - begin
}

test('rejects a call nine seconds after its arrival, but never within one second after its body arrived', async () => {
  expect(await rejectedAfter(0)).toBe(9000)
  expect(await rejectedAfter(2000)).toBe(7000)
  expect(await rejectedAfter(20_000)).toBe(1000)
})

test('returns the result or the error of work that ends in time, and clears its timer', async () => {
  expect(await inTime(replyAfter(0), Promise.resolve('done'))).toBe('done')
  await expect(inTime(replyAfter(0), Promise.reject(new Error('no')))).rejects.toThrow('no')
  await Promise.resolve()
  expect(vi.getTimerCount()).toBe(0)
})
