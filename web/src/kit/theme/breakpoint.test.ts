import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { breakpointOf, useBreakpoint } from './breakpoint.ts'

afterEach(() => vi.useRealTimers())

test.each([
  [320, 'xs'],
  [575, 'xs'],
  [576, 'sm'],
  [767, 'sm'],
  [768, 'md'],
  [991, 'md'],
  [992, 'lg'],
  [1199, 'lg'],
  [1200, 'xl'],
  [1920, 'xl'],
])('S4.10 S9.5 a width of %i px has the breakpoint %s', (width, name) => {
  expect(breakpointOf(width)).toBe(name)
})

test('S4.10 updates the breakpoint once the window width is unchanged for 400 ms', () => {
  vi.useFakeTimers()
  window.innerWidth = 1280
  const { result } = renderHook(() => useBreakpoint())
  const resize = (width: number) => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  }
  resize(500)
  act(() => vi.advanceTimersByTime(399))
  expect(result.current).toBe('xl')
  resize(800)
  act(() => vi.advanceTimersByTime(399))
  expect(result.current).toBe('xl')
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe('md')
})

test('a component has the right breakpoint in its first render when the window was resized before', () => {
  window.innerWidth = 1280
  renderHook(() => useBreakpoint()).unmount()
  window.innerWidth = 360
  const rendered: string[] = []
  renderHook(() => rendered.push(useBreakpoint()))
  expect(rendered).toEqual(['xs'])
})
