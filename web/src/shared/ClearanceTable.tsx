import { type Clearance, clearanceCategoryNames, type Equipment, wasteStreamNames } from '@rd4-loket/contract'
import { isCharged } from './clearance-totals.ts'
import { equipmentKindNames } from './equipment.ts'
import { dayText, euroText, numberText, timeText, weekdayText } from './format.ts'
import { StreamMark } from './StreamMark.tsx'
import styles from './Table.module.css'

/** Clearances, each with its moment and what was emptied; a weight or an amount only where something has one. */
export function ClearanceTable({
  clearances,
  equipment,
  withSite,
  caption,
}: {
  clearances: Clearance[]
  equipment: Equipment[]
  /** Tells of a shared container on which site it stands. */
  withSite: boolean
  caption: string
}) {
  const weighed = clearances.some(({ weight_kg }) => weight_kg !== null)
  const charged = isCharged(clearances)
  const containers = new Map(equipment.map((container) => [container.id, container]))
  const nameOf = ({ equipment_id, category }: Clearance) => {
    const container = containers.get(equipment_id ?? -1)
    if (!container) return clearanceCategoryNames[category]
    return (
      <>
        {(withSite && container.collection_system?.name) || equipmentKindNames[container.kind]}{' '}
        <span className="code">{container.number}</span>
      </>
    )
  }
  return (
    <table className={styles.table} data-long>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Moment</th>
          <th scope="col">Afvalstroom</th>
          <th scope="col">Container</th>
          <th scope="col" className={styles.number}>
            Volume
          </th>
          {weighed && (
            <th scope="col" className={styles.number}>
              Gewicht
            </th>
          )}
          {charged && (
            <th scope="col" className={styles.number}>
              Bedrag
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {clearances.map((clearance) => {
          const { id, cleared_at, waste_type, volume_litres, weight_kg, amount_cents } = clearance
          return (
            <tr key={id}>
              <th scope="row">
                <time dateTime={cleared_at}>
                  {weekdayText(cleared_at)} {dayText(cleared_at)}, {timeText(cleared_at)}
                </time>
              </th>
              <td>
                <span className={styles.stream}>
                  <StreamMark stream={waste_type} size={24} />
                  {wasteStreamNames[waste_type]}
                </span>
              </td>
              <td>{nameOf(clearance)}</td>
              <td className={styles.number}>{volume_litres === null ? '–' : `${numberText(volume_litres)} l`}</td>
              {weighed && <td className={styles.number}>{weight_kg === null ? '–' : `${numberText(weight_kg)} kg`}</td>}
              {charged && <td className={styles.number}>{amount_cents === null ? '–' : euroText(amount_cents)}</td>}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
