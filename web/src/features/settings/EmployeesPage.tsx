import { Button } from '@mantine/core'
import { listEmployees, type ManagedEmployee, roleNames } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../shared/api.ts'
import { countText } from '../../shared/format.ts'
import { Icon } from '../../shared/Icon.tsx'
import { Page } from '../../shared/Page.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { Result } from '../../shared/Result.tsx'
import { ServicesTabs } from '../../shared/ServicesTabs.tsx'
import table from '../../shared/Table.module.css'
import styles from './EmployeesPage.module.css'

function EmployeeTable({ employees }: { employees: ManagedEmployee[] }) {
  return (
    <table className={table.table} data-long>
      <caption className="visually-hidden">Medewerkers op naam</caption>
      <thead>
        <tr>
          <th scope="col">Naam en e-mailadres</th>
          <th scope="col">Rollen</th>
          <th scope="col">Gemeente</th>
        </tr>
      </thead>
      <tbody>
        {employees.map(({ id, name, email, roles, municipality, blocked, renew_password }) => (
          <tr key={id}>
            <th scope="row">
              <div className={styles.name}>
                <Link to="/services-and-settings/employees/$employee_id" params={{ employee_id: String(id) }}>
                  {name}
                </Link>
                {blocked && <span className={styles.blocked}>Geblokkeerd</span>}
                {!blocked && renew_password && <span className={styles.mark}>Moet wachtwoord kiezen</span>}
                <span className={styles.email}>{email}</span>
              </div>
            </th>
            <td>{roles.map((role) => roleNames[role]).join(', ')}</td>
            <td className={styles.place}>{municipality?.name ?? 'Alle gemeenten'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The employees that this administrator looks after. */
export function EmployeesPage() {
  const employees = useQuery(query(listEmployees, {}))
  return (
    <Page heading="Services & instellingen">
      <ServicesTabs />
      <Panel
        title={employees.data ? countText(employees.data.length, 'medewerker', 'medewerkers') : 'Medewerkers'}
        aside={
          <Button
            leftSection={<Icon name="plus" size={18} />}
            renderRoot={(props) => <Link to="/services-and-settings/employees/new" {...props} />}
          >
            Medewerker uitnodigen
          </Button>
        }
      >
        <Result of={employees}>{(found) => <EmployeeTable employees={found} />}</Result>
      </Panel>
    </Page>
  )
}
