import { exportAddresses, parseInput, searchAddresses } from '@rd4-loket/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AddressTable } from '../../shared/AddressTable.tsx'
import { pages } from '../../shared/api.ts'
import { ExportButtons } from '../../shared/ExportButtons.tsx'
import { LocationFields } from '../../shared/LocationFields.tsx'
import { Page } from '../../shared/Page.tsx'
import { SearchForm } from '../../shared/SearchForm.tsx'
import { SearchResult } from '../../shared/SearchResult.tsx'
import { locationCriteria, searchBody, useSearchCriteria } from '../../shared/search-criteria.ts'

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
        <SearchResult
          of={addresses}
          noun={{ one: 'adres', more: 'adressen' }}
          criteria={criteria}
          exporting={
            <ExportButtons key={JSON.stringify(criteria)} of={exportAddresses} sent={{ body: searchBody(criteria) }} />
          }
        >
          {(found) => <AddressTable caption="Gevonden adressen" addresses={found} criteria={criteria} />}
        </SearchResult>
      )}
    </Page>
  )
}
