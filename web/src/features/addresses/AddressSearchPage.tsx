import { Button } from '@mantine/core'
import { type Address, parseInput, searchAddresses } from '@rd4-loket/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../../shared/api.ts'
import { ChoiceField, Field } from '../../shared/Field.tsx'
import { Form, type Values } from '../../shared/Form.tsx'
import { countText, numberText } from '../../shared/format.ts'
import { Icon } from '../../shared/Icon.tsx'
import { Page } from '../../shared/Page.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { Result, Skeleton } from '../../shared/Result.tsx'
import { useSession } from '../../shared/session.ts'
import styles from './AddressSearchPage.module.css'
import { AddressTable } from './AddressTable.tsx'
import { searchBody, useSearchCriteria } from './search-criteria.ts'

function SearchFields({ first }: { first: boolean }) {
  const municipalities = useSession()?.municipalities ?? []
  return (
    <div className={styles.fields}>
      <Field name="postal_code" label="Postcode" autoComplete="off" data-focus-first={first || undefined} />
      <Field name="house_number" label="Huisnummer" autoComplete="off" />
      <Field name="house_number_extension" label="Toevoeging" autoComplete="off" />
      <Field name="street" label="Straat" autoComplete="off" />
      <ChoiceField name="municipality_id" label="Gemeente" none="Alle gemeenten" options={municipalities} />
      <Field name="object_code" label="Objectcode" autoComplete="off" />
    </div>
  )
}

/** How many addresses there are, as far as is known. */
const foundText = (count: number, more: boolean) =>
  more ? `${numberText(count)} adressen, er zijn er meer` : `${countText(count, 'adres', 'adressen')} gevonden`

function NothingFound({ criteria }: { criteria: Values }) {
  const { municipalities = [] } = useSession() ?? {}
  const municipality = municipalities.find(({ id }) => String(id) === criteria.municipality_id)?.name
  const asked = [
    criteria.postal_code,
    criteria.street,
    criteria.house_number && `nummer ${criteria.house_number}`,
    criteria.house_number_extension && `toevoeging ${criteria.house_number_extension}`,
    municipality && `gemeente ${municipality}`,
    criteria.object_code && `objectcode ${criteria.object_code}`,
  ]
  const { house_number, house_number_extension, street } = criteria
  return (
    <div className={styles.nothing}>
      <p>
        Er is niets gevonden voor: <strong>{asked.filter(Boolean).join(', ')}</strong>.
      </p>
      <p>Dit kunt u proberen:</p>
      <ul>
        {house_number_extension && <li>Laat de toevoeging leeg.</li>}
        {house_number && <li>Laat het huisnummer leeg, dan ziet u alle nummers.</li>}
        {street && <li>Vul alleen het begin van de straatnaam in.</li>}
        <li>Zoek met minder velden tegelijk, of kijk of er een tikfout in staat.</li>
      </ul>
    </div>
  )
}

/** Finds addresses by what an employee knows of them. The criteria stand in the page's address. */
export function AddressSearchPage() {
  const [criteria, search] = useSearchCriteria()
  const asked = Object.keys(criteria).length > 0
  const addresses = useInfiniteQuery({ ...pages(searchAddresses, { body: searchBody(criteria) }), enabled: asked })
  const found: Address[] = addresses.data?.pages.flatMap(({ data }) => data) ?? []

  return (
    <Page>
      <Panel title="Waar zoekt u naar?">
        <Form
          label="Zoek adres"
          filled={criteria}
          error={addresses.error}
          check={(values) => parseInput(searchAddresses.body, searchBody(values)).errors}
          onSubmit={search}
        >
          <SearchFields first={!asked} />
          <div className={styles.buttons}>
            <Button type="submit" leftSection={<Icon name="search" size={20} />}>
              Zoeken
            </Button>
            <Button variant="default" onClick={() => search({})}>
              Wissen
            </Button>
          </div>
        </Form>
      </Panel>
      <p role="status" className="visually-hidden">
        {addresses.data && foundText(found.length, addresses.hasNextPage)}
      </p>
      {asked && (
        <Result
          of={addresses}
          waiting={
            <div className={styles.waiting}>
              <Skeleton lines={6} />
            </div>
          }
          isEmpty={() => found.length === 0}
          empty={
            <Panel title="Geen adressen gevonden">
              <NothingFound criteria={criteria} />
            </Panel>
          }
        >
          {() => (
            <Panel title={foundText(found.length, addresses.hasNextPage)}>
              <AddressTable addresses={found} criteria={criteria} />
              {addresses.hasNextPage && (
                <Button
                  variant="default"
                  className={styles.more}
                  loading={addresses.isFetchingNextPage}
                  onClick={() => addresses.fetchNextPage()}
                >
                  Meer tonen
                </Button>
              )}
            </Panel>
          )}
        </Result>
      )}
    </Page>
  )
}
