import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { type MapView, type PixelPoint, panView, zoomView } from './mercator.ts'

/** A press that moves less than this distance, in pixels, is a click. */
const dragThreshold = 4

/**
 * Pans the map by dragging with a mouse or pen. A click or tap centers the map there, and a double click zooms in.
 * A finger does not drag the map: it scrolls the page.
 */
export function useDrag(view: MapView, onMove: (view: MapView) => void) {
  const press = useRef<{ from: PixelPoint; view: MapView; moved: boolean } | null>(null)
  const isPin = ({ target }: { target: EventTarget }) => (target as Element).closest('a') !== null
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      press.current = { from: { x: event.clientX, y: event.clientY }, view, moved: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = press
      if (!current || event.pointerType === 'touch') return
      const [x, y] = [current.from.x - event.clientX, current.from.y - event.clientY]
      if (!current.moved && Math.hypot(x, y) < dragThreshold) return
      // The map then receives the pointer's events, even when the pointer leaves the map.
      if (!current.moved) event.currentTarget.setPointerCapture(event.pointerId)
      current.moved = true
      onMove(panView(current.view, { x, y }))
    },
    onPointerCancel() {
      press.current = null
    },
    onClickCapture(event: MouseEvent<HTMLElement>) {
      const moved = press.current?.moved
      press.current = null
      // The click at the end of a drag must not open a pin's link.
      if (moved) event.preventDefault()
      if (moved || isPin(event) || event.detail > 1) return
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
      onMove(panView(view, { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }))
    },
    onDoubleClick(event: MouseEvent) {
      if (!isPin(event)) onMove(zoomView(view, 1))
    },
  }
}
