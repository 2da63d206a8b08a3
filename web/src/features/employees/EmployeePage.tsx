import {
  changeEmployee,
  inviteEmployee,
  listEmployees,
  type ManagedEmployee,
  mayGrant,
  parseInput,
  Role,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { MunicipalityField } from '../../domain/settings/MunicipalityChoice.tsx'
import { Buttons, LinkButton, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Form, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { MissingPage, Page } from '../../kit/page/Page.tsx'
import { Panel, Result } from '../../kit/page/Panel.tsx'
import { call } from '../../session/api.ts'
import { useFreshQuery } from '../../session/fresh-query.ts'
import { useNavigateFromHere } from '../../session/navigate-from-here.ts'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { EmployeeAccess } from './EmployeeAccess.tsx'
import { RolesField, rolesIn } from './RolesField.tsx'

const employeesPath = '/services-and-settings/employees'

const toBody = ({ name = '', roles, municipality_id }: Values) => ({
  name,
  roles: rolesIn(roles),
  municipality_id: municipality_id ? Number(municipality_id) : null,
})
const toInvitation = ({ email = '', ...values }: Values) => ({ email, ...toBody(values) })

const toValues = ({ name, roles, municipality }: ManagedEmployee): Values => ({
  name,
  roles: roles.join(','),
  municipality_id: municipality ? String(municipality.id) : '',
})

function EmployeeForm({ employee }: { employee?: ManagedEmployee }) {
  const client = useQueryClient()
  const goOn = useNavigateFromHere()
  const user = useSession()?.user
  // A reload of the employee does not overwrite what the administrator types.
  const [filled] = useState(employee && toValues(employee))
  // Includes roles that another administrator granted: saving would otherwise remove them unseen.
  const offered = Role.options.filter((role) => (user && mayGrant(role, user)) || employee?.roles.includes(role))
  const save = useMutation({
    mutationFn: (values: Values) =>
      employee
        ? call(changeEmployee, {
            params: { employee_id: String(employee.id) },
            body: { ...toBody(values), blocked: employee.blocked },
          })
        : call(inviteEmployee, { body: toInvitation(values) }),
    onSuccess: async ({ name, email }) => {
      await client.invalidateQueries(query(listEmployees, {}))
      await goOn(employeesPath)
      showMessage(employee ? `${name} is gewijzigd` : `${name} is uitgenodigd: de mail gaat naar ${email}`)
    },
  })
  return (
    <Form
      label={employee ? 'Medewerker wijzigen' : 'Medewerker uitnodigen'}
      filled={filled}
      error={save.error}
      check={(values) =>
        employee
          ? parseInput(changeEmployee.body, { ...toBody(values), blocked: employee.blocked }).errors
          : parseInput(inviteEmployee.body, toInvitation(values)).errors
      }
      onSubmit={save.mutate}
    >
      {!employee && (
        <Field
          name="email"
          label="E-mailadres"
          description="Hierheen gaat een link om een wachtwoord te kiezen. Die werkt 60 minuten."
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          data-focus-first
        />
      )}
      <Field name="name" label="Naam" autoComplete="off" />
      <RolesField offered={offered} />
      <MunicipalityField />
      <Buttons>
        <SubmitButton busy={save.isPending}>{employee ? 'Opslaan' : 'Uitnodigen'}</SubmitButton>
        <LinkButton variant="default" size="md" to={employeesPath}>
          Annuleren
        </LinkButton>
      </Buttons>
    </Form>
  )
}

export function InviteEmployeePage() {
  return (
    <Page>
      <div className="stack narrow">
        <Panel title="Nieuwe medewerker">
          <EmployeeForm />
        </Panel>
      </div>
    </Page>
  )
}

/** One employee: name, roles and access. */
export function EmployeePage() {
  const { employee_id } = useParams({ strict: false })
  const found = useFreshQuery(query(listEmployees, {}))
  const employee = found.data?.find(({ id }) => String(id) === employee_id)
  if (found.data && !employee)
    return (
      <MissingPage title="Deze medewerker bestaat niet" intro="Misschien klopt het adres van deze pagina niet.">
        <p>
          <Link to={employeesPath}>Naar alle medewerkers</Link>
        </p>
      </MissingPage>
    )
  return (
    <Page heading={employee?.name} intro={employee?.email}>
      <Result of={found}>
        {() =>
          employee && (
            <div className="stack narrow">
              <Panel title="Naam en rollen">
                <EmployeeForm employee={employee} />
              </Panel>
              <EmployeeAccess employee={employee} />
            </div>
          )
        }
      </Result>
    </Page>
  )
}
