import { listEmployees, type ManagedEmployee, roleNames } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { booleanText, countText } from '../../kit/browser/format.ts'
import { LinkButton } from '../../kit/buttons/Button.tsx'
import { Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { query } from '../../session/queries.ts'
import styles from './EmployeesPage.module.css'
import { invitationText, PasswordLinkButton } from './PasswordLinkButton.tsx'

const rolesText = ({ roles }: ManagedEmployee) => roles.map((role) => roleNames[role]).join(', ')
const municipalityText = ({ municipality }: ManagedEmployee) => municipality?.name ?? 'Alle gemeenten'

const allColumns: RowColumn<ManagedEmployee>[] = [
  { name: 'Naam en e-mailadres', by: ({ name }) => name },
  { name: 'Rollen', by: rolesText },
  { name: 'Gemeente', by: municipalityText },
  { name: 'Geblokkeerd', by: ({ blocked }) => Number(!blocked) },
  // Expired invitations first, then open ones, and then other employees who must choose a password.
  {
    name: 'Nieuw wachtwoord nodig',
    by: ({ renew_password, invitation }) => (invitation ? Number(!invitation.expired) : 2 + Number(!renew_password)),
  },
]

function EmployeeTable({ employees }: { employees: ManagedEmployee[] }) {
  const { sorted, columns } = useSortedRows(employees, allColumns)
  return (
    <Table caption="Medewerkers op naam" columns={columns} data-long>
      <tbody>
        {sorted.map((employee) => {
          const { id, name, email, blocked, renew_password, invitation } = employee
          return (
            <tr key={id}>
              <th scope="row">
                <div className={`row ${styles.name}`}>
                  <Link
                    to="/services-and-settings/employees/$employee_id"
                    params={{ employee_id: String(id) }}
                    className="bold"
                  >
                    {name}
                  </Link>
                  <span className="dimmed small whole-line">{email}</span>
                </div>
              </th>
              <td>{rolesText(employee)}</td>
              <td className="nowrap" data-line>
                {municipalityText(employee)}
              </td>
              <td data-label="Geblokkeerd">
                {blocked ? <Badge tone="error">{booleanText(blocked)}</Badge> : booleanText(blocked)}
              </td>
              <td data-label="Nieuw wachtwoord nodig">
                {booleanText(renew_password)}
                {invitation && (
                  <div className="column gap-2">
                    <span className={`small ${invitation.expired ? 'error' : ''}`}>{invitationText(invitation)}</span>
                    {!blocked && (
                      <div>
                        <PasswordLinkButton employee={employee} size="xs" />
                      </div>
                    )}
                  </div>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

/** The employees that the administrator manages. */
export function EmployeesPage() {
  const employees = useQuery(query(listEmployees, {}))
  return (
    <ServicesPage>
      <Panel
        title={employees.data ? countText(employees.data.length, 'medewerker', 'medewerkers') : 'Medewerkers'}
        aside={
          <LinkButton icon={<Icon name="plus" size={18} />} to="/services-and-settings/employees/new">
            Medewerker uitnodigen
          </LinkButton>
        }
      >
        <Result of={employees} waiting={<Skeleton columns={allColumns} />}>
          {(found) => <EmployeeTable employees={found} />}
        </Result>
      </Panel>
    </ServicesPage>
  )
}
