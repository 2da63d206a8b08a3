/** A point on the map (WGS84). */
export type Point = { lon: number; lat: number }

/** A straight street on the map. Direction in radians, 0 is east; length in metres. */
export type StreetLine = { from: Point; direction: number; length: number }

const metresPerDegree = 111_320

/** Returns the point at a distance in metres to the east and to the north. */
export function offsetPoint({ lon, lat }: Point, east: number, north: number): Point {
  const metresPerLon = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return { lon: rounded(lon + east / metresPerLon), lat: rounded(lat + north / metresPerDegree) }
}

/** Returns the point at a distance in metres along a street, and to the left of the street. */
export function pointAlong({ from, direction }: StreetLine, metres: number, left: number): Point {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)]
  return offsetPoint(from, metres * cos - left * sin, metres * sin + left * cos)
}

// Six decimals are a tenth of a metre.
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
