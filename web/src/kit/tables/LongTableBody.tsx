import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { PlacedRowProps } from './Table.tsx'

const estimatedHeight = 45

/** The rows of a long table: only those near the window are there, and `kept`; the others are an empty space of their height. */
export function LongTableBody({
  count,
  columns,
  kept,
  children: row,
}: {
  count: number
  columns: number
  /** Rows that stay, wherever the window is: one that has the focus, or the mark of the last opened. */
  kept: number[]
  children: (index: number, placed: PlacedRowProps) => ReactNode
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // What stands above the table can change with every render of the page.
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
  const rows = useWindowVirtualizer({
    count,
    scrollMargin: top,
    overscan: 25,
    estimateSize: () => estimatedHeight,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  })
  const shown = rows.getVirtualItems()
  // Another space for every place: one that moved would be counted by the browser as a layout that shifts.
  const space = (from: number, to: number) =>
    to > from && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
      <tr key={`space ${from}`} aria-hidden="true" data-space>
        <td colSpan={columns} style={{ height: to - from }} />
      </tr>
    )
  return (
    <tbody ref={body}>
      {shown.map((item, at) => (
        <Fragment key={item.key}>
          {space(shown[at - 1]?.end ?? top, item.start)}
          {row(item.index, { ref: rows.measureElement, 'data-index': item.index, 'aria-rowindex': item.index + 2 })}
        </Fragment>
      ))}
      {space(shown.at(-1)?.end ?? top, rows.getTotalSize() + top)}
    </tbody>
  )
}
