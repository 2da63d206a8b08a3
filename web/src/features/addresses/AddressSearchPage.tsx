import { exportAddresses, searchAddresses } from '@rd4-loket/contract'
import { AddressTable, addressColumns } from '../../domain/places/AddressTable.tsx'
import { locationCriteria, SearchPage, usePlaceSearch } from '../../domain/places/SearchPage.tsx'

/** Searches addresses by the criteria in the page's URL. */
export function AddressSearchPage() {
  const search = usePlaceSearch(searchAddresses, locationCriteria)
  return (
    <SearchPage
      {...search}
      label="Zoek adres"
      page="/address/$alias"
      noun={{ one: 'adres', more: 'adressen' }}
      exportedBy={exportAddresses}
      columns={addressColumns}
    >
      {(found) => (
        <AddressTable caption="Gevonden adressen" addresses={found} pages={search.of} criteria={search.criteria} />
      )}
    </SearchPage>
  )
}
