import {
  type exportAddresses,
  type exportCollectionSystems,
  listMunicipalities,
  parseInput,
  type RequestInput,
  type SearchMeta,
  type searchAddresses,
  type searchCollectionSystems,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { countText, numberText } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { Button, Buttons } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Field, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { Announcement, Empty, failureLine, MoreButton, Page, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { ExportButtons, PaperNote } from '../../session/ExportButtons.tsx'
import { query, queryPages } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import styles from './SearchPage.module.css'
import { StreetField } from './StreetField.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the employee submitted this search. If it has only one result, the page of that result opens at once. */
    submitted?: true
  }
}

/** The search criteria that addresses and collection systems share. */
export const locationCriteria = [
  'municipality_id',
  'street',
  'house_number',
  'house_number_extension',
  'postal_code',
  'object_code',
]
const numericCriteria = ['municipality_id', 'collection_system']
const maxLength = 100

/** Returns the named criteria as they were typed, without empty criteria. */
function pickCriteria(names: string[], input: Record<string, unknown>) {
  const criteria: Values = {}
  for (const name of names) {
    const text = String(input[name] ?? '')
      .slice(0, maxLength)
      .trim()
    if (text) criteria[name] = text
  }
  return criteria
}

/** Returns the body of a search call: each criterion as typed, ids as numbers, and null for an empty criterion. */
const searchBody = (names: string[], values: Values) =>
  Object.fromEntries(
    names.map((name) => {
      const text = values[name] || null
      return [name, text && numericCriteria.includes(name) ? Number(text) : text]
    }),
  )

/** Returns whether at least one criterion is filled in. */
const hasCriteria = (criteria: Values) => Object.keys(criteria).length > 0

/** Returns the criteria in the page's URL, the result of that search, and a function that searches by new criteria. */
export function usePlaceSearch<E extends typeof searchAddresses | typeof searchCollectionSystems>(
  endpoint: E,
  names: string[],
) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = JSON.stringify(pickCriteria(names, search))
  const criteria: Values = useMemo(() => JSON.parse(text), [text])
  const onSearch = (values: Values) =>
    navigate({ to: '.', search: pickCriteria(names, values), state: { submitted: true } })
  const sent = { body: searchBody(names, criteria) } as RequestInput<E>
  const of = useInfiniteQuery({ ...queryPages(endpoint, sent), enabled: hasCriteria(criteria) })
  return { endpoint, names, criteria, onSearch, of }
}

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

