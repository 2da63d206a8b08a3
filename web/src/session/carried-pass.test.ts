import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { carryToDesk, clearCarried, isDeskAwaited, takeCarried } from './carried-pass.ts'

afterEach(() => vi.useRealTimers())

/** Opens a pass desk. Returns the texts that it took, and a function that closes it. */
function openDesk() {
  const taken: string[] = []
  const close = takeCarried((typed) => taken.push(typed))
  onTestFinished(close)
  return { taken, close }
}

test('a pass goes to the open desk, or with what follows it to the next desk that opens within 30 seconds', () => {
  vi.useFakeTimers()
  const first = openDesk()
  carryToDesk('1')
  expect(first.taken).toEqual(['1'])
  first.close()
  carryToDesk('2')
  expect(isDeskAwaited()).toBe(true)
  vi.advanceTimersByTime(20_000)
  carryToDesk('3')
  vi.advanceTimersByTime(29_999)
  const second = openDesk()
  expect(second.taken).toEqual(['2', '3'])
  expect(isDeskAwaited()).toBe(false)
  second.close()
  expect(openDesk().taken).toEqual([])
})

test.each([
  ['after 30 seconds', () => vi.advanceTimersByTime(30_000)],
  ['at logout', clearCarried],
])('a pass that no desk took is discarded %s', (_, discard) => {
  vi.useFakeTimers()
  carryToDesk('1')
  discard()
  expect(openDesk().taken).toEqual([])
})
