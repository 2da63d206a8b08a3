import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { movedBy, type Point, type View, zoomedBy } from './mercator.ts'

/** So far the hand of a clicking person may move. */
const slack = 4

/**
 * Lets a mouse or a pen drag the map. Who cannot drag, or has a finger (which scrolls the page), taps what is to come to the
 * middle; a double click comes nearer.
 */
export function useDrag(view: View, onMove: (view: View) => void) {
  const held = useRef<{ from: Point; view: View; moved: boolean } | null>(null)
  const isPin = ({ target }: { target: EventTarget }) => (target as Element).closest('a') !== null
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      held.current = { from: { x: event.clientX, y: event.clientY }, view, moved: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = held
      if (!current || event.pointerType === 'touch') return
      const [x, y] = [current.from.x - event.clientX, current.from.y - event.clientY]
      if (!current.moved && Math.hypot(x, y) < slack) return
      // From here on the map follows the mouse, wherever it goes.
      if (!current.moved) event.currentTarget.setPointerCapture(event.pointerId)
      current.moved = true
      onMove(movedBy(current.view, { x, y }))
    },
    onPointerCancel() {
      held.current = null
    },
    onClickCapture(event: MouseEvent<HTMLElement>) {
      const moved = held.current?.moved
      held.current = null
      // The click that ends a drag opens no pin.
      if (moved) event.preventDefault()
      if (moved || isPin(event) || event.detail > 1) return
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
      onMove(movedBy(view, { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }))
    },
    onDoubleClick(event: MouseEvent) {
      if (!isPin(event)) onMove(zoomedBy(view, 1))
    },
  }
}
