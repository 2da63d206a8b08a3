import { mapCredit, mapTiles } from '../../../session/page-settings.ts'
import styles from './MapTiles.module.css'
import { type Point, project, tileSide, type View } from './mercator.ts'

/** The tiles that cover a map of this size, each with its place from the middle, and how large they are drawn. */
export function tilesOf(view: View, { x: width, y: height }: Point) {
  const zoom = Math.round(view.zoom)
  const scale = 2 ** (view.zoom - zoom)
  const middle = project(view, zoom)
  const last = 2 ** zoom - 1
  const range = (centre: number, length: number) => {
    const from = Math.max(0, Math.floor((centre - length / 2 / scale) / tileSide))
    const to = Math.min(last, Math.floor((centre + length / 2 / scale) / tileSide))
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  }
  return range(middle.y, height).flatMap((row) =>
    range(middle.x, width).map((column) => ({
      zoom,
      column,
      row,
      left: (column * tileSide - middle.x) * scale,
      top: (row * tileSide - middle.y) * scale,
      side: tileSide * scale,
    })),
  )
}

/** The pictures of a tile server, where a setting names one; what does not arrive leaves the plain ground. */
export function MapTiles({ view, size }: { view: View; size: Point }) {
  const template = mapTiles()
  if (!template) return null
  return (
    <>
      <div className={styles.tiles} aria-hidden="true">
        {tilesOf(view, size).map(({ zoom, column, row, left, top, side }) => (
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
