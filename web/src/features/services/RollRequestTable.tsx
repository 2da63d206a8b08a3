import type { RollRequest } from '@rd4-loket/contract'
import { dayText, timeText, weekdayText } from '../../shared/format.ts'
import table from '../../shared/Table.module.css'
import styles from './RollRequestTable.module.css'

/** What was issued, by whom, and on which pass: of its number only the end. */
export function RollRequestTable({ requests }: { requests: RollRequest[] }) {
  return (
    <table className={table.table} data-long>
      <caption className="visually-hidden">Uitgiften van rollen, de laatste eerst</caption>
      <thead>
        <tr>
          <th scope="col">Moment</th>
          <th scope="col" className={table.number}>
            Rollen
          </th>
          <th scope="col">Door</th>
          <th scope="col">Pas</th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ id, requested_at, requested_by, pass_ending, rolls, cancelled }) => (
          <tr key={id} data-cancelled={cancelled || undefined} className={styles.row}>
            <th scope="row">
              <time dateTime={requested_at}>
                {weekdayText(requested_at)} {dayText(requested_at)}, {timeText(requested_at)}
              </time>
            </th>
            <td className={table.number}>
              <span className={styles.rolls}>{rolls}</span>
              <span className={styles.unit}> {rolls === 1 ? 'rol' : 'rollen'}</span>
            </td>
            <td>
              {requested_by}
              {cancelled && <strong className={styles.cancelled}>Ongedaan gemaakt</strong>}
            </td>
            <td>
              <span className="code">…{pass_ending}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
