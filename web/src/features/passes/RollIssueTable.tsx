import type { RollIssue } from '@rd4-loket/contract'
import { momentText, weekdayText } from '../../kit/browser/format.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import styles from './RollIssueTable.module.css'

/** Roll issues with the employee and the last digits of the pass. */
export function RollIssueTable({ issues }: { issues: RollIssue[] }) {
  return (
    <Table
      caption="Uitgiften van rollen, de laatste eerst"
      columns={['Moment', { name: 'Rollen', number: true }, 'Door', 'Pas']}
      data-long
    >
      <tbody>
        {issues.map(({ id, requested_at, requested_by, pass_ending, rolls, cancelled }) => (
          <tr key={id} data-cancelled={cancelled || undefined} className={styles.row}>
            <th scope="row">
              <time dateTime={requested_at}>
                {weekdayText(requested_at)} {momentText(requested_at)}
              </time>
            </th>
            <td data-number>
              <span className={styles.rolls}>{rolls}</span>
              <span className={styles.unit}> {rolls === 1 ? 'rol' : 'rollen'}</span>
            </td>
            <td data-line>
              {requested_by}
              {cancelled && (
                <span className={styles.cancelled}>
                  <Badge>Ongedaan gemaakt</Badge>
                </span>
              )}
            </td>
            <td>
              <span className="code">…{pass_ending}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
