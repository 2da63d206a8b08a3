/** A point on the map, in degrees. */
export type Place = { lon: number; lat: number }
/** A point of the flat world at some zoom, or a distance in it, in pixels. */
export type Point = { x: number; y: number }
/** What a map shows: the place in its middle, and how near it is; each step doubles every length. */
export type View = Place & { zoom: number }

/** The side of a tile, and of the world at zoom 0, as every tile server of the web has it. */
export const tileSide = 256
const metresAroundTheWorld = 40_075_016.686

const worldSide = (zoom: number) => tileSide * 2 ** zoom
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Where a place lies in the flat world: web Mercator, which tile servers draw in. */
export const project = ({ lon, lat }: Place, zoom: number): Point => ({
  x: (worldSide(zoom) * (lon + 180)) / 360,
  y: worldSide(zoom) * (0.5 - Math.asinh(Math.tan(radians(lat))) / (2 * Math.PI)),
})

/** The place at a point of the flat world. */
export const unproject = ({ x, y }: Point, zoom: number): Place => ({
  lon: (360 * x) / worldSide(zoom) - 180,
  lat: (180 / Math.PI) * Math.atan(Math.sinh(2 * Math.PI * (0.5 - y / worldSide(zoom)))),
})

/** How many metres a pixel stands for, in the middle of a view. */
export const metresPerPixel = ({ lat, zoom }: View) => (metresAroundTheWorld * Math.cos(radians(lat))) / worldSide(zoom)

/** Where a place lies, seen from the middle of a view. */
export function fromMiddle(place: Place, view: View): Point {
  const [to, middle] = [project(place, view.zoom), project(view, view.zoom)]
  return { x: to.x - middle.x, y: to.y - middle.y }
}

/** The view whose middle lies so many pixels to the right and down. */
export function movedBy(view: View, { x, y }: Point): View {
  const middle = project(view, view.zoom)
  return { ...unproject({ x: middle.x + x, y: middle.y + y }, view.zoom), zoom: view.zoom }
}

/** How far one can zoom out (the region) and in (a house). */
export const zooms = { least: 8, most: 19 }

const within = (zoom: number) => Math.min(zooms.most, Math.max(zooms.least, zoom))

/** The view, so many steps nearer or further. */
export const zoomedBy = (view: View, steps: number): View => ({ ...view, zoom: within(view.zoom + steps) })

/** The nearest view around a place, on a map of this size, in which all others can be seen, with some room at the edges. */
export function viewAround(middle: Place, others: Place[], { x: width, y: height }: Point): View {
  const room = 44
  const nearest = 17
  const steps = others.map((other) => {
    const { x, y } = fromMiddle(other, { ...middle, zoom: 0 })
    return Math.log2(
      Math.min((width / 2 - room) / Math.max(Math.abs(x), 1e-9), (height / 2 - room) / Math.max(Math.abs(y), 1e-9)),
    )
  })
  // By quarters, so that a map that is a pixel wider does not look different.
  return { ...middle, zoom: within(Math.floor(4 * Math.min(nearest, ...steps)) / 4) }
}

/** Lengths in metres that are easily read, in order. */
export const roundLengths = [1, 2, 5]
  .flatMap((digit) => [1, 10, 100, 1000, 10_000].map((power) => digit * power))
  .sort((a, b) => a - b)

/** The longest round length in metres that is no longer than this one. */
export const roundLength = (metres: number) => roundLengths.findLast((length) => length <= metres) ?? 1
