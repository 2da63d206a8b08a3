import { expect, test } from 'vitest'
import { placeOfLabel } from './ring-labels.ts'

const map = { middle: { x: 0, y: 0 }, size: { x: 500, y: 350 } }

test('the label of a ring stands on its top', () => {
  expect(placeOfLabel(80, { ...map, pins: [] })).toEqual({ x: 0, y: -80 })
})

test('the label of a ring stands beside a pin, not below it', () => {
  const pin = { x: 10, y: -75 }
  const place = placeOfLabel(80, { ...map, pins: [pin] })
  expect(Math.hypot(place?.x ?? 0, place?.y ?? 0)).toBeCloseTo(80)
  expect(Math.abs((place?.x ?? 0) - pin.x) > 18 + 24 || (place?.y ?? 0) > pin.y + 8).toBe(true)
})

test('the label of a ring that reaches beyond the map stands where the ring is seen', () => {
  const place = placeOfLabel(220, { ...map, pins: [] })
  expect(Math.abs(place?.y ?? 0)).toBeLessThan(350 / 2)
  expect(Math.abs(place?.x ?? 0)).toBeLessThan(500 / 2)
})

test('a ring that is nowhere free, or out of sight, has no label', () => {
  const pins = Array.from({ length: 72 }, (_, turn) => ({
    x: 60 * Math.sin((turn * Math.PI) / 36),
    y: 14 - 60 * Math.cos((turn * Math.PI) / 36),
  }))
  expect(placeOfLabel(60, { ...map, pins })).toBeUndefined()
  expect(placeOfLabel(900, { ...map, pins: [] })).toBeUndefined()
})