function NothingFound({ criteria }: { criteria: Values }) {
  const searchedFor = useCriteriaText(criteria)
  const { house_number, house_number_extension, street } = criteria
  return (
    <Empty drawing="nothing-found">
      <p>
        Er is niets gevonden voor: <strong>{searchedFor}</strong>.
      </p>
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

/** Returns a remark for a list with streets of similar names, or for a search that stopped early. */
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
    // Delayed until the page has set the initial focus. If the user has moved the focus since, it stays there.
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

/** Opens the only result of a submitted search. First clears `submitted`, so that Back returns to the form. */
function useOnlyResult<T extends { alias: string }>({ of: search, page, criteria }: SearchResultProps<T>) {
  const navigate = useNavigate()
  // `resolvedLocation` is the page on screen. The result of a navigation in flight is not known yet.
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

type SearchResultProps<T extends { alias: string }> = {
  /** The page of one result. */
  page: '/address/$alias' | '/collection-system/$alias'
  of: UseInfiniteQueryResult<InfiniteData<{ data: T[]; meta: SearchMeta }>, Error>
  noun: Noun
  /** The names of the criteria that the search sends. */
  names: string[]
  criteria: Values
  exportedBy: typeof exportAddresses | typeof exportCollectionSystems
  children: (found: T[]) => ReactNode
}

/** The result of a search: the number of rows, the list and a button for more rows, or that nothing was found. */
function SearchResult<T extends { alias: string }>(props: SearchResultProps<T>) {
  const { of: search, noun, names, criteria, exportedBy, children } = props
  useOnlyResult(props)
  const found = useMemo(() => search.data?.pages.flatMap(({ data }) => data) ?? [], [search.data])
  const meta = search.data?.pages.at(-1)?.meta
  useKeysToRows(search.data)
  const searchedFor = useCriteriaText(criteria)
  const text = foundText(found.length, search.hasNextPage, meta, noun)
  const remark = meta && remarkOn(meta, criteria)
  return (
    <>
      <Announcement>{search.data && [remark, text].filter(Boolean).join(' ')}</Announcement>
      <Result
        of={search}
        waiting={
          <div className={styles.waiting}>
            <Skeleton lines={6} />
          </div>
        }
        isEmpty={() => found.length === 0 && !search.hasNextPage}
        empty={
          <Panel title={`Geen ${noun.more} gevonden`}>
            <NothingFound criteria={criteria} />
          </Panel>
        }
      >
        {() => (
          <Panel
            title={text}
            aside={
              <ExportButtons
                key={JSON.stringify(criteria)}
                of={exportedBy}
                sent={{ body: searchBody(names, criteria) }}
              />
            }
          >
            <PaperNote criteria={searchedFor} />
            {remark && <p>{remark}</p>}
            {found.length > 0 && children(found)}
            <MoreButton of={search} />
          </Panel>
        )}
      </Result>
    </>
  )
}

/** Returns a hint for a field whose list failed to load. The field then offers the list received at the login. */
export const outdatedText = (error: Error | null) => (error ? `Niet bijgewerkt. ${failureLine(error)}` : undefined)

/** The field for the municipality. Until the current list has loaded, the options are the list from the login. */
function MunicipalityField() {
  const session = useSession()
  const municipalities = useQuery(query(listMunicipalities, {}))
  const options = municipalities.data ?? session?.municipalities ?? []
  return (
    <ChoiceField
      name="municipality_id"
      label="Gemeente"
      description={outdatedText(municipalities.error)}
      none="Alle gemeenten"
      options={options}
    />
  )
}

type SearchPageProps<T extends { alias: string }> = SearchResultProps<T> & {
  label: string
  endpoint: typeof searchAddresses | typeof searchCollectionSystems
  onSearch: (values: Values) => void
  /** The extra fields of this screen, after the six fields that addresses and collection systems share. */
  fields?: ReactNode
}

/** A search screen: the fields with the criteria in the page's URL, and the result if there are any criteria. */
export function SearchPage<T extends { alias: string }>({
  label,
  endpoint,
  onSearch,
  fields,
  ...search
}: SearchPageProps<T>) {
  const { names, criteria } = search
  const inputError = inputErrorIn(search.of)
  return (
    <Page>
      <div className="screen-only">
        <Panel title="Waar zoekt u naar?">
          <Form
            label={label}
            filled={criteria}
            error={inputError}
            check={(values) => parseInput(endpoint.body, searchBody(names, values)).errors}
            onSubmit={onSearch}
            onReset={() => onSearch({})}
          >
            <div className={styles.fields}>
              <Field
                name="postal_code"
                label="Postcode"
                autoComplete="off"
                data-code
                data-focus-first={!hasCriteria(criteria) || undefined}
              />
              <Field name="house_number" label="Huisnummer" autoComplete="off" data-code />
              <Field name="house_number_extension" label="Toevoeging" autoComplete="off" data-code />
              <StreetField label="Straat" />
              <MunicipalityField />
              <Field name="object_code" label="Objectcode" autoComplete="off" data-code />
              {fields}
            </div>
            <Buttons>
              <Button type="submit" size="md" icon={<Icon name="search" size={20} />}>
                Zoeken
              </Button>
              <Button type="reset" variant="default" size="md">
                Wissen
              </Button>
            </Buttons>
          </Form>
        </Panel>
      </div>
      {hasCriteria(criteria) && !inputError && <SearchResult {...search} />}
    </Page>
  )
}
