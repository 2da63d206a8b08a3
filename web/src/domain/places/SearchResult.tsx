import {
  type exportAddresses,
  type exportCollectionSystems,
  type SearchMeta,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { countText, numberText } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import type { Values } from '../../kit/forms/Form.tsx'
import { Empty, MoreButton, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { type RowColumn, useLoadsAllPages } from '../../kit/tables/sorted-rows.ts'
import { ExportButtons, PaperNote } from '../../session/ExportButtons.tsx'
import { useSession } from '../../session/session.ts'
import { NearestNumbers } from './NearestNumbers.tsx'
import styles from './SearchPage.module.css'
import type { ShownSearch } from './SearchPage.tsx'

type Noun = { one: string; more: string }

/** Returns the number of loaded rows in Dutch words, and whether there are more rows. */
function foundText(count: number, isMore: boolean, meta: SearchMeta | undefined, { one, more }: Noun) {
  const counted = count === 0 ? `geen ${more}` : countText(count, one, more)
  // After a search that stopped early it is unknown whether there are more rows.
  if (meta?.truncated) return `Tot nu toe ${counted} gevonden`
  return isMore ? `${numberText(count)} ${more}, er zijn er meer` : `${counted} gevonden`
}

/** Returns the search criteria in Dutch words. */
function useCriteriaText(criteria: Values) {
  const { municipalities = [], systems = [] } = useSession() ?? {}
  const municipality = municipalities.find(({ id }) => String(id) === criteria.municipality_id)?.name
  const stream = WasteStream.options.find((id) => id === criteria.waste_type)
  const parts = [
    criteria.postal_code,
    criteria.street,
    criteria.house_number && `nummer ${criteria.house_number}`,
    criteria.house_number_extension && `toevoeging ${criteria.house_number_extension}`,
    municipality && `gemeente ${municipality}`,
    criteria.object_code && `objectcode ${criteria.object_code}`,
    stream && wasteStreamNames[stream],
    systems.find(({ id }) => String(id) === criteria.collection_system)?.name,
  ]
  return parts.filter(Boolean).join(', ')
}

function NothingFound({ criteria, page }: Pick<SearchResultProps<{ alias: string }>, 'criteria' | 'page'>) {
  const searchedFor = useCriteriaText(criteria)
  const { house_number, house_number_extension, street } = criteria
  return (
    <Empty drawing="nothing-found">
      <p>
        Er is niets gevonden voor: <strong>{searchedFor}</strong>.
      </p>
      {page === '/address/$alias' && house_number && <NearestNumbers criteria={criteria} />}
      <p>Dit kunt u proberen:</p>
      <ul>
        {house_number_extension && <li>Laat de toevoeging leeg.</li>}
        {house_number && <li>Laat het huisnummer leeg, dan ziet u alle nummers.</li>}
        {street && <li>Vul alleen het begin van de straatnaam in.</li>}
        <li>Zoek met minder velden tegelijk, of kijk of er een tikfout in staat.</li>
      </ul>
    </Empty>
  )
}

/** Returns a remark for a list of streets with similar names, or for a search that stopped early. */
function remarkOn({ close, truncated }: SearchMeta, { street }: Values) {
  if (close) return `Er is geen straat ‘${street}’ gevonden die hierbij past. Deze namen lijken erop.`
  if (truncated) return 'Er zijn veel straten doorzocht, maar nog niet alle. Vul meer velden in, of zoek verder.'
  return undefined
}

const keyNotes: KeyNote[] = [{ keys: ['↓'], action: 'Van een zoekveld of de kop naar de eerste rij' }]

/**
 * Moves the focus from the heading of the page to the heading of the list. ArrowDown moves the focus from that heading,
 * or from a code field, to the first row.
 */
function useKeysToRows(found: unknown) {
  useKeyNotes('In een lijst', keyNotes)
  useEffect(() => {
    // Runs after the page has set the initial focus. Leaves the focus where the user has moved it.
    const timer = setTimeout(() => {
      const headings = document.querySelectorAll<HTMLElement>('main h2')
      if (found && document.activeElement?.matches('h1')) headings[headings.length - 1]?.focus()
    })
    return () => clearTimeout(timer)
  }, [found])
  usePageKeys('bubble', (event) => {
    if (event.key !== 'ArrowDown' || !document.activeElement?.matches('main :is(h2, [data-code])')) return
    const first = document.querySelector<HTMLElement>('main tbody a')
    if (first) event.preventDefault()
    first?.focus()
  })
}

/** Opens the only result of a submitted search. Clears `submitted` first: otherwise Back would open it again. */
function useOnlyResult<T extends { alias: string }>({ of: search, page, criteria }: SearchResultProps<T>) {
  const navigate = useNavigate()
  // `resolvedLocation` is the page on screen. During a navigation, the next page has no result yet.
  const isSubmitted = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.submitted === true })
  const [first, ...others] = search.data?.pages.flatMap(({ data }) => data) ?? []
  const isClose = search.data?.pages.at(-1)?.meta.close
  const alias = others.length === 0 && !search.hasNextPage && !isClose ? first?.alias : undefined
  useEffect(() => {
    if (!isSubmitted || alias === undefined) return
    void navigate({ to: '.', search: true, replace: true }).then(() =>
      navigate({ to: page, params: { alias }, state: { criteria } }),
    )
  }, [isSubmitted, alias, navigate, page, criteria])
}

