import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type KeyNote, useKeyNotes } from '../browser/keys.ts'
import type { Values } from '../forms/Form.tsx'
import { Badge } from './Badge.tsx'
import styles from './LinkTable.module.css'
import { usePrinting } from './printing.ts'
import { type Column, type PlacedRowProps, Table } from './Table.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search that led to what is shown: the way back to its list. */
    criteria?: Values
  }
}

type Rows = { count: number; children: (index: number, placed: PlacedRowProps) => ReactNode }

/** Every row: those of a short list, of one on paper, and of a long one whose own part is not there. */
const AllRows = ({ count, children: row }: Rows) => (
  <tbody>{Array.from({ length: count }, (_, index) => row(index, { 'data-index': index }))}</tbody>
)

// After a new release the part can be gone: the list is slower then, but it stays.
const LongTableBody = lazy(async () => ({
  default: await import('./LongTableBody.tsx').then(
    (part) => part.LongTableBody,
    () => AllRows,
  ),
}))

/** From so many rows on, only those near the window are there: a browser stays quick with thousands. */
const longTable = 200

const keyNotes: KeyNote[] = [
  { keys: ['↑', '↓'], does: 'Naar de vorige of de volgende rij' },
  { keys: ['Home', 'End'], does: 'Naar de eerste of de laatste rij' },
  { keys: ['Enter'], does: 'De rij openen' },
]

const linkOf = (table: HTMLTableElement | null, index: number) =>
  table?.querySelector<HTMLAnchorElement>(`tr[data-index="${index}"] a`)

/** A table whose rows each lead to a page of their own; Up, Down, Home and End walk through them. */
export function LinkTable<T>({
  caption,
  columns,
  rows,
  opened,
  children: row,
}: {
  caption: string
  columns: Column[]
  rows: T[]
  /** The row that was opened last, if it is one of them. */
  opened: T | undefined
  children: (row: T, placed: PlacedRowProps) => ReactNode
}) {
  const table = useRef<HTMLTableElement>(null)
  useKeyNotes('In een lijst', keyNotes)
  const [walkedTo, setWalkedTo] = useState<number>()
  const printing = usePrinting()

  // A row far away is there only after it was asked for.
  useEffect(() => {
    if (walkedTo !== undefined) linkOf(table.current, walkedTo)?.focus()
  }, [walkedTo])

  function walkRows(event: KeyboardEvent<HTMLTableElement>) {
    const at = (event.target as Element).closest('tr')?.dataset['index']
    const steps: Record<string, number> = {
      ArrowDown: Number(at) + 1,
      ArrowUp: Number(at) - 1,
      Home: 0,
      End: rows.length - 1,
    }
    const next = steps[event.key]
    if (at === undefined || next === undefined || !rows[next]) return
    event.preventDefault()
    setWalkedTo(next)
    linkOf(table.current, next)?.focus()
  }

  // On paper there is no window to be near.
  const isLong = rows.length > longTable && !printing
  const rowAt = (index: number, placed: PlacedRowProps) => row(rows[index] as T, placed)
  return (
    <Table
      caption={caption}
      columns={columns}
      className={styles.links}
      ref={table}
      onKeyDown={walkRows}
      aria-rowcount={isLong ? rows.length + 1 : undefined}
      headIndex={isLong ? 1 : undefined}
      data-long
    >
      {isLong ? (
        <Suspense fallback={<AllRows count={longTable}>{rowAt}</AllRows>}>
          <LongTableBody
            count={rows.length}
            columns={columns.length}
            kept={
              [walkedTo, opened && rows.indexOf(opened)].filter(
                (index) => index !== undefined && index >= 0,
              ) as number[]
            }
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

/** One row of it: its name leads to the page, the whole row can be clicked; what was opened last is marked. */
export function LinkRow({
  to,
  alias,
  name,
  note,
  opened,
  criteria,
  placed,
  children,
}: {
  to: '/address/$alias' | '/collection-system/$alias'
  alias: string
  name: string
  note?: ReactNode
  opened: boolean
  /** The search that found it, if one did. */
  criteria?: Values
  placed: PlacedRowProps
  children: ReactNode
}) {
  return (
    <tr {...placed} data-opened={opened || undefined}>
      <th scope="row">
        <Link to={to} params={{ alias }} state={{ criteria }} preload="intent" data-focus-first={opened || undefined}>
          {name}
        </Link>
        {opened && (
          <span className={styles.mark}>
            <Badge>Laatst bekeken</Badge>
          </span>
        )}
        {note}
      </th>
      {children}
    </tr>
  )
}
