import { searchAddresses } from '@rd4-loket/contract'
import { locationCriteria, SearchPage, usePlaceSearch } from '../../domain/places/SearchPage.tsx'
import { lazyPage, usePreload } from '../../session/lazy-page.ts'

// Most of the code of the page. It loads while the employee types the criteria.
const AddressResult = lazyPage(async () => (await import('./AddressResult.tsx')).AddressResult)

/** Searches addresses by the criteria in the page's URL. */
export function AddressSearchPage() {
  const search = usePlaceSearch(searchAddresses, locationCriteria)
  usePreload(AddressResult)
  return (
    <SearchPage {...search} label="Zoek adres">
      {(result) => <AddressResult of={search.of} {...result} />}
    </SearchPage>
  )
}
