import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { PlacedRowProps } from './Table.tsx'

/** The height of the first row, as an estimate for the rows that are not rendered. */
const heightOf = (body: HTMLElement | null) =>
  body?.querySelector<HTMLElement>('tr:not([data-space])')?.offsetHeight || 45

type LongTableBodyProps = {
  count: number
  columns: number
  /** Rows that are always rendered: the focused row, and the row that was opened last. */
  alwaysRendered: number[]
  children: (index: number, placed: PlacedRowProps) => ReactNode
}

/** The body of a long table: the rows near the viewport, the `alwaysRendered` rows, and empty space for the rest. */
export function LongTableBody({ count, columns, alwaysRendered, children: row }: LongTableBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // Measured after every render, because the height of the content above the table can change.
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
  const rows = useWindowVirtualizer({
    count,
    scrollMargin: top,
    overscan: 25,
    estimateSize: () => heightOf(body.current),
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...alwaysRendered])].sort((a, b) => a - b),
  })
  const shown = rows.getVirtualItems()
  // Each position has its own element, because the browser counts a moved element as a layout shift.
  const space = (from: number, to: number) =>
    to > from && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot get the focus
      <tr key={`space ${from}`} aria-hidden="true" data-space>
        <td colSpan={columns} style={{ '--height': `${to - from}px` }} />
      </tr>
    )
  return (
    <tbody ref={body}>
      {shown.map((item, index) => (
        <Fragment key={item.key}>
          {space(shown[index - 1]?.end ?? top, item.start)}
          {row(item.index, { ref: rows.measureElement, 'data-index': item.index, 'aria-rowindex': item.index + 2 })}
        </Fragment>
      ))}
      {space(shown.at(-1)?.end ?? top, rows.getTotalSize() + top)}
    </tbody>
  )
}
