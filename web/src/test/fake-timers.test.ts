import { expect, onTestFinished, test, vi } from 'vitest'

test('animation frames run after a test that removed a focused element while timers were fake', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  expect(document.activeElement).toBe(button)
  button.remove()
  vi.useRealTimers()
  const frame = new Promise((resolve) => requestAnimationFrame(() => resolve('a frame')))
  const tooLate = new Promise((resolve) => setTimeout(() => resolve('no frame'), 1000))
  expect(await Promise.race([frame, tooLate])).toBe('a frame')
})
