/** A point on the map (WGS84). */
export type MapPoint = { lon: number; lat: number }

/** A straight street on the map. Direction in radians, 0 is east; length in metres. */
export type StreetLine = { from: MapPoint; direction: number; length: number }

const metresPerDegree = 111_320

/** Returns the point at a distance in metres to the east and to the north. */
export function offsetPoint({ lon, lat }: MapPoint, east: number, north: number): MapPoint {
  const metresPerLon = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return { lon: rounded(lon + east / metresPerLon), lat: rounded(lat + north / metresPerDegree) }
}

/** Returns the point at a distance in metres along a street, and to the left of the street. */
export function pointAlong({ from, direction }: StreetLine, metres: number, left: number): MapPoint {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)]
  return offsetPoint(from, metres * cos - left * sin, metres * sin + left * cos)
}

// Six decimals of a degree are a precision of about 0.1 m.
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
