import { type Address, exportAddresses } from '@rd4-loket/contract'
import { AddressTable, addressColumns } from '../../domain/places/AddressTable.tsx'
import type { ShownSearch } from '../../domain/places/SearchPage.tsx'
import { SearchResult, type SearchResultProps } from '../../domain/places/SearchResult.tsx'

/** The result of a search for addresses. */
export const AddressResult = (search: Pick<SearchResultProps<Address>, 'of' | keyof ShownSearch>) => (
  <SearchResult
    {...search}
    page="/address/$alias"
    noun={{ one: 'adres', more: 'adressen' }}
    exportedBy={exportAddresses}
    columns={addressColumns}
  >
    {(found) => (
      <AddressTable caption="Gevonden adressen" addresses={found} pages={search.of} criteria={search.criteria} />
    )}
  </SearchResult>
)
