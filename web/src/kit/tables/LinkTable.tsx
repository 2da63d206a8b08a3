import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type KeyNote, useKeyNotes } from '../browser/keys.ts'
import type { Values } from '../forms/Form.tsx'
import styles from './LinkTable.module.css'
import { type LoadedPages, type RowColumn, useSortedRows } from './sorted-rows.ts'
import { Badge, type PlacedRowProps, Table } from './Table.tsx'

type RowsProps = { count: number; children: (index: number, rowProps: PlacedRowProps) => ReactNode }

/** Renders every row: for a short list, for print, and when the chunk of `LongTableBody` fails to load. */
const AllRows = ({ count, children: row }: RowsProps) => (
  <tbody>{Array.from({ length: count }, (_, index) => row(index, { 'data-index': index }))}</tbody>
)

// After a new release the chunk can be missing. Then all rows are rendered, which is slower.
const LongTableBody = lazy(async () => ({
  default: await import('./LongTableBody.tsx').then(
    (part) => part.LongTableBody,
    () => AllRows,
  ),
}))

/** Maximum length of a table that renders all its rows. A longer table renders only the rows near the viewport. */
const maxRenderedRows = 200

const keyNotes: KeyNote[] = [
  { keys: ['↑', '↓'], action: 'Naar de vorige of de volgende rij' },
  { keys: ['Home', 'End'], action: 'Naar de eerste of de laatste rij' },
  { keys: ['Enter'], action: 'De rij openen' },
]

const linkOf = (table: HTMLTableElement | null, index: number) =>
  table?.querySelector<HTMLAnchorElement>(`tr[data-index="${index}"] a`)

/**
 * A table whose rows link to pages. The name of a row is the link, and the whole row is clickable. Up, Down, Home and
 * End move between the rows.
 */
export function LinkTable<T extends { alias: string }>({
  caption,
  columns: ownColumns,
  rows: foundRows,
  pages,
  to,
  lastOpened,
  criteria,
  nameOf,
  noteOf,
  children: cellsOf,
}: {
  caption: string
  columns: RowColumn<T>[]
  rows: T[]
  /** The pages from which the rows come. */
  pages: LoadedPages
  to: `/${string}/$alias`
  /** The alias of the row that was opened last. A badge marks it, if it is in this list. */
  lastOpened: string | undefined
  /** The criteria of the search that found the rows. */
  criteria?: Values | undefined
  nameOf: (row: T) => string
  /** What is shown below the name. */
  noteOf: (row: T) => ReactNode
  /** The cells after the name. */
  children: (row: T) => ReactNode
}) {
  const table = useRef<HTMLTableElement>(null)
  // The order is in the URL if the search criteria are there.
  const isInUrl = criteria !== undefined
  const { sorted: rows, columns, sort, note } = useSortedRows(foundRows, ownColumns, { isInUrl, pages })
  useKeyNotes('In een lijst', keyNotes)
  const [focusedRow, setFocusedRow] = useState<number>()
  const isPrinting = usePrinting()

  // Runs in an effect, because a row far from the viewport is rendered only once `alwaysRendered` contains it.
  useEffect(() => {
    if (focusedRow !== undefined) linkOf(table.current, focusedRow)?.focus()
  }, [focusedRow])

  function moveFocus(event: KeyboardEvent<HTMLTableElement>) {
    const index = (event.target as Element).closest('tr')?.dataset['index']
    const steps: Record<string, number> = {
      ArrowDown: Number(index) + 1,
      ArrowUp: Number(index) - 1,
      Home: 0,
      End: rows.length - 1,
    }
    const next = steps[event.key]
    if (index === undefined || next === undefined || !rows[next]) return
    event.preventDefault()
    setFocusedRow(next)
    linkOf(table.current, next)?.focus()
  }

  const isLong = rows.length > maxRenderedRows && !isPrinting
  const rowAt = (index: number, rowProps: PlacedRowProps) => {
    const row = rows[index] as T
    const { alias } = row
    const isLast = alias === lastOpened
    return (
      <tr key={alias} {...rowProps} data-opened={isLast || undefined}>
        <th scope="row">
          <Link
            to={to}
            params={{ alias }}
            state={{ criteria: criteria && sort ? { ...criteria, sort } : criteria }}
            preload="intent"
            data-focus-first={isLast || undefined}
          >
            {nameOf(row)}
          </Link>
          {isLast && (
            <span className={`screen-only ${styles.mark}`}>
              <Badge>Laatst bekeken</Badge>
            </span>
          )}
          {noteOf(row)}
        </th>
        {cellsOf(row)}
      </tr>
    )
  }
  return (
    <Table
      caption={caption}
      columns={columns}
      note={note}
      className={styles.links}
      ref={table}
      onKeyDown={moveFocus}
      aria-rowcount={isLong ? rows.length + 1 : undefined}
      headerIndex={isLong ? 1 : undefined}
      data-long
    >
      {isLong ? (
        <Suspense fallback={<AllRows count={maxRenderedRows}>{rowAt}</AllRows>}>
          <LongTableBody
            count={rows.length}
            columns={columns.length}
            alwaysRendered={[focusedRow ?? -1, rows.findIndex(({ alias }) => alias === lastOpened)].filter(
              (index) => index >= 0,
            )}
          >
            {rowAt}
          </LongTableBody>
        </Suspense>
      ) : (
        <AllRows count={rows.length}>{rowAt}</AllRows>
      )}
    </Table>
  )
}

/** Whether the page is being printed. The component renders synchronously before the browser prints. */
function usePrinting() {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
