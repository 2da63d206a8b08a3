import { expect, test } from 'vitest'
import { tilesFor } from './MapMeasures.tsx'

const heerlen = { lon: 5.9826, lat: 50.8868 }

test.each([15, 15.25, 15.5, 15.75])(
  'the tiles at zoom level %d cover the map, and no tile is outside the map',
  (zoom) => {
    const size = { x: 640, y: 352 }
    const tiles = tilesFor({ ...heerlen, zoom }, size)
    const { side } = tiles[0] ?? { side: 0 }
    expect(side).toBeGreaterThan(180)
    expect(side).toBeLessThan(363)
    for (const { left, top } of tiles) {
      expect(left).toBeLessThanOrEqual(size.x / 2)
      expect(left + side).toBeGreaterThanOrEqual(-size.x / 2)
      expect(top).toBeLessThanOrEqual(size.y / 2)
      expect(top + side).toBeGreaterThanOrEqual(-size.y / 2)
    }
    const edges = (from: number[], half: number) => {
      expect(Math.min(...from)).toBeLessThanOrEqual(-half)
      expect(Math.max(...from) + side).toBeGreaterThanOrEqual(half)
      const sorted = [...new Set(from.map((edge) => Math.round(edge / side - (from[0] ?? 0) / side)))].sort(
        (a, b) => a - b,
      )
      expect(sorted).toEqual(Array.from(sorted, (_, index) => (sorted[0] ?? 0) + index))
    }
    edges(
      tiles.map(({ left }) => left),
      size.x / 2,
    )
    edges(
      tiles.map(({ top }) => top),
      size.y / 2,
    )
  },
)

test('requests only tile numbers that exist when the map reaches the edge of the world', () => {
  const tiles = tilesFor({ lon: -179.9, lat: 84.9, zoom: 8 }, { x: 1000, y: 1000 })
  expect(tiles.every(({ column, row }) => column >= 0 && row >= 0 && column < 256 && row < 256)).toBe(true)
})
