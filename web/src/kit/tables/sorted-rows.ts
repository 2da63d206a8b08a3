import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ColumnSort, TableColumn } from './Table.tsx'

type SortValue = string | number | null | undefined

/** A column with the value by which its header sorts the rows. A column without `by` does not sort. */
export type RowColumn<Row> = Omit<TableColumn, 'sort'> & {
  by?: (row: Row) => SortValue
  /** The name of the column in the `order` of the list's call. The server then sorts the whole list. */
  order?: string
}

/** The chosen column and direction, as in the URL: `Postcode`, or `-Postcode` for descending order. */
const orderOf = (sort: string | undefined) => ({
  name: sort?.replace(/^-/, ''),
  order: sort?.startsWith('-') ? ('descending' as const) : ('ascending' as const),
})

/** Returns the `order` of a list's call for the order in the URL; undefined: the list's own order. */
export function orderInUrl<Row>(columns: RowColumn<Row>[], sort: string | undefined) {
  const { name, order } = orderOf(sort)
  const column = columns.find((it) => it.name === name)?.order
  return column && (order === 'descending' ? `-${column}` : column)
}

const collator = new Intl.Collator('nl', { numeric: true })

const isAbsent = (value: SortValue) => value === null || value === undefined || value === ''

function compare(one: SortValue, other: SortValue) {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

/** Returns the rows in the order of `by`. Rows without a value come last in both directions. */
function sortRows<Row>(rows: Row[], by: (row: Row) => SortValue, order: ColumnSort['order']) {
  const sign = order === 'descending' ? -1 : 1
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort(
      ({ value: one }, { value: other }) =>
        Number(isAbsent(one)) - Number(isAbsent(other)) || sign * compare(one, other),
    )
    .map(({ row }) => row)
}

/**
 * Returns the rows in the order of the chosen column, and the columns with their sort buttons. The first press of a
 * header sorts in ascending order, the second in descending order. Rows with equal values keep their order. A list of
 * one row has no sort buttons.
 */
export function useSortedRows<Row>(
  rows: Row[],
  columns: RowColumn<Row>[],
  {
    isInUrl = false,
    isComplete = true,
  }: {
    /** Whether the URL contains the order, beside the other state of the list. */
    isInUrl?: boolean
    /** Whether all rows have been loaded. The order of an incomplete list would change with each page. */
    isComplete?: boolean
  } = {},
) {
  const { sort: sortInUrl } = useSearch({ strict: false }) as { sort?: string }
  const navigate = useNavigate()
  const [ownSort, setOwnSort] = useState<string>()
  const sort = isInUrl ? sortInUrl : ownSort
  const isSortable = (column: RowColumn<Row>) => isComplete || column.order !== undefined
  const { name: chosen, order } = orderOf(sort)
  const sorted = useMemo(() => {
    const column = columns.find(({ name }) => name === chosen)
    // The server has sorted these rows already.
    return column?.by && !column.order && isComplete ? sortRows(rows, column.by, order) : rows
  }, [rows, columns, chosen, order, isComplete])
  const choose = (next: string) => {
    if (!isInUrl) return setOwnSort(next)
    return void navigate({
      to: '.',
      search: (all: object) => ({ ...all, sort: next }),
      replace: true,
      resetScroll: false,
    })
  }
  const sortable = columns.map((sortableColumn): TableColumn => {
    const { by, order: _, ...column } = sortableColumn
    if ((!by && !sortableColumn.order) || rows.length < 2) return column
    if (!isSortable(sortableColumn)) return { ...column, needsAllRows: true }
    const ownOrder = column.name === chosen ? order : undefined
    const onSort = () => choose(ownOrder === 'ascending' ? `-${column.name}` : column.name)
    return { ...column, sort: { order: ownOrder, onSort } }
  })
  return { sorted, columns: sortable, sort }
}
