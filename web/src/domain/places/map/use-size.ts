import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { PixelPoint } from './mercator.ts'

/** Returns the current size of an element in pixels. Before the first measurement: the size on a small laptop. */
export function useSize(): { ref: RefObject<HTMLDivElement | null>; size: PixelPoint } {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<PixelPoint>({ x: 640, y: 352 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: x, clientHeight: y } = element
      if (x > 0 && y > 0) setSize((before) => (before.x === x && before.y === y ? before : { x, y }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, size }
}
