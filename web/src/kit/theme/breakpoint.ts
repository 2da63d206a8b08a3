import { useSyncExternalStore } from 'react'

/** The specification's names for how wide the window is. */
export type Breakpoint = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

const widths: [Breakpoint, number][] = [
  ['xl', 1200],
  ['lg', 992],
  ['md', 768],
  ['sm', 576],
]
const settled = 400

/** What a window of so many pixels is called. */
export const breakpointOf = (width: number): Breakpoint => widths.find(([, from]) => width >= from)?.[0] ?? 'xs'

let current = breakpointOf(window.innerWidth)

// A window that is being dragged resizes at every frame; the page follows when it stands still.
function subscribe(changed: () => void) {
  let timer: ReturnType<typeof setTimeout>
  const measure = () => {
    current = breakpointOf(window.innerWidth)
    changed()
  }
  const onResize = () => {
    clearTimeout(timer)
    timer = setTimeout(measure, settled)
  }
  measure()
  window.addEventListener('resize', onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}

/** How wide the window is, followed when it has not changed for 400 ms. Layout itself is CSS; this is for what a page begins with. */
export const useBreakpoint = () => useSyncExternalStore(subscribe, () => current)
