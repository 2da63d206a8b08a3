import { type Clearance, wasteStreamNames } from '@rd4-loket/contract'
import { byStream, isCharged, type Total, totalOf } from './clearance-totals.ts'
import { euroText, numberText } from './format.ts'
import { StreamMark } from './StreamMark.tsx'
import styles from './Table.module.css'

const Numbers = ({ total, charged }: { total: Total; charged: boolean }) => (
  <>
    <td className={styles.number} data-label="Aantal">
      {numberText(total.count)}
    </td>
    <td className={styles.number} data-label="Volume">
      {numberText(total.litres)} l
    </td>
    {charged && (
      <td className={styles.number} data-label="Bedrag">
        {euroText(total.cents)}
      </td>
    )}
  </>
)

/** How often, how much and, where somebody pays, for how much, of each waste stream and together. */
export function ClearanceTotals({ clearances }: { clearances: Clearance[] }) {
  const charged = isCharged(clearances)
  return (
    <table className={styles.table} data-totals>
      <caption>Totaal per afvalstroom</caption>
      <thead>
        <tr>
          <th scope="col">Afvalstroom</th>
          <th scope="col" className={styles.number}>
            Aantal
          </th>
          <th scope="col" className={styles.number}>
            Volume
          </th>
          {charged && (
            <th scope="col" className={styles.number}>
              Bedrag
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {byStream(clearances).map(({ stream, clearances: own }) => (
          <tr key={stream}>
            <th scope="row">
              <span className={styles.stream}>
                <StreamMark stream={stream} size={24} />
                {wasteStreamNames[stream]}
              </span>
            </th>
            <Numbers total={totalOf(own)} charged={charged} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Samen</th>
          <Numbers total={totalOf(clearances)} charged={charged} />
        </tr>
      </tfoot>
    </table>
  )
}
