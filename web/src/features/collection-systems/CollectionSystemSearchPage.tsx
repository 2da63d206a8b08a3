import {
  type CollectionSystem,
  exportCollectionSystems,
  searchCollectionSystems,
  showCollectionSystemMeta,
  townLine,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useLastOpened } from '../../domain/places/opened.ts'
import { locationCriteria, outdatedText, SearchPage, usePlaceSearch } from '../../domain/places/SearchPage.tsx'
import { SearchResult } from '../../domain/places/SearchResult.tsx'
import { StreamNames } from '../../domain/waste-streams/StreamMark.tsx'
import { numberText } from '../../kit/browser/format.ts'
import { ChoiceField, type Values } from '../../kit/forms/Form.tsx'
import { LinkTable } from '../../kit/tables/LinkTable.tsx'
import type { LoadedPages, RowColumn } from '../../kit/tables/sorted-rows.ts'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import styles from './CollectionSystemTable.module.css'

const collectionSystemCriteria = [...locationCriteria, 'waste_type', 'collection_system']

/** The two criteria for collection systems only. Offers the lists from the login until the current lists load. */
function SystemFields() {
  const session = useSession()
  const meta = useQuery(query(showCollectionSystemMeta, {}))
  const { systems = [], waste_types = [] } = meta.data ?? session ?? {}
  const description = outdatedText(meta.error)
  return (
    <>
      <ChoiceField
        name="waste_type"
        label="Afvalstroom"
        description={description}
        none="Alle afvalstromen"
        options={waste_types}
      />
      <ChoiceField
        name="collection_system"
        label="Verzamelsysteem"
        description={description}
        none="Alle soorten"
        options={systems}
      />
    </>
  )
}

/** Searches collection systems by the criteria in the page's URL. */
export function CollectionSystemSearchPage() {
  const search = usePlaceSearch(searchCollectionSystems, collectionSystemCriteria)
  return (
    <SearchPage {...search} label="Zoek verzamelsysteem" fields={<SystemFields />}>
      {(result) => (
        <SearchResult
          of={search.of}
          {...result}
          page="/collection-system/$alias"
          noun={{ one: 'verzamelsysteem', more: 'verzamelsystemen' }}
          exportedBy={exportCollectionSystems}
          columns={columns}
        >
          {(found) => <CollectionSystemTable systems={found} pages={search.of} criteria={search.criteria} />}
        </SearchResult>
      )}
    </SearchPage>
  )
}

const columns: RowColumn<CollectionSystem>[] = [
  { name: 'Verzamelsysteem', by: ({ name }) => name },
  { name: 'Plaats', by: townLine },
  { name: 'Afvalstromen', by: ({ waste_types }) => waste_types.map((stream) => wasteStreamNames[stream]).join() },
  { name: 'Aangesloten adressen', number: true, by: ({ connected_addresses }) => connected_addresses },
]

type CollectionSystemTableProps = { systems: CollectionSystem[]; pages: LoadedPages; criteria: Values }

/** The collection systems found, in which the last opened system is marked. */
function CollectionSystemTable({ systems, pages, criteria }: CollectionSystemTableProps) {
  const lastOpened = useLastOpened('collection_system')
  return (
    <LinkTable
      caption="Gevonden verzamelsystemen"
      columns={columns}
      rows={systems}
      pages={pages}
      to="/collection-system/$alias"
      lastOpened={lastOpened}
      criteria={criteria}
      nameOf={({ name }) => name}
      noteOf={({ system }) => <span className="below dimmed">{system.name}</span>}
    >
      {(it) => (
        <>
          <td className={styles.town}>{townLine(it)}</td>
          <td>
            <StreamNames streams={it.waste_types} />
          </td>
          <td data-label="Aangesloten adressen" data-number data-line>
            {it.connected_addresses === undefined ? '–' : numberText(it.connected_addresses)}
          </td>
        </>
      )}
    </LinkTable>
  )
}
