import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { ColumnSort, TableColumn } from './Table.tsx'

type SortValue = string | number | null | undefined

/** A column with the value by which its header sorts the rows. A column without `by` does not sort. */
export type RowColumn<Row> = Omit<TableColumn, 'sort'> & {
  by?: (row: Row) => SortValue
  /** The name of the column in the `order` of the list's call. The server then sorts the whole list. */
  order?: string
}

/** The pages of a list that is loaded page by page. */
export type LoadedPages = UseInfiniteQueryResult<InfiniteData<{ data: unknown[] }>, Error>

/** The chosen column and direction, as in the URL: `Postcode`, or `-Postcode` for descending order. */
const orderOf = (sort: string | undefined) => ({
  name: sort?.replace(/^-/, ''),
  order: sort?.startsWith('-') ? ('descending' as const) : ('ascending' as const),
})

/** The value by which the browser sorts the rows for this order; undefined if it does not sort them. */
function browserOrder<Row>(columns: RowColumn<Row>[], sort: string | undefined) {
  const { name } = orderOf(sort)
  const column = columns.find((it) => it.name === name)
  return column?.order ? undefined : column?.by
}

/** A shorter list is read at a glance, so its headers do not sort. */
const minSorted = 4

/** A list with more rows than this is not sorted in the browser. */
const maxSorted = 2000
const tooLongText =
  'Deze lijst heeft meer dan 2.000 rijen en is niet gesorteerd. Zoek gerichter, of sorteer de lijst in Excel.'
const loadingText = 'Alle rijen worden geladen. Daarna staan ze op volgorde.'

/**
 * Returns whether all pages are loaded, and whether there are too many rows to sort. If the list `needs` all its pages,
 * also returns whether they are loading.
 */
function loadingState(pages: LoadedPages | undefined, needs: boolean) {
  const loaded = pages?.data?.pages.reduce((sum, { data }) => sum + data.length, 0) ?? 0
  const isComplete = !pages?.hasNextPage
  const isTooLong = !isComplete && loaded >= maxSorted
  return { isComplete, isTooLong, isLoading: needs && !isComplete && !isTooLong && !pages.isFetchNextPageError }
}

/** Whether the order in the URL makes a list load its remaining pages. The number of rows is not final until then. */
export function useLoadsAllPages<Row>(pages: LoadedPages, columns: RowColumn<Row>[]) {
  const { sort } = useSearch({ strict: false }) as { sort?: string }
  return loadingState(pages, browserOrder(columns, sort) !== undefined).isLoading
}

/**
 * Loads the remaining pages of a list, one after the other, while the list `needs` all its rows. Stops after a failed
 * page, which `MoreButton` shows, and after `maxSorted` rows.
 */
function useAllPages(pages: LoadedPages | undefined, needs: boolean) {
  const state = loadingState(pages, needs)
  const loadsNext = state.isLoading && !pages?.isFetching
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each page.
  useEffect(() => {
    if (loadsNext) void pages?.fetchNextPage()
  }, [loadsNext, pages?.data])
  return state
}

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
 * at most three rows has no sort buttons, unless more rows wait on the server. The header of a partly loaded list
 * first loads all rows, except where the server sorts.
 */
export function useSortedRows<Row>(
  rows: Row[],
  columns: RowColumn<Row>[],
  {
    isInUrl = false,
    pages,
  }: {
    /** Whether the URL contains the order, beside the other state of the list. */
    isInUrl?: boolean
    /** The pages of a list that is loaded page by page. The order of an incomplete list would change with each page. */
    pages?: LoadedPages
  } = {},
) {
  const { sort: sortInUrl } = useSearch({ strict: false }) as { sort?: string }
  const navigate = useNavigate()
  const [ownSort, setOwnSort] = useState<string>()
  const sort = isInUrl ? sortInUrl : ownSort
  const { name: chosen, order } = orderOf(sort)
  const by = browserOrder(columns, sort)
  const { isComplete, isTooLong, isLoading } = useAllPages(pages, by !== undefined)
  const sorted = useMemo(() => (by && isComplete ? sortRows(rows, by, order) : rows), [rows, by, order, isComplete])
  // While the server sorts, the rows of the former order stay on screen, and the pressed header keeps the focus.
  const isReloading = pages?.isPlaceholderData
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
    const { by, order: orderOnServer, ...column } = sortableColumn
    if ((!by && !orderOnServer) || (isComplete && !isReloading && rows.length < minSorted)) return column
    const ownOrder = column.name === chosen ? order : undefined
    const onSort = () => choose(ownOrder === 'ascending' ? `-${column.name}` : column.name)
    if (orderOnServer) return { ...column, sort: { order: ownOrder, onSort } }
    return {
      ...column,
      sort: { order: isComplete ? ownOrder : undefined, onSort: isTooLong ? undefined : onSort },
    }
  })
  const reason = isTooLong ? tooLongText : isLoading ? loadingText : ''
  return { sorted, columns: sortable, sort, note: isComplete ? undefined : reason }
}
