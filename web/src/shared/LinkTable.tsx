import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Values } from './Form.tsx'
import styles from './LinkTable.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search that led to what is shown: the way back to its list. */
    criteria?: Values
  }
}

/** Up, Down, Home and End walk through the rows. */
function walkRows(event: KeyboardEvent<HTMLTableElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('tbody a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }
  const next = steps[event.key]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  links[next]?.focus()
}

/** A table whose rows each lead to a page of their own. */
export function LinkTable({
  caption,
  columns,
  numbers = [],
  children,
}: {
  caption: string
  columns: string[]
  /** Which of the columns hold numbers; their cells carry `data-number`. */
  numbers?: string[]
  children: ReactNode
}) {
  return (
    <table className={styles.table} onKeyDown={walkRows}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-number={numbers.includes(column) || undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
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
  children,
}: {
  to: '/address/$alias' | '/collection-system/$alias'
  alias: string
  name: string
  note?: ReactNode
  opened: boolean
  /** The search that found it, if one did. */
  criteria?: Values
  children: ReactNode
}) {
  return (
    <tr data-opened={opened || undefined}>
      <th scope="row">
        <Link to={to} params={{ alias }} state={{ criteria }} data-focus-first={opened || undefined}>
          {name}
        </Link>
        {opened && <span className={styles.mark}>Laatst bekeken</span>}
        {note}
      </th>
      {children}
    </tr>
  )
}
