import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock of events, so that a busy machine does not change the time between two key presses. Returns a
 * function that moves this clock forward by a number of ms.
 */
export function stopEventClock() {
  let now = 1000
  const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (ms: number) => {
    now += ms
  }
}
