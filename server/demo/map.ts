/** A point on the map (WGS84). */
export type Point = { lon: number; lat: number }

/** A street on the map: straight, from a point in a direction (in radians, east is 0), with its length in metres. */
export type Line = { from: Point; direction: number; length: number }

const metresPerDegree = 111_320

/** The point so many metres east and north. Six decimals are a tenth of a metre. */
export function moved({ lon, lat }: Point, east: number, north: number): Point {
  const metresPerLon = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return { lon: rounded(lon + east / metresPerLon), lat: rounded(lat + north / metresPerDegree) }
}

/** The point so many metres along a line, and to its left. */
export function along({ from, direction }: Line, metres: number, left: number): Point {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)]
  return moved(from, metres * cos - left * sin, metres * sin + left * cos)
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
