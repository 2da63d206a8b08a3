/** A location on earth, in degrees (WGS 84). */
export type GeoPoint = { lon: number; lat: number }
/** A point of the projected world at a zoom level, or an offset between two such points, in pixels. */
export type PixelPoint = { x: number; y: number }
/** The center of a map and its zoom level. Each level doubles every length. */
export type MapView = GeoPoint & { zoom: number }

/** The side of a map tile, and of the world at zoom 0, in pixels. */
export const tileSide = 256
const earthCircumferenceMetres = 40_075_016.686

const worldSide = (zoom: number) => tileSide * 2 ** zoom
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Projects a location to pixels by web Mercator, the projection of tile servers. */
export const project = ({ lon, lat }: GeoPoint, zoom: number): PixelPoint => ({
  x: (worldSide(zoom) * (lon + 180)) / 360,
  y: worldSide(zoom) * (0.5 - Math.asinh(Math.tan(radians(lat))) / (2 * Math.PI)),
})

/** Returns the location at a projected point: the inverse of `project`. */
export const unproject = ({ x, y }: PixelPoint, zoom: number): GeoPoint => ({
  lon: (360 * x) / worldSide(zoom) - 180,
  lat: (180 / Math.PI) * Math.atan(Math.sinh(2 * Math.PI * (0.5 - y / worldSide(zoom)))),
})

/** Returns the metres per pixel at the center of a view. */
export const metresPerPixel = ({ lat, zoom }: MapView) =>
  (earthCircumferenceMetres * Math.cos(radians(lat))) / worldSide(zoom)

/** Returns the offset of a location from the center of a view, in pixels. */
export function offsetFromCenter(location: GeoPoint, view: MapView): PixelPoint {
  const [to, center] = [project(location, view.zoom), project(view, view.zoom)]
  return { x: to.x - center.x, y: to.y - center.y }
}

/** Moves the center of a view by this many pixels to the right and down. */
export function panView(view: MapView, { x, y }: PixelPoint): MapView {
  const center = project(view, view.zoom)
  return { ...unproject({ x: center.x + x, y: center.y + y }, view.zoom), zoom: view.zoom }
}

/** The lowest zoom level shows the region, and the highest level a house. */
export const zoomLimits = { min: 8, max: 19 }

const withinLimits = (zoom: number) => Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom))

/** Zooms a view in by this many levels, or out when negative, within the limits. */
export const zoomView = (view: MapView, levels: number): MapView => ({
  ...view,
  zoom: withinLimits(view.zoom + levels),
})

/** Returns the view around a center, at the highest zoom level at which this map size shows all other locations. */
export function fitView(center: GeoPoint, others: GeoPoint[], { x: width, y: height }: PixelPoint): MapView {
  const margin = 44
  const maxZoom = 17
  const zooms = others.map((other) => {
    const { x, y } = offsetFromCenter(other, { ...center, zoom: 0 })
    return Math.log2(
      Math.min((width / 2 - margin) / Math.max(Math.abs(x), 1e-9), (height / 2 - margin) / Math.max(Math.abs(y), 1e-9)),
    )
  })
  // The zoom level is rounded down to a quarter, so that one more pixel of width does not change the map.
  return { ...center, zoom: withinLimits(Math.floor(4 * Math.min(maxZoom, ...zooms)) / 4) }
}

/** Round lengths in metres, ascending. */
export const roundLengths = [1, 2, 5]
  .flatMap((digit) => [1, 10, 100, 1000, 10_000].map((power) => digit * power))
  .sort((a, b) => a - b)

/** Returns the largest round length of at most this many metres. */
export const roundLength = (metres: number) => roundLengths.findLast((length) => length <= metres) ?? 1
