// The coefficients of dX^p · dY^q in seconds of arc, as [p, q, coefficient]. Source: F.H. Schreutelkamp and
// G.L. Strang van Hees, Benaderingsformules voor de transformatie tussen RD- en WGS84-kaartcoördinaten, 2001.
const latitudeTerms = [
  [0, 1, 3235.65389],
  [2, 0, -32.58297],
  [0, 2, -0.2475],
  [2, 1, -0.84978],
  [0, 3, -0.0655],
  [2, 2, -0.01709],
  [1, 0, -0.00738],
  [4, 0, 0.0053],
  [2, 3, -0.00039],
  [4, 1, 0.00033],
  [1, 1, -0.00012],
] as const
const longitudeTerms = [
  [1, 0, 5260.52916],
  [1, 1, 105.94684],
  [1, 2, 2.45656],
  [3, 0, -0.81885],
  [1, 3, 0.05594],
  [3, 1, -0.05607],
  [0, 1, 0.01199],
  [3, 2, -0.00256],
  [1, 4, 0.00128],
  [0, 2, 0.00022],
  [2, 0, -0.00022],
  [5, 0, 0.00026],
] as const

/** Converts RD coordinates in metres (EPSG:28992) to degrees. In the Netherlands the error is at most 0.5 m. */
export function rdToWgs84(x: number, y: number) {
  const [dX, dY] = [(x - 155_000) / 100_000, (y - 463_000) / 100_000]
  const degrees = (terms: typeof latitudeTerms | typeof longitudeTerms) =>
    terms.reduce((sum, [p, q, coefficient]) => sum + coefficient * dX ** p * dY ** q, 0) / 3600
  return { lat: 52.1551744 + degrees(latitudeTerms), lon: 5.38720621 + degrees(longitudeTerms) }
}
