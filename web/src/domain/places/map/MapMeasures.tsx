import { distanceText } from '../../../kit/browser/format.ts'
import styles from './MapMeasures.module.css'
import { fromMiddle, metresPerPixel, type Place, type Point, roundLength, roundLengths, type View } from './mercator.ts'
import { placeOfLabel } from './ring-labels.ts'

const barPixels = 120
const smallestRing = 40

/** What makes a plain ground a map: rings around the middle with their distance, a scale bar, and where north is. */
export function MapMeasures({
  middle,
  view,
  size,
  pins,
}: {
  middle: Place
  view: View
  size: Point
  /** Where the pins stand, seen from the middle of the view: no label lies under one. */
  pins: Point[]
}) {
  const perPixel = metresPerPixel({ ...middle, zoom: view.zoom })
  const rings = roundLengths
    .map((metres) => ({ metres, radius: metres / perPixel }))
    .filter(({ radius }) => radius > smallestRing && radius < Math.max(size.x, size.y) / 2)
  const place = fromMiddle(middle, view)
  const bar = roundLength(barPixels * metresPerPixel(view))
  return (
    <div aria-hidden="true">
      <svg className={styles.rings} width={1} height={1} aria-hidden="true" focusable="false">
        {rings.map(({ metres, radius }) => (
          <circle key={metres} cx={place.x} cy={place.y} r={radius} />
        ))}
        {rings.map(({ metres, radius }) => {
          const label = placeOfLabel(radius, { middle: place, size, pins })
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
