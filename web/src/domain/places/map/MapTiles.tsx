import { mapCredit, mapTiles } from '../../../session/page-settings.ts'
import styles from './LocationMap.module.css'
import { type MapView, type PixelPoint, project, tileSide } from './mercator.ts'

/** Returns the tiles that cover a map of this size: their numbers, offsets from the map's center and drawn size. */
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

/** The tiles of the tile server in the settings, if any. Where a tile fails to load, the plain background stays. */
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
            style={{ transform: `translate(${left}px, ${top}px)`, width: side, height: side }}
          />
        ))}
      </div>
      <p className={styles.credit}>{mapCredit()}</p>
    </>
  )
}
