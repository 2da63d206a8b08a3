import { parseInput, type Sent, searchAddresses } from '@rd4-loket/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AddressTable } from '../../shared/AddressTable.tsx'
import { pages } from '../../shared/api.ts'
import type { Values } from '../../shared/Form.tsx'
import { LocationFields } from '../../shared/LocationFields.tsx'
import { Page } from '../../shared/Page.tsx'
import { SearchForm } from '../../shared/SearchForm.tsx'
import { SearchResult } from '../../shared/SearchResult.tsx'
import { chosenId, locationCriteria, useSearchCriteria } from '../../shared/search-criteria.ts'

/** What the search call is sent. A house number stays the text that was typed; the server reads it. */
const searchBody = ({ municipality_id = '', ...texts }: Values): Sent<typeof searchAddresses>['body'] => ({
  ...texts,
  ...chosenId('municipality_id', { municipality_id }),
})

/** Finds addresses by what an employee knows of them. The criteria stand in the page's address. */
export function AddressSearchPage() {
  const [criteria, search] = useSearchCriteria(locationCriteria)
  const asked = Object.keys(criteria).length > 0
  const addresses = useInfiniteQuery({ ...pages(searchAddresses, { body: searchBody(criteria) }), enabled: asked })
  return (
    <Page>
      <SearchForm
        label="Zoek adres"
        criteria={criteria}
        check={(values) => parseInput(searchAddresses.body, searchBody(values)).errors}
        error={addresses.error}
        onSearch={search}
      >
        <LocationFields first={!asked} />
      </SearchForm>
      {asked && (
        <SearchResult of={addresses} noun={{ one: 'adres', more: 'adressen' }} criteria={criteria}>
          {(found) => <AddressTable caption="Gevonden adressen" addresses={found} criteria={criteria} />}
        </SearchResult>
      )}
    </Page>
  )
}
