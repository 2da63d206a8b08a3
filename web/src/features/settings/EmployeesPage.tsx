import { Button } from '@mantine/core'
import { listEmployees, type ManagedEmployee, roleNames } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../shared/api.ts'
import { Badge } from '../../shared/Badge.tsx'
import { countText } from '../../shared/format.ts'
import { Icon } from '../../shared/Icon.tsx'
import { Page } from '../../shared/Page.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { Result } from '../../shared/Result.tsx'
import { ServicesTabs } from '../../shared/ServicesTabs.tsx'
import { Table } from '../../shared/Table.tsx'
import styles from './EmployeesPage.module.css'

function EmployeeTable({ employees }: { employees: ManagedEmployee[] }) {
  return (
    <Table caption="Medewerkers op naam" columns={['Naam en e-mailadres', 'Rollen', 'Gemeente']} data-long>
      <tbody>
        {employees.map(({ id, name, email, roles, municipality, blocked, renew_password }) => (
          <tr key={id}>
            <th scope="row">
              <div className={styles.name}>
                <Link to="/services-and-settings/employees/$employee_id" params={{ employee_id: String(id) }}>
                  {name}
                </Link>
                {blocked && <Badge tone="error">Geblokkeerd</Badge>}
                {!blocked && renew_password && <Badge>Moet wachtwoord kiezen</Badge>}
                <span className={styles.email}>{email}</span>
              </div>
            </th>
            <td>{roles.map((role) => roleNames[role]).join(', ')}</td>
            <td className={styles.place} data-line>
              {municipality?.name ?? 'Alle gemeenten'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
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
