import { useSyncExternalStore } from 'react'

/** The specification's names for the width of the window. */
export type Breakpoint = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

const widths: [Breakpoint, number][] = [
  ['xl', 1200],
  ['lg', 992],
  ['md', 768],
  ['sm', 576],
]
const settleDelay = 400

/** The name of a width in pixels. */
export const breakpointOf = (width: number): Breakpoint => widths.find(([, minWidth]) => width >= minWidth)?.[0] ?? 'xs'

let current = breakpointOf(window.innerWidth)
let subscribers = 0

/** Returns the breakpoint. Without subscribers it is measured now, because no resize has updated `current`. */
function read() {
  if (subscribers === 0) current = breakpointOf(window.innerWidth)
  return current
}

// The width changes in every frame of a resize. The breakpoint is updated after 400 ms without a change.
function subscribe(changed: () => void) {
  subscribers++
  let timer: ReturnType<typeof setTimeout>
  const measure = () => {
    current = breakpointOf(window.innerWidth)
    changed()
  }
  const onResize = () => {
    clearTimeout(timer)
    timer = setTimeout(measure, settleDelay)
  }
  window.addEventListener('resize', onResize)
  return () => {
    subscribers--
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}

/** The width of the window, updated after 400 ms without a change. Layout itself is CSS. */
export const useBreakpoint = () => useSyncExternalStore(subscribe, read)
