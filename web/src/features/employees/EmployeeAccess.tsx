import { changeEmployee, listEmployees, type ManagedEmployee, resetEmployee } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ActionButton, Buttons } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import styles from './EmployeeAccess.module.css'

/** Blocks and unblocks an employee, and mails them a link for a new password. */
export function EmployeeAccess({ employee }: { employee: ManagedEmployee }) {
  const client = useQueryClient()
  const { name, email, roles, municipality, blocked } = employee
  const params = { employee_id: String(employee.id) }

  const setBlocked = async () => {
    await call(changeEmployee, {
      params,
      body: { name, roles, municipality_id: municipality?.id ?? null, blocked: !blocked },
    })
    await client.invalidateQueries(query(listEmployees, {}))
    showMessage(blocked ? `${name} kan weer inloggen` : `${name} is geblokkeerd`)
  }
  const reset = useMutation({
    mutationFn: () => call(resetEmployee, { params }),
    onSuccess: () => showMessage(`De link is gemaild naar ${email}`),
  })

  return (
    <Panel title="Toegang">
      <p>
        {blocked
          ? 'Deze medewerker is geblokkeerd en kan niet inloggen.'
          : 'Deze medewerker kan inloggen. Met een link in de mail kiest de medewerker zelf een nieuw wachtwoord.'}
      </p>
      {reset.error && (
        <p role="alert" className={styles.failed}>
          {reset.error.message}
        </p>
      )}
      <Buttons>
        {!blocked && (
          <ActionButton variant="default" busy={reset.isPending} onClick={() => reset.mutate()}>
            Mail een link voor een wachtwoord
          </ActionButton>
        )}
        {blocked ? (
          <ConfirmButton
            question={`${name} weer toelaten?`}
            consequence="De medewerker kan daarna weer inloggen met het eigen wachtwoord."
            action="Toelaten"
            onConfirm={setBlocked}
          >
            Blokkade opheffen
          </ConfirmButton>
        ) : (
          <ConfirmButton
            question={`${name} blokkeren?`}
            consequence="De medewerker is meteen uitgelogd en kan niet meer inloggen, tot u de blokkade opheft."
            action="Blokkeren"
            onConfirm={setBlocked}
          >
            Blokkeren
          </ConfirmButton>
        )}
      </Buttons>
    </Panel>
  )
}
