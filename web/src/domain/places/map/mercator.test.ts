import { expect, test } from 'vitest'
import {
  fromMiddle,
  metresPerPixel,
  movedBy,
  project,
  roundLength,
  unproject,
  viewAround,
  zoomedBy,
  zooms,
} from './mercator.ts'

const heerlen = { lon: 5.9826, lat: 50.8868 }

test('a place lies in the tile in which tile servers draw it, and is found back there', () => {
  // By the formula that tile servers publish, which is another one than ours.
  const latitude = (heerlen.lat * Math.PI) / 180
  const row = ((1 - Math.log(Math.tan(latitude) + 1 / Math.cos(latitude)) / Math.PI) / 2) * 2 ** 14
  const { x, y } = project(heerlen, 14)
  expect(Math.floor(x / 256)).toBe(8464)
  expect(y / 256).toBeCloseTo(row, 6)
  const back = unproject(project(heerlen, 17), 17)
  expect(back.lon).toBeCloseTo(heerlen.lon, 9)
  expect(back.lat).toBeCloseTo(heerlen.lat, 9)
})

test('a pixel stands for its metres: a kilometre north is as many pixels as the scale says', () => {
  const view = { ...heerlen, zoom: 15 }
  const north = fromMiddle({ ...heerlen, lat: heerlen.lat + 1000 / 111_319.5 }, view)
  expect(north.x).toBeCloseTo(0)
  expect(-north.y * metresPerPixel(view)).toBeCloseTo(1000, -1)
})

test('a view that is moved there and back is where it was, and no zoom goes beyond the ends', () => {
  const view = { ...heerlen, zoom: 16 }
  const moved = movedBy(view, { x: 120, y: -80 })
  expect(moved.lon).toBeGreaterThan(view.lon)
  expect(moved.lat).toBeGreaterThan(view.lat)
  expect(movedBy(moved, { x: -120, y: 80 }).lat).toBeCloseTo(view.lat, 9)
  expect(zoomedBy(view, 9).zoom).toBe(zooms.most)
  expect(zoomedBy(view, -20).zoom).toBe(zooms.least)
})

test.each([
  [640, 352],
  [300, 352],
])('all that is to be seen fits in %i by %i pixels, and no nearer view would do', (width, height) => {
  const others = [
    { lon: 5.99, lat: 50.889 },
    { lon: 5.9801, lat: 50.8844 },
  ]
  const view = viewAround(heerlen, others, { x: width, y: height })
  const fits = (zoom: number) =>
    others.every((other) => {
      const { x, y } = fromMiddle(other, { ...view, zoom })
      return Math.abs(x) <= width / 2 - 44 && Math.abs(y) <= height / 2 - 44
    })
  expect(fits(view.zoom)).toBe(true)
  expect(fits(view.zoom + 0.25)).toBe(false)
})

test('a place alone is shown with its street around it', () => {
  expect(viewAround(heerlen, [], { x: 640, y: 352 })).toEqual({ ...heerlen, zoom: 17 })
})

test.each([
  [0.4, 1],
  [99, 50],
  [250, 200],
  [1000, 1000],
])('of %d metres the longest round length is %i', (metres, length) => {
  expect(roundLength(metres)).toBe(length)
})
