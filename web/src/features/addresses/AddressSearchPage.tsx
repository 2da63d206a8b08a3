import { exportAddresses, parseInput, searchAddresses } from '@rd4-loket/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AddressTable } from '../../domain/places/AddressTable.tsx'
import { LocationFields } from '../../domain/places/LocationFields.tsx'
import { SearchForm } from '../../domain/places/SearchForm.tsx'
import { SearchResult } from '../../domain/places/SearchResult.tsx'
import { locationCriteria, searchBody, useSearchCriteria } from '../../domain/places/search-criteria.ts'
import { Page } from '../../kit/page/Page.tsx'
import { queryPages } from '../../session/queries.ts'

/** Searches addresses by the criteria in the page's URL. */
export function AddressSearchPage() {
  const [criteria, searchFor] = useSearchCriteria(locationCriteria)
  const hasCriteria = Object.keys(criteria).length > 0
  const addresses = useInfiniteQuery({
    ...queryPages(searchAddresses, { body: searchBody(criteria) }),
    enabled: hasCriteria,
  })
  return (
    <Page>
      <SearchForm
        label="Zoek adres"
        criteria={criteria}
        check={(values) => parseInput(searchAddresses.body, searchBody(values)).errors}
        error={addresses.error}
        onSearch={searchFor}
      >
        <LocationFields first={!hasCriteria} />
      </SearchForm>
      {hasCriteria && (
        <SearchResult
          of={addresses}
          noun={{ one: 'adres', more: 'adressen' }}
          criteria={criteria}
          exportedBy={exportAddresses}
        >
          {(found) => <AddressTable caption="Gevonden adressen" addresses={found} criteria={criteria} />}
        </SearchResult>
      )}
    </Page>
  )
}
