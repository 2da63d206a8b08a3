// Reasons: docs/lists.md

import type { ComponentProps, ReactNode, Ref } from 'react'
import { Icon } from '../theme/Icon.tsx'
import styles from './Table.module.css'

/**
 * A column. The cells of a `number` column need `data-number`, which aligns them to the right. `sort` makes the header
 * a button that sorts the rows.
 */
export type TableColumn = {
  name: string
  short?: string
  number?: boolean
  sort?: ColumnSort
}

/** The order of the rows by one column; undefined while another column orders them. */
export type ColumnSort = {
  order: 'ascending' | 'descending' | undefined
  /** Absent: the list has too many rows to sort. The button then stays, so that it keeps the focus. */
  onSort?: (() => void) | undefined
  /** Whether only the arrow keys reach the button, in a table that is one tab stop. */
  isWithinStop?: boolean
}

/** The attributes by which a table finds one of its rows. Each row spreads them on its `tr`. */
export type PlacedRowProps = { 'data-index': number; 'aria-rowindex'?: number; ref?: Ref<HTMLTableRowElement> }

/** A table with a caption and column headers. On a narrow screen each row becomes a block. */
export function Table({
  caption,
  showsCaption = false,
  columns,
  note,
  rows,
  children,
  className = '',
  headerIndex,
  ...table
}: {
  caption: ReactNode
  /** Whether the caption is visible, and not only read by screen readers. */
  showsCaption?: boolean
  columns: (TableColumn | string)[]
  /**
   * Why the rows are not sorted (yet). A screen reader announces each change; undefined for a list that always sorts.
   */
  note?: string | undefined
  rows?: ReactNode
  /** A footer, or a body with another way to render its rows. */
  children?: ReactNode
  /** The `aria-rowindex` of the header, for a table that renders only some of its rows. */
  headerIndex?: number | undefined
} & ComponentProps<'table'>) {
  return (
    <>
      {note !== undefined && (
        <p role="status" className={note ? 'remark screen-only' : 'visually-hidden'}>
          {note}
        </p>
      )}
      <table {...table} className={`${styles.table} ${className}`}>
        <caption className={showsCaption ? undefined : 'visually-hidden'}>{caption}</caption>
        <thead>
          <tr aria-rowindex={headerIndex}>
            {columns.map((column) => {
              const { name, short, number, sort }: TableColumn = typeof column === 'string' ? { name: column } : column
              const heading = short ? <abbr title={name}>{short}</abbr> : name
              return (
                <th key={name} scope="col" data-number={number || undefined} aria-sort={sort?.order}>
                  {sort ? (
                    <button
                      type="button"
                      className={styles.sort}
                      aria-disabled={!sort.onSort || undefined}
                      tabIndex={sort.isWithinStop ? -1 : undefined}
                      onClick={sort.onSort}
                    >
                      {heading}
                      {sort.order && <Icon name={sort.order === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} />}
                    </button>
                  ) : (
                    heading
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        {rows && <tbody>{rows}</tbody>}
        {children}
      </table>
    </>
  )
}

/** A short status in a frame, beside its subject. `error` marks a status that blocks the user. */
export const Badge = ({ tone, children }: { tone?: 'error'; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)

/** A percentage as a bar, as decoration beside a text with the same meaning. */
export const Meter = ({ percent }: { percent: number }) => (
  <span aria-hidden="true" className={styles.meter}>
    <span style={{ '--percent': `${percent}%` }} />
  </span>
)
