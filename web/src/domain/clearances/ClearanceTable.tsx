import { type Clearance, clearanceCategoryNames, type Equipment } from '@rd4-loket/contract'
import { euroText, momentText, numberText, weekdayText } from '../../kit/browser/format.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { kindName } from '../equipment/EquipmentList.tsx'
import { StreamName } from '../waste-streams/StreamMark.tsx'
import { isCharged } from './ClearanceTotals.tsx'

/** A number, or a dash. The dash is hidden where the table's rows are shown as blocks. */
const NumberCell = ({ children }: { children: string | false }) => (
  <td data-number data-none={!children || undefined}>
    {children || '–'}
  </td>
)

type ClearanceTableProps = {
  clearances: Clearance[]
  equipment: Equipment[]
  /** Names a shared container by its collection system. */
  withSite: boolean
  caption: string
}

/** Clearances with their moment and container. Weight and amount are shown only if any clearance has one. */
export function ClearanceTable({ clearances, equipment, withSite, caption }: ClearanceTableProps) {
  const weighed = clearances.some(({ weight_kg }) => weight_kg !== null)
  const charged = isCharged(clearances)
  const numbers = ['Volume', ...(weighed ? ['Gewicht'] : []), ...(charged ? ['Bedrag'] : [])]
  const containers = new Map(equipment.map((container) => [container.id, container]))
  const nameOf = ({ equipment_id, category }: Clearance) => {
    const container = containers.get(equipment_id ?? -1)
    if (!container) return category ? clearanceCategoryNames[category] : '–'
    return (
      <>
        {(withSite && container.collection_system?.name) || kindName(container)}{' '}
        <span className="code">{container.number}</span>
      </>
    )
  }
  return (
    <Table
      caption={caption}
      showsCaption
      columns={['Moment', 'Afvalstroom', 'Container', ...numbers.map((name) => ({ name, number: true }))]}
      data-long
      rows={clearances.map((clearance) => {
        const { id, cleared_at, waste_type, volume_litres, weight_kg, amount_cents } = clearance
        return (
          <tr key={id}>
            <th scope="row">
              <time dateTime={cleared_at}>
                {weekdayText(cleared_at)} {momentText(cleared_at)}
              </time>
            </th>
            <td>
              <StreamName stream={waste_type} />
            </td>
            <td data-line>{nameOf(clearance)}</td>
            <NumberCell>{volume_litres !== null && `${numberText(volume_litres)} l`}</NumberCell>
            {weighed && <NumberCell>{weight_kg !== null && `${numberText(weight_kg)} kg`}</NumberCell>}
            {charged && <NumberCell>{amount_cents !== null && euroText(amount_cents)}</NumberCell>}
          </tr>
        )
      })}
    />
  )
}
