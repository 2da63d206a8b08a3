import {
  listMunicipalities,
  parseInput,
  type RequestInput,
  type searchAddresses,
  type searchCollectionSystems,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button, Buttons } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Field, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { Announcement, failureLine, Page, Panel } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { query, queryPages } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import styles from './SearchPage.module.css'
import { StreetField } from './StreetField.tsx'

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
  const of = useInfiniteQuery({ ...queryPages(endpoint, sent, { limit: 100 }), enabled: hasCriteria(criteria) })
  return { endpoint, names, criteria, onSearch, of }
}

/** Returns a hint for a field whose list failed to load. The field then offers the list from the login. */
export const outdatedText = (error: Error | null) => (error ? `Niet bijgewerkt. ${failureLine(error)}` : undefined)

/** The field for the municipality. Offers the list from the login until the current list has loaded. */
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

export type ShownSearch = {
  criteria: Values
  /** The body of the search call, which an export sends too. */
  body: Record<string, unknown>
  /** Announces a text to screen readers. */
  onAnnounce: (text: string) => void
}

type SearchPageProps = {
  label: string
  criteria: Values
  of: { error: Error | null; isLoadingError: boolean }
  /** The names of the criteria that the search sends. */
  names: string[]
  endpoint: typeof searchAddresses | typeof searchCollectionSystems
  onSearch: (values: Values) => void
  /** The extra fields of this screen, after the six fields that addresses and collection systems share. */
  fields?: ReactNode
  /** Renders the result of a search by these criteria. */
  children: (search: ShownSearch) => ReactNode
}

/** A search screen: the fields with the criteria in the page's URL, and the result if there are any criteria. */
export function SearchPage({ label, endpoint, onSearch, names, criteria, of, fields, children }: SearchPageProps) {
  const inputError = inputErrorIn(of)
  const [announced, onAnnounce] = useState('')
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
      {/* On the page before the code of the result has loaded, because screen readers announce only changes. */}
      <Announcement>{announced}</Announcement>
      {hasCriteria(criteria) && !inputError && (
        <Suspense>{children({ criteria, body: searchBody(names, criteria), onAnnounce })}</Suspense>
      )}
    </Page>
  )
}