export type SearchResultProps<T extends { alias: string }> = ShownSearch & {
  /** The page of one result. */
  page: '/address/$alias' | '/collection-system/$alias'
  of: UseInfiniteQueryResult<InfiniteData<{ data: T[]; meta: SearchMeta }>, Error>
  noun: Noun
  exportedBy: typeof exportAddresses | typeof exportCollectionSystems
  columns: RowColumn<T>[]
  /** Renders the list. */
  children: (found: T[]) => ReactNode
}

/** The result of a search: the number of rows, the list and a button for more rows; or advice if nothing was found. */
export function SearchResult<T extends { alias: string }>(props: SearchResultProps<T>) {
  const { of: search, noun, criteria, body, onAnnounce, exportedBy, columns, children } = props
  useOnlyResult(props)
  const { pages = [] } = search.data ?? {}
  const found = useMemo(() => search.data?.pages.flatMap(({ data }) => data) ?? [], [search.data])
  const meta = pages.at(-1)?.meta
  useKeysToRows(search.data)
  const searchedFor = useCriteriaText(criteria)
  const text = foundText(found.length, search.hasNextPage, meta, noun)
  // Similar names come before the streets that only contain the typed text, so a later page may have none.
  const remark = meta && remarkOn({ ...meta, close: pages.some((page) => page.meta.close) }, criteria)
  // The table announces that it loads all pages. The number of rows is announced once, after the last page.
  const announced = !useLoadsAllPages(search, columns) && search.data ? [remark, text].filter(Boolean).join(' ') : ''
  useEffect(() => {
    onAnnounce(announced)
    return () => onAnnounce('')
  }, [announced, onAnnounce])
  return (
    <Result
      of={search}
      waiting={
        <div className={styles.waiting}>
          <Skeleton lines={6} columns={columns} />
        </div>
      }
      isEmpty={() => found.length === 0 && !search.hasNextPage}
      empty={
        <Panel title={`Geen ${noun.more} gevonden`}>
          <NothingFound criteria={criteria} page={props.page} />
        </Panel>
      }
    >
      {() => (
        <Panel title={text} aside={<ExportButtons key={JSON.stringify(criteria)} of={exportedBy} sent={{ body }} />}>
          <PaperNote criteria={searchedFor} />
          {remark && <p>{remark}</p>}
          {found.length > 0 && children(found)}
          <MoreButton of={search} />
        </Panel>
      )}
    </Result>
  )
}
