import { expect, test } from 'vitest'
import type { PixelPoint } from './mercator.ts'
import { spreadPins } from './spread-pins.ts'

const closest = (pins: PixelPoint[]) =>
  Math.min(
    ...pins.flatMap((one, at) => pins.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y))),
  )

test('leaves pins in place that are far enough apart', () => {
  const pins = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
  ]
  expect(spreadPins(pins, 40)).toEqual(pins)
})

test.each([
  ['at one place', Array.from({ length: 6 }, () => ({ x: 10, y: 10 }))],
  ['in a row', Array.from({ length: 6 }, (_, index) => ({ x: index * 12, y: index }))],
])('moves pins apart that are %s', (_, pins) => {
  const spread = spreadPins(pins, 40)
  expect(closest(spread)).toBeGreaterThanOrEqual(40)
  expect(Math.max(...spread.map(({ x, y }) => Math.hypot(x - 30, y - 10)))).toBeLessThan(140)
})
