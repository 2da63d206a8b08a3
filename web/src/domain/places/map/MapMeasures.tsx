import { distanceText } from '../../../kit/browser/format.ts'
import styles from './LocationMap.module.css'
import {
  type GeoPoint,
  type MapView,
  metresPerPixel,
  offsetFromCenter,
  type PixelPoint,
  roundLength,
  roundLengths,
} from './mercator.ts'
import { findLabelPoint } from './ring-labels.ts'

const maxBarWidth = 120
const minRingRadius = 40

/** Distance rings around the map's subject, a scale bar and a north arrow. */
export function MapMeasures({
  middle,
  view,
  size,
  pins,
}: {
  middle: GeoPoint
  view: MapView
  size: PixelPoint
  /** Offsets of the pins from the center of the view. No label is drawn under a pin. */
  pins: PixelPoint[]
}) {
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
      <div className={styles.scale} style={{ width: bar / metresPerPixel(view) }}>
        {distanceText(bar)}
      </div>
      <div className={styles.north}>
        <svg width={16} height={20} viewBox="0 0 16 20" aria-hidden="true" focusable="false">
          <path d="M8 1 14 18 8 14 2 18z" />
        </svg>
        N
      </div>
    </div>
  )
}
