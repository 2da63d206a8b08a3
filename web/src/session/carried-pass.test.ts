import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { carryPass, clearCarriedPass, takePasses } from './carried-pass.ts'

afterEach(() => vi.useRealTimers())

/** Opens a pass desk. Returns the numbers that it took, and a function that closes it. */
function openDesk() {
  const taken: string[] = []
  const close = takePasses((number) => taken.push(number))
  onTestFinished(close)
  return { taken, close }
}

test('a pass goes to the open desk, or once to the next desk that opens within 30 seconds', () => {
  vi.useFakeTimers()
  const first = openDesk()
  carryPass('1')
  expect(first.taken).toEqual(['1'])
  first.close()
  carryPass('2')
  vi.advanceTimersByTime(20_000)
  carryPass('3')
  vi.advanceTimersByTime(29_999)
  const second = openDesk()
  expect(second.taken).toEqual(['3'])
  second.close()
  expect(openDesk().taken).toEqual([])
})

test.each([
  ['after 30 seconds', () => vi.advanceTimersByTime(30_000)],
  ['at logout', clearCarriedPass],
])('a pass that no desk took is discarded %s', (_, discard) => {
  vi.useFakeTimers()
  carryPass('1')
  discard()
  expect(openDesk().taken).toEqual([])
})
