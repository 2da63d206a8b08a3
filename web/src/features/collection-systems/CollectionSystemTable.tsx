import { type CollectionSystem, townLine } from '@rd4-loket/contract'
import { useOpened } from '../../domain/places/opened.ts'
import { StreamNames } from '../../domain/waste-streams/StreamMark.tsx'
import { numberText } from '../../kit/browser/format.ts'
import type { Values } from '../../kit/forms/Form.tsx'
import { LinkRow, LinkTable } from '../../kit/tables/LinkTable.tsx'
import styles from './CollectionSystemTable.module.css'

/** The collection systems found, in which the last opened system is marked. */
export function CollectionSystemTable({ systems, criteria }: { systems: CollectionSystem[]; criteria: Values }) {
  const [last] = useOpened('collection systems')
  return (
    <LinkTable
      caption="Gevonden verzamelsystemen"
      columns={['Verzamelsysteem', 'Plaats', 'Afvalstromen', { name: 'Aangesloten adressen', number: true }]}
      rows={systems}
      opened={systems.find(({ alias }) => alias === last?.alias)}
    >
      {(it, rowProps) => (
        <LinkRow
          key={it.alias}
          to="/collection-system/$alias"
          alias={it.alias}
          name={it.name}
          opened={it.alias === last?.alias}
          criteria={criteria}
          rowProps={rowProps}
          note={<span className="below dimmed">{it.system.name}</span>}
        >
          <td className={styles.town}>{townLine(it)}</td>
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
