import type { ComponentProps, ReactNode, Ref } from 'react'
import styles from './Table.module.css'

/** The name of a column. Its cells carry `data-number` where they hold numbers, which stand at the right. */
export type Column = string | { name: string; short?: string; number?: boolean }

/** The attributes by which a table finds one of its rows. Each row spreads them on its `tr`. */
export type PlacedRowProps = { 'data-index': number; 'aria-rowindex'?: number; ref?: Ref<HTMLTableRowElement> }

/** A table with its caption and the heads of its columns; where there is little room, its rows are read as blocks. */
export function Table({
  caption,
  captionShown = false,
  columns,
  children,
  className = '',
  headIndex,
  ...table
}: {
  caption: string
  /** Whether the caption is seen too, and not only heard. */
  captionShown?: boolean
  columns: Column[]
  children: ReactNode
  /** Its number among the rows, where not every row of the table is there. */
  headIndex?: number | undefined
} & ComponentProps<'table'>) {
  return (
    <table {...table} className={`${styles.table} ${className}`}>
      <caption className={captionShown ? undefined : 'visually-hidden'}>{caption}</caption>
      <thead>
        <tr aria-rowindex={headIndex}>
          {columns.map((column) => {
            const { name, short, number } = typeof column === 'string' ? { name: column } : column
            return (
              <th key={name} scope="col" data-number={number || undefined}>
                {short ? <abbr title={name}>{short}</abbr> : name}
              </th>
            )
          })}
        </tr>
      </thead>
      {children}
    </table>
  )
}
