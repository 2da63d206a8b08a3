import {
  changeEmployee,
  countTasks,
  endEmployeeSession,
  endEmployeeSessions,
  inviteEmployee,
  listEmployeeSessions,
  listEmployees,
  listTasks,
  type ManagedEmployee,
  mayGrant,
  mayResetFactor,
  parseInput,
  Role,
  resetSecondFactor,
  roleNames,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { SessionsPanel } from '../../domain/sessions/SessionsPanel.tsx'
import {
  chosenValue,
  forMunicipality,
  MunicipalityField,
  municipalityIn,
  SavesFor,
} from '../../domain/settings/SettingForm.tsx'
import { BackLink, Buttons, LinkButton, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { Field, Form, useField, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { MissingPage, Page, Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { chosenMunicipality } from '../../session/chosen-municipality.ts'
import { useDraft } from '../../session/drafts.ts'
import { useFreshQuery, useNavigateFromHere } from '../../session/edit-page.ts'
import { invalidate, query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { invitationText, PasswordLinkButton } from './PasswordLinkButton.tsx'
import rolesFieldStyles from './RolesField.module.css'

const employeesPath = '/services-and-settings/employees'

const toBody = ({ name = '', roles, municipality_id }: Values) => ({
  name,
  roles: rolesIn(roles),
  municipality_id: municipalityIn(municipality_id),
})
const toInvitation = ({ email = '', ...values }: Values) => ({ email, ...toBody(values) })

const toValues = ({ name, roles, municipality }: ManagedEmployee): Values => ({
  name,
  roles: roles.join(','),
  municipality_id: chosenValue(municipality),
})

function EmployeeForm({ employee }: { employee?: ManagedEmployee }) {
  const client = useQueryClient()
  const goOn = useNavigateFromHere()
  const user = useSession()?.user
  // Read once, so that a reload of the employee does not overwrite text that the administrator types.
  const [filled] = useState(employee ? toValues(employee) : { municipality_id: `${chosenMunicipality.read() ?? ''}` })
  // Includes granted roles that this administrator may not grant. Otherwise saving would remove those roles.
  const offered = Role.options.filter((role) => (user && mayGrant(role, user)) || employee?.roles.includes(role))
  // A name and an e-mail address are personal data, so this draft is only in memory.
  const draft = useDraft(`employee ${employee?.id ?? 'new'}`)
  const save = useMutation({
    mutationFn: (values: Values) =>
      employee
        ? call(changeEmployee, {
            params: { employee_id: String(employee.id) },
            body: { ...toBody(values), blocked: employee.blocked },
          })
        : call(inviteEmployee, { body: toInvitation(values) }),
    onSuccess: async ({ name, email, municipality }) => {
      draft.discard()
      await invalidate(client, listEmployees, listTasks, countTasks)
      await goOn(employeesPath)
      const whose = forMunicipality(municipality)
      showMessage(
        employee ? `${name} is gewijzigd ${whose}` : `${name} is uitgenodigd ${whose}: de mail gaat naar ${email}`,
      )
    },
  })
  return (
    <Form
      label={employee ? 'Medewerker wijzigen' : 'Medewerker uitnodigen'}
      filled={filled}
      draft={draft}
      error={save.error}
      check={(values) =>
        employee
          ? parseInput(changeEmployee.body, { ...toBody(values), blocked: employee.blocked }).errors
          : parseInput(inviteEmployee.body, toInvitation(values)).errors
      }
      onSubmit={save.mutate}
    >
      <div className={`column gap-5 ${employee ? '' : 'side-by-side'}`}>
        <div className="column gap-5">
          {!employee && (
            <Field
              name="email"
              label="E-mailadres"
              description="Hierheen gaat de uitnodiging. Die werkt een week."
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              data-focus-first
            />
          )}
          <Field name="name" label="Naam" autoComplete="off" />
          <MunicipalityField />
        </div>
        <RolesField offered={offered} />
      </div>
      <Buttons>
        <SubmitButton busy={save.isPending}>
          <SavesFor action={employee ? 'Opslaan' : 'Uitnodigen'} />
        </SubmitButton>
        <LinkButton variant="default" size="md" to={employeesPath} onClick={draft.discard}>
          Annuleren
        </LinkButton>
      </Buttons>
    </Form>
  )
}

const back = <BackLink to={employeesPath}>Terug naar de medewerkers</BackLink>

/** Invites an employee. */
export function InviteEmployeePage() {
  return (
    <Page back={back}>
      <div className="narrow">
        <Panel>
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
    <Page back={back} heading={employee?.name} intro={employee?.email}>
      <Result of={found}>
        {() =>
          employee && (
            <div className="stack narrow">
              <Panel title="Naam en rollen">
                <EmployeeForm employee={employee} />
              </Panel>
              <EmployeeAccess employee={employee} />
              <EmployeeSessions employee_id={String(employee.id)} />
            </div>
          )
        }
      </Result>
    </Page>
  )
}

const blocking = (name: string) => ({
  children: 'Blokkeren',
  question: `${name} blokkeren?`,
  consequence: 'De medewerker is meteen uitgelogd en kan niet meer inloggen, tot u de blokkade opheft.',
  action: 'Blokkeren',
})

const unblocking = (name: string) => ({
  children: 'Blokkade opheffen',
  question: `${name} weer toelaten?`,
  consequence: 'De medewerker kan daarna weer inloggen met het eigen wachtwoord.',
  action: 'Toelaten',
})

const resetting = (name: string) => ({
  children: 'Tweede factor verwijderen',
  question: `Tweede factor van ${name} verwijderen?`,
  consequence:
    'Doe dit alleen als u zeker weet wie erom vraagt. De medewerker is meteen uitgelogd, krijgt een mail en logt weer in met alleen het wachtwoord.',
  action: 'Verwijderen',
})

/**
 * Removes the second factor of an employee who lost it, and blocks and unblocks an employee. Mails an employee a link
 * for a password or a new invitation.
 */
function EmployeeAccess({ employee }: { employee: ManagedEmployee }) {
  const client = useQueryClient()
  const { name, roles, municipality, blocked, invitation, has_second_factor } = employee
  const ownEmail = useSession()?.user.email
  const params = { employee_id: String(employee.id) }

  // Both changes can end the sessions of the employee.
  const reloadEmployee = () => invalidate(client, listEmployees, listEmployeeSessions, listTasks, countTasks)

  const setBlocked = async () => {
    await call(changeEmployee, {
      params,
      body: { name, roles, municipality_id: municipality?.id ?? null, blocked: !blocked },
    })
    await reloadEmployee()
    showMessage(`${name} ${blocked ? 'kan weer inloggen' : 'is geblokkeerd'} ${forMunicipality(municipality)}`)
  }

  const resetFactor = async () => {
    await call(resetSecondFactor, { params })
    await reloadEmployee()
    showMessage(`De tweede factor van ${name} is verwijderd ${forMunicipality(municipality)}`)
  }

  return (
    <Panel title="Toegang">
      <p>
        {blocked && 'Deze medewerker is geblokkeerd en kan niet inloggen.'}
        {!blocked && invitation && `${invitationText(invitation)}. Er is nog geen wachtwoord gekozen.`}
        {!blocked &&
          !invitation &&
          'Deze medewerker kan inloggen. Met een link in de mail kiest de medewerker zelf een nieuw wachtwoord.'}
      </p>
      {has_second_factor && <p>Voor het inloggen is ook een tweede factor nodig: een app of een passkey.</p>}
      <Buttons>
        <PasswordLinkButton employee={employee} />
        <ConfirmButton {...(blocked ? unblocking(name) : blocking(name))} onConfirm={setBlocked} />
        {has_second_factor && (
          <ConfirmButton
            {...resetting(name)}
            refusal={mayResetFactor({ is_self: employee.email === ownEmail })}
            onConfirm={resetFactor}
          />
        )}
      </Buttons>
    </Panel>
  )
}

/** The sessions of an employee, which an administrator can end. */
function EmployeeSessions({ employee_id }: { employee_id: string }) {
  return (
    <SessionsPanel
      title="Sessies"
      sessions={query(listEmployeeSessions, { params: { employee_id } })}
      onEnd={(session_id) => call(endEmployeeSession, { params: { employee_id, session_id } })}
      onEndAll={() => call(endEmployeeSessions, { params: { employee_id } })}
      endAllText="Beëindig alle sessies"
    />
  )
}

const descriptions: Record<Role, string> = {
  bsgw_employee: 'Zoekt adressen en verzamelsystemen',
  municipal_employee: 'Zoekt milieupassen en geeft rollen uit',
  administrator: 'Beheert medewerkers en ophaaldagen, en ziet het logboek',
}

/** Returns the roles in the value of the form, a text with commas between the roles. */
const rolesIn = (text = '') => Role.options.filter((role) => text.split(',').includes(role))

/** Checkboxes for the offered roles. The form has all chosen roles in one value. */
function RolesField({ offered }: { offered: Role[] }) {
  const { id, value, error, onChange } = useField('roles')
  const chosen = rolesIn(value)
  const toggle = (role: Role, isChecked: boolean) =>
    onChange({
      currentTarget: { value: Role.options.filter((it) => (it === role ? isChecked : chosen.includes(it))).join(',') },
    })
  return (
    <fieldset className={`column gap-2 ${rolesFieldStyles.roles}`} data-invalid={error ? true : undefined}>
      <legend>Rollen</legend>
      {offered.map((role, index) => (
        <div key={role} className={`beside ${rolesFieldStyles.role}`}>
          <input
            type="checkbox"
            id={index === 0 ? id : `${id}-${role}`}
            checked={chosen.includes(role)}
            onChange={(event) => toggle(role, event.currentTarget.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-${role}-for ${id}-error`}
          />
          <label htmlFor={index === 0 ? id : `${id}-${role}`}>{roleNames[role]}</label>
          <span id={`${id}-${role}-for`} className="remark">
            {descriptions[role]}
          </span>
        </div>
      ))}
      <p id={`${id}-error`} className={`error small ${rolesFieldStyles.error}`}>
        {error}
      </p>
      <input type="hidden" name="roles" value={value} />
    </fieldset>
  )
}
