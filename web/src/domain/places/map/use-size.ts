import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from './mercator.ts'

/** The size of an element in pixels, and again when it changes; until it is known, that of a map on a small laptop. */
export function useSize(): { ref: RefObject<HTMLDivElement | null>; size: Point } {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Point>({ x: 640, y: 352 })
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
