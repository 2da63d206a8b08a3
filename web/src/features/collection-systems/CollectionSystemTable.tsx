import { type CollectionSystem, placeLine } from '@rd4-loket/contract'
import type { Values } from '../../shared/Form.tsx'
import { numberText } from '../../shared/format.ts'
import { LinkRow, LinkTable } from '../../shared/LinkTable.tsx'
import { useOpenedCollectionSystems } from '../../shared/opened.ts'
import { StreamNames } from '../../shared/StreamNames.tsx'
import styles from './CollectionSystemTable.module.css'

/** The collection systems that were found; the one that was opened last is marked. */
export function CollectionSystemTable({ systems, criteria }: { systems: CollectionSystem[]; criteria: Values }) {
  const [last] = useOpenedCollectionSystems()
  return (
    <LinkTable
      caption="Gevonden verzamelsystemen"
      columns={['Verzamelsysteem', 'Plaats', 'Afvalstromen', { name: 'Aangesloten adressen', number: true }]}
      rows={systems}
      opened={systems.find(({ alias }) => alias === last?.alias)}
    >
      {(it, placed) => (
        <LinkRow
          key={it.alias}
          to="/collection-system/$alias"
          alias={it.alias}
          name={it.name}
          opened={it.alias === last?.alias}
          criteria={criteria}
          placed={placed}
          note={<span className={styles.kind}>{it.system.name}</span>}
        >
          <td className={styles.place}>{placeLine(it)}</td>
          <td>
            <StreamNames streams={it.waste_types} />
          </td>
          <td data-label="Aangesloten adressen" data-number data-line>
            {numberText(it.connected_addresses)}
          </td>
        </LinkRow>
      )}
    </LinkTable>
  )
}
