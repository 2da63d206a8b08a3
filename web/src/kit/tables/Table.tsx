import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import badgeStyles from './Badge.module.css'
import meterStyles from './Meter.module.css'
import styles from './Table.module.css'

/**
 * A column. The cells of a `number` column need `data-number`, which aligns them to the right. `sort` makes the header
 * a button that sorts the rows.
 */
export type TableColumn = string | { name: string; short?: string; number?: boolean; sort?: ColumnSort | undefined }

/** The order of the rows by one column; undefined while another column orders them. */
export type ColumnSort = { order: 'ascending' | 'descending' | undefined; onSort: () => void }

/** The attributes by which a table finds one of its rows. Each row spreads them on its `tr`. */
export type PlacedRowProps = { 'data-index': number; 'aria-rowindex'?: number; ref?: Ref<HTMLTableRowElement> }

/** A table with a caption and column headers. On a narrow screen each row becomes a block. */
export function Table({
  caption,
  showsCaption = false,
  columns,
  rows,
  children,
  className = '',
  headerIndex,
  ...table
}: {
  caption: string
  /** Whether the caption is visible, and not only read by screen readers. */
  showsCaption?: boolean
  columns: TableColumn[]
  rows?: ReactNode
  /** A footer, or a body with another way to render its rows. */
  children?: ReactNode
  /** The `aria-rowindex` of the header, for a table that renders only some of its rows. */
  headerIndex?: number | undefined
} & ComponentProps<'table'>) {
  return (
    <table {...table} className={`${styles.table} ${className}`}>
      <caption className={showsCaption ? undefined : 'visually-hidden'}>{caption}</caption>
      <thead>
        <tr aria-rowindex={headerIndex}>
          {columns.map((column) => {
            const { name, short, number, sort }: Exclude<TableColumn, string> =
              typeof column === 'string' ? { name: column } : column
            const heading = short ? <abbr title={name}>{short}</abbr> : name
            return (
              <th key={name} scope="col" data-number={number || undefined} aria-sort={sort?.order}>
                {sort ? (
                  <button type="button" className={styles.sort} onClick={sort.onSort}>
                    {heading}
                    <span aria-hidden="true">{sort.order && (sort.order === 'ascending' ? ' ▲' : ' ▼')}</span>
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
  )
}

/** The values by which the columns of a table sort its rows, by the names of the columns. */
type SortKeys<Row> = Record<string, (row: Row) => string | number>

/**
 * Returns the rows in the order of the chosen column, and a function that returns the sort of a column. The first click
 * on a header sorts in ascending order, the second in descending order. Rows with equal values keep their order.
 */
export function useSortedRows<Row>(rows: Row[], keys: SortKeys<Row>) {
  const [chosen, choose] = useState<{ name: string; order: 'ascending' | 'descending' }>()
  const keyOf = chosen && keys[chosen.name]
  const sign = chosen?.order === 'descending' ? -1 : 1
  const sorted = keyOf ? rows.toSorted((one, other) => sign * compare(keyOf(one), keyOf(other))) : rows
  const sortOf = (name: string): ColumnSort => {
    const order = chosen?.name === name ? chosen.order : undefined
    return { order, onSort: () => choose({ name, order: order === 'ascending' ? 'descending' : 'ascending' }) }
  }
  return { sorted, sortOf }
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

/** A short status in a frame, beside its subject. `error` marks a status that blocks the user. */
export const Badge = ({ tone, children }: { tone?: 'error'; children: ReactNode }) => (
  <span className={badgeStyles.badge} data-tone={tone}>
    {children}
  </span>
)

/** A percentage as a bar, as decoration beside a text with the same meaning. */
export const Meter = ({ percent }: { percent: number }) => (
  <span aria-hidden="true" className={meterStyles.meter}>
    <span style={{ width: `${Math.min(Math.max(percent, 0), 100)}%` }} />
  </span>
)
