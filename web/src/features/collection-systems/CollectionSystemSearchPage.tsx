import { exportCollectionSystems, searchCollectionSystems, showCollectionSystemMeta } from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchPage } from '../../domain/places/SearchPage.tsx'
import { hasCriteria, locationCriteria, searchBody, useSearchCriteria } from '../../domain/places/search-criteria.ts'
import { ChoiceField } from '../../kit/forms/Form.tsx'
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
  const systems = useInfiniteQuery({
    ...queryPages(searchCollectionSystems, { body: searchBody(criteria) }),
    enabled: hasCriteria(criteria),
  })
  return (
    <SearchPage
      label="Zoek verzamelsysteem"
      endpoint={searchCollectionSystems}
      of={systems}
      noun={{ one: 'verzamelsysteem', more: 'verzamelsystemen' }}
      criteria={criteria}
      onSearch={searchFor}
      exportedBy={exportCollectionSystems}
      fields={<SystemFields />}
    >
      {(found) => <CollectionSystemTable systems={found} criteria={criteria} />}
    </SearchPage>
  )
}
