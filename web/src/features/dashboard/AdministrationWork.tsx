import { type Reply, showAdministrationWork } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countText } from '../../kit/browser/format.ts'
import { monthTitle } from '../../kit/browser/months.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import styles from './DashboardPage.module.css'

type Administration = Reply<typeof showAdministrationWork>

const isEmpty = ({ expired_invitations, unreviewed_months }: Administration) =>
  expired_invitations.length === 0 && unreviewed_months.length === 0

/** What an administrator still has to do. Renders nothing if there is nothing. */
export function AdministrationWork() {
  const work = useQuery(query(showAdministrationWork, {}))
  if (!work.error && (!work.data || isEmpty(work.data))) return null
  return (
    <Panel title="Beheer">
      <Result of={work}>
        {({ expired_invitations: expired, unreviewed_months: months }) => (
          <ul className={`ruled ${styles.tasks}`}>
            {expired.map(({ employee_id, name }) => (
              <li key={employee_id}>
                <Link to="/services-and-settings/employees/$employee_id" params={{ employee_id: `${employee_id}` }}>
                  Uitnodiging van {name}
                </Link>
                <span className="below small dimmed">Verlopen. Stuur een nieuwe link.</span>
              </li>
            ))}
            {months.map(({ month, employees }) => (
              <li key={month}>
                <Link to="/services-and-settings/audit" search={{ part: 'months', month }}>
                  Maandoverzicht van {monthTitle(month).toLowerCase()}
                </Link>
                <span className="below small dimmed">
                  {countText(employees, 'medewerker', 'medewerkers')} nog niet beoordeeld.
                </span>
              </li>
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}
