import { expect, test } from 'vitest'
import {
  fitView,
  metresPerPixel,
  offsetFromCenter,
  panView,
  project,
  roundLength,
  unproject,
  zoomLimits,
  zoomView,
} from './mercator.ts'

const heerlen = { lon: 5.9826, lat: 50.8868 }

test('projects a location into the same tile as tile servers do, and back to the location', () => {
  // The formula of tile servers has another form than the formula in `project`.
  const latitude = (heerlen.lat * Math.PI) / 180
  const row = ((1 - Math.log(Math.tan(latitude) + 1 / Math.cos(latitude)) / Math.PI) / 2) * 2 ** 14
  const { x, y } = project(heerlen, 14)
  expect(Math.floor(x / 256)).toBe(8464)
  expect(y / 256).toBeCloseTo(row, 6)
  const back = unproject(project(heerlen, 17), 17)
  expect(back.lon).toBeCloseTo(heerlen.lon, 9)
  expect(back.lat).toBeCloseTo(heerlen.lat, 9)
})

test('metresPerPixel gives the distance to a location one kilometre north', () => {
  const view = { ...heerlen, zoom: 15 }
  const north = offsetFromCenter({ ...heerlen, lat: heerlen.lat + 1000 / 111_319.5 }, view)
  expect(north.x).toBeCloseTo(0)
  expect(-north.y * metresPerPixel(view)).toBeCloseTo(1000, -1)
})

test('a view that is panned, and then panned back, is unchanged', () => {
  const view = { ...heerlen, zoom: 16 }
  const panned = panView(view, { x: 120, y: -80 })
  expect(panned.lon).toBeGreaterThan(view.lon)
  expect(panned.lat).toBeGreaterThan(view.lat)
  expect(panView(panned, { x: -120, y: 80 }).lat).toBeCloseTo(view.lat, 9)
})

test('zooming stops at the lowest and the highest zoom level', () => {
  const view = { ...heerlen, zoom: 16 }
  expect(zoomView(view, 9).zoom).toBe(zoomLimits.max)
  expect(zoomView(view, -20).zoom).toBe(zoomLimits.min)
})

test.each([
  [640, 352],
  [300, 352],
])('shows all locations on a map of %i by %i pixels at the highest possible zoom level', (width, height) => {
  const others = [
    { lon: 5.99, lat: 50.889 },
    { lon: 5.9801, lat: 50.8844 },
  ]
  const view = fitView(heerlen, others, { x: width, y: height })
  const fits = (zoom: number) =>
    others.every((other) => {
      const { x, y } = offsetFromCenter(other, { ...view, zoom })
      return Math.abs(x) <= width / 2 - 44 && Math.abs(y) <= height / 2 - 44
    })
  expect(fits(view.zoom)).toBe(true)
  expect(fits(view.zoom + 0.25)).toBe(false)
})

test('uses zoom level 17 when there are no other locations', () => {
  expect(fitView(heerlen, [], { x: 640, y: 352 })).toEqual({ ...heerlen, zoom: 17 })
})

test.each([
  [0.4, 1],
  [99, 50],
  [250, 200],
  [1000, 1000],
])('the largest round length within %d metres is %i', (metres, length) => {
  expect(roundLength(metres)).toBe(length)
})
