import {
  exportCollectionSystems,
  parseInput,
  searchCollectionSystems,
  showCollectionSystemMeta,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LocationFields } from '../../domain/places/LocationFields.tsx'
import { SearchForm } from '../../domain/places/SearchForm.tsx'
import { SearchResult } from '../../domain/places/SearchResult.tsx'
import { locationCriteria, searchBody, useSearchCriteria } from '../../domain/places/search-criteria.ts'
import { ChoiceField } from '../../kit/forms/Field.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { query, queryPages } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { CollectionSystemTable } from './CollectionSystemTable.tsx'

const collectionSystemCriteria = [...locationCriteria, 'waste_type', 'collection_system']

/** The two criteria of collection systems only. The options are those of the login until the current ones load. */
function SystemFields() {
  const session = useSession()
  const meta = useQuery({ ...query(showCollectionSystemMeta, {}), meta: {} })
  const { systems = [], waste_types = [] } = meta.data ?? session ?? {}
  return (
    <>
      <ChoiceField name="waste_type" label="Afvalsoort" none="Alle afvalsoorten" options={waste_types} />
      <ChoiceField name="collection_system" label="Verzamelsysteem" none="Alle soorten" options={systems} />
    </>
  )
}

/** Searches collection systems by the criteria in the page's URL. */
export function CollectionSystemSearchPage() {
  const [criteria, searchFor] = useSearchCriteria(collectionSystemCriteria)
  const hasCriteria = Object.keys(criteria).length > 0
  const systems = useInfiniteQuery({
    ...queryPages(searchCollectionSystems, { body: searchBody(criteria) }),
    enabled: hasCriteria,
  })
  return (
    <Page>
      <SearchForm
        label="Zoek verzamelsysteem"
        criteria={criteria}
        check={(values) => parseInput(searchCollectionSystems.body, searchBody(values)).errors}
        error={systems.error}
        onSearch={searchFor}
      >
        <LocationFields first={!hasCriteria}>
          <SystemFields />
        </LocationFields>
      </SearchForm>
      {hasCriteria && (
        <SearchResult
          of={systems}
          noun={{ one: 'verzamelsysteem', more: 'verzamelsystemen' }}
          criteria={criteria}
          exportedBy={exportCollectionSystems}
        >
          {(found) => <CollectionSystemTable systems={found} criteria={criteria} />}
        </SearchResult>
      )}
    </Page>
  )
}
