import { expect, test } from 'vitest'
import { findLabelPoint } from './MapMeasures.tsx'

const map = { middle: { x: 0, y: 0 }, size: { x: 500, y: 350 } }

test('puts the label of a ring at its top when nothing covers that point', () => {
  expect(findLabelPoint(80, { ...map, pins: [] })).toEqual({ x: 0, y: -80 })
})

test('puts the label of a ring beside a pin that covers the top', () => {
  const pin = { x: 10, y: -75 }
  const point = findLabelPoint(80, { ...map, pins: [pin] })
  expect(Math.hypot(point?.x ?? 0, point?.y ?? 0)).toBeCloseTo(80)
  expect(Math.abs((point?.x ?? 0) - pin.x) > 18 + 24 || (point?.y ?? 0) > pin.y + 8).toBe(true)
})

test('puts the label of a ring that is larger than the map on a visible part of the ring', () => {
  const point = findLabelPoint(220, { ...map, pins: [] })
  expect(Math.abs(point?.y ?? 0)).toBeLessThan(350 / 2)
  expect(Math.abs(point?.x ?? 0)).toBeLessThan(500 / 2)
})

test('finds no point for the label of a ring that is covered everywhere or not visible', () => {
  const pins = Array.from({ length: 72 }, (_, step) => ({
    x: 60 * Math.sin((step * Math.PI) / 36),
    y: 14 - 60 * Math.cos((step * Math.PI) / 36),
  }))
  expect(findLabelPoint(60, { ...map, pins })).toBeUndefined()
  expect(findLabelPoint(900, { ...map, pins: [] })).toBeUndefined()
})
