import { distanceText } from '../../../kit/browser/format.ts'
import { mapCredit, mapTiles } from '../../../session/page-settings.ts'
import styles from './LocationMap.module.css'
import {
  type GeoPoint,
  type MapView,
  metresPerPixel,
  offsetFromCenter,
  type PixelPoint,
  project,
  roundLength,
  roundLengths,
  tileSide,
} from './mercator.ts'

const maxBarWidth = 120
const minRingRadius = 40

type MapMeasuresProps = {
  middle: GeoPoint
  view: MapView
  size: PixelPoint
  /** Offsets of the pins from the center of the view. No label is drawn under a pin. */
  pins: PixelPoint[]
}

/** Distance rings around the map's subject, a scale bar and a north arrow. */
export function MapMeasures({ middle, view, size, pins }: MapMeasuresProps) {
  const perPixel = metresPerPixel({ ...middle, zoom: view.zoom })
  const rings = roundLengths
    .map((metres) => ({ metres, radius: metres / perPixel }))
    .filter(({ radius }) => radius > minRingRadius && radius < Math.max(size.x, size.y) / 2)
  const center = offsetFromCenter(middle, view)
  const bar = roundLength(maxBarWidth * metresPerPixel(view))
  return (
    <div aria-hidden="true">
      <svg className={styles.rings} width={1} height={1} aria-hidden="true" focusable="false">
        {rings.map(({ metres, radius }) => (
          <circle key={metres} cx={center.x} cy={center.y} r={radius} />
        ))}
        {rings.map(({ metres, radius }) => {
          const label = findLabelPoint(radius, { middle: center, size, pins })
          return (
            label && (
              <text key={metres} x={label.x} y={label.y + 4}>
                {distanceText(metres)}
              </text>
            )
          )
        })}
      </svg>
      <div className={styles.scale} style={{ '--width': `${bar / metresPerPixel(view)}px` }}>
        {distanceText(bar)}
      </div>
      <div className={styles.north}>
        <svg width={16} height={20} viewBox="0 0 16 20" aria-hidden="true" focusable="false">
          <path fill="currentColor" d="M8 1 14 18 8 14 2 18z" />
        </svg>
        N
      </div>
    </div>
  )
}

/** The distances from a drawing's anchor point to its edges, in pixels. */
type Extent = { up: number; right: number; down: number; left: number }

const label: Extent = { up: 9, right: 24, down: 9, left: 24 }
// A pin is drawn upwards from its anchor point.
const pin: Extent = { up: 34, right: 18, down: 4, left: 18 }
const centerPin: Extent = { up: 42, right: 22, down: 4, left: 22 }

/** The label's possible angles on its ring, in degrees from the top, in order of preference. */
const angles = [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180]

const boxAt = ({ x, y }: PixelPoint, { up, right, down, left }: Extent) => ({
  top: y - up,
  right: x + right,
  bottom: y + down,
  left: x - left,
})

/** Returns the boxes of the zoom buttons, the north arrow and the scale bar, in the corners of a map of this size. */
const cornersOf = ({ x, y }: PixelPoint) => [
  { top: -y / 2, right: -x / 2 + 52, bottom: -y / 2 + 116, left: -x / 2 },
  { top: -y / 2, right: x / 2, bottom: -y / 2 + 44, left: x / 2 - 36 },
  { top: y / 2 - 40, right: -x / 2 + 140, bottom: y / 2, left: -x / 2 },
]

type Box = ReturnType<typeof boxAt>
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Returns a visible, uncovered point for a ring's label, relative to the map's center, or undefined. */
export function findLabelPoint(
  radius: number,
  { middle, size, pins }: { middle: PixelPoint; size: PixelPoint; pins: PixelPoint[] },
): PixelPoint | undefined {
  const taken = [...pins.map((it) => boxAt(it, pin)), boxAt(middle, centerPin), ...cornersOf(size)]
  return angles
    .map((degrees) => (degrees * Math.PI) / 180)
    .map((angle) => ({ x: middle.x + radius * Math.sin(angle), y: middle.y - radius * Math.cos(angle) }))
    .find((point) => {
      const box = boxAt(point, label)
      const isVisible =
        box.left > -size.x / 2 && box.right < size.x / 2 && box.top > -size.y / 2 && box.bottom < size.y / 2
      return isVisible && !taken.some((it) => overlap(box, it))
    })
}

/** Returns the tiles that cover a map of this size, with their offset from its center and their side in pixels. */
export function tilesFor(view: MapView, { x: width, y: height }: PixelPoint) {
  const zoom = Math.round(view.zoom)
  const scale = 2 ** (view.zoom - zoom)
  const center = project(view, zoom)
  const last = 2 ** zoom - 1
  const range = (middle: number, length: number) => {
    const from = Math.max(0, Math.floor((middle - length / 2 / scale) / tileSide))
    const to = Math.min(last, Math.floor((middle + length / 2 / scale) / tileSide))
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  }
  return range(center.y, height).flatMap((row) =>
    range(center.x, width).map((column) => ({
      zoom,
      column,
      row,
      left: (column * tileSide - center.x) * scale,
      top: (row * tileSide - center.y) * scale,
      side: tileSide * scale,
    })),
  )
}

/** The tiles of the tile server in the settings, if any. If a tile fails to load, the plain background is visible. */
export function MapTiles({ view, size }: { view: MapView; size: PixelPoint }) {
  const template = mapTiles()
  if (!template) return null
  return (
    <>
      <div className={styles.tiles} aria-hidden="true">
        {tilesFor(view, size).map(({ zoom, column, row, left, top, side }) => (
          <img
            key={`${zoom}/${column}/${row}`}
            src={template.replace('{z}', `${zoom}`).replace('{x}', `${column}`).replace('{y}', `${row}`)}
            alt=""
            draggable={false}
            style={{ '--x': `${left}px`, '--y': `${top}px`, '--side': `${side}px` }}
          />
        ))}
      </div>
      <p className={styles.credit}>{mapCredit()}</p>
    </>
  )
}
