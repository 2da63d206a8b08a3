import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ColumnSort, TableColumn } from './Table.tsx'

type SortValue = string | number | null | undefined

/** A column with the value by which its header sorts the rows. A column without `by` does not sort. */
export type RowColumn<Row> = Omit<TableColumn, 'sort'> & { by?: (row: Row) => SortValue }

/** The chosen column and direction, as in the URL: `Postcode`, or `-Postcode` for descending order. */
const orderOf = (sort: string | undefined) => ({
  name: sort?.replace(/^-/, ''),
  order: sort?.startsWith('-') ? ('descending' as const) : ('ascending' as const),
})

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
  const { name: chosen, order } = orderOf(isComplete ? sort : undefined)
  const sorted = useMemo(() => {
    const by = columns.find(({ name }) => name === chosen)?.by
    return by ? sortRows(rows, by, order) : rows
  }, [rows, columns, chosen, order])
  const choose = (next: string) => {
    if (!isInUrl) return setOwnSort(next)
    return void navigate({
      to: '.',
      search: (all: object) => ({ ...all, sort: next }),
      replace: true,
      resetScroll: false,
    })
  }
  const sortable = columns.map(({ by, ...column }): TableColumn => {
    if (!by || rows.length < 2) return column
    if (!isComplete) return { ...column, needsAllRows: true }
    const ownOrder = column.name === chosen ? order : undefined
    const onSort = () => choose(ownOrder === 'ascending' ? `-${column.name}` : column.name)
    return { ...column, sort: { order: ownOrder, onSort } }
  })
  return { sorted, columns: sortable, sort }
}
