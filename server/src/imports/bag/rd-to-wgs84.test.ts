import { expect, test } from 'vitest'
import { rdToWgs84 } from './rd-to-wgs84.ts'

// The coordinates of towers, as the authors of the formula publish them.
test.each([
  ['the Onze Lieve Vrouwetoren in Amersfoort', 155_000, 463_000, 52.1551744, 5.38720621],
  ['the Westertoren in Amsterdam', 120_700.723, 487_525.501, 52.37453253, 4.88352559],
  ['the Martinitoren in Groningen', 233_883.131, 582_065.167, 53.21938317, 6.56820053],
])('converts the RD coordinates of %s', (_, x, y, lat, lon) => {
  const converted = rdToWgs84(x, y)
  expect(converted.lat).toBeCloseTo(lat, 5)
  expect(converted.lon).toBeCloseTo(lon, 5)
})
