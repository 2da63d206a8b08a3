import { exportAddresses, searchAddresses } from '@rd4-loket/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AddressTable } from '../../domain/places/AddressTable.tsx'
import { SearchPage } from '../../domain/places/SearchPage.tsx'
import { hasCriteria, locationCriteria, searchBody, useSearchCriteria } from '../../domain/places/search-criteria.ts'
import { queryPages } from '../../session/queries.ts'

/** Searches addresses by the criteria in the page's URL. */
export function AddressSearchPage() {
  const [criteria, searchFor] = useSearchCriteria(locationCriteria)
  const addresses = useInfiniteQuery({
    ...queryPages(searchAddresses, { body: searchBody(criteria) }),
    enabled: hasCriteria(criteria),
  })
  return (
    <SearchPage
      label="Zoek adres"
      endpoint={searchAddresses}
      of={addresses}
      noun={{ one: 'adres', more: 'adressen' }}
      criteria={criteria}
      onSearch={searchFor}
      exportedBy={exportAddresses}
    >
      {(found) => <AddressTable caption="Gevonden adressen" addresses={found} criteria={criteria} />}
    </SearchPage>
  )
}
