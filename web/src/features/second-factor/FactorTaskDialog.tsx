import {
  listSecondFactors,
  parseInput,
  type Reply,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Field, PasswordField, type Values } from '../../kit/forms/Form.tsx'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'
import { renewSession } from '../../session/session.ts'
import { AddApp } from './AddApp.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { FactorForm } from './FactorForm.tsx'
import { type FactorChange, RecoveryCodes } from './RecoveryCodes.tsx'

/** A change of the employee's second factors, made in a dialog. */
export type FactorTask =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | { kind: 'codes' }
  | { kind: 'rename'; factor: SecondFactor }
  | { kind: 'remove'; factor: SecondFactor }

const titleOf = (task: FactorTask) => {
  switch (task.kind) {
    case 'app':
      return 'App toevoegen'
    case 'passkey':
      return 'Passkey toevoegen'
    case 'codes':
      return 'Nieuwe herstelcodes'
    case 'rename':
      return `Naam van ${task.factor.name} wijzigen`
    case 'remove':
      return `${task.factor.name} verwijderen`
  }
}

/** What adding a factor needs. Absent on a server of an earlier release, which needs the password. */
type AddingNeeds = Reply<typeof listSecondFactors>['adding_needs'] | undefined

type FactorTaskProps = {
  task: FactorTask | undefined
  addingNeeds: AddingNeeds
  /** Logs the employee in at the organisation again. */
  newLogin: ReactNode
  onClose: () => void
}

/** The dialog of a task. New recovery codes stay on screen until the employee has stored them. */
export function FactorTaskDialog({ task, addingNeeds, newLogin, onClose }: FactorTaskProps) {
  const client = useQueryClient()
  const router = useRouter()
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    setCodes(undefined)
    onClose()
  }
  const finish = async ({ text, recovery_codes }: FactorChange) => {
    if (recovery_codes) setCodes(recovery_codes)
    else onClose()
    showMessage(text)
    await invalidate(client, listSecondFactors)
    // The menu and the countdown depend on the session.
    await renewSession(client)
    await router.invalidate()
  }
  return (
    <Dialog
      open={task !== undefined}
      title={codes ? 'Bewaar uw herstelcodes' : task ? titleOf(task) : ''}
      size="large"
      closedby={codes ? 'none' : undefined}
      onCancel={() => codes || close()}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onStored={close} />
      ) : (
        task && <Task {...{ task, addingNeeds, newLogin, finish, close }} />
      )}
    </Dialog>
  )
}

function Task({
  task,
  addingNeeds,
  newLogin,
  finish,
  close,
}: Omit<FactorTaskProps, 'task' | 'onClose'> & TaskProps & { task: FactorTask }) {
  if (addingNeeds === 'new_login' && (task.kind === 'app' || task.kind === 'passkey'))
    return (
      <>
        <p>Log eerst opnieuw in bij uw organisatie. Daarna kunt u de tweede factor toevoegen.</p>
        {newLogin}
      </>
    )
  const needsPassword = addingNeeds !== 'nothing'
  if (task.kind === 'app') return <AddApp needsPassword={needsPassword} onAdded={finish} onCancel={close} />
  if (task.kind === 'passkey') return <AddPasskey needsPassword={needsPassword} onAdded={finish} onCancel={close} />
  if (task.kind === 'codes')
    return (
      <ConfirmWithPassword
        text="De oude herstelcodes werken daarna niet meer."
        action="Nieuwe codes maken"
        onConfirm={async (body) => ({
          text: 'Er zijn nieuwe herstelcodes',
          ...(await call(renewRecoveryCodes, { body })),
        })}
        {...{ finish, close }}
      />
    )
  const { factor } = task
  if (task.kind === 'rename') return <Rename factor={factor} {...{ finish, close }} />
  return (
    <ConfirmWithPassword
      text="U kunt er daarna niet meer mee inloggen. Op andere apparaten bent u uitgelogd."
      action="Verwijderen"
      onConfirm={async (body) => {
        await call(removeFactor, { params: { factor_id: String(factor.id) }, body })
        return { text: `${factor.name} is verwijderd` }
      }}
      {...{ finish, close }}
    />
  )
}

type TaskProps = { finish: (change: FactorChange) => Promise<unknown>; close: () => void }

const toPassword = ({ current_password = '' }: Values) => ({ current_password })

/** A form with the current password, for a change that needs it. */
function ConfirmWithPassword({
  text,
  action,
  onConfirm,
  finish,
  close,
}: TaskProps & {
  text: string
  action: string
  onConfirm: (body: { current_password: string }) => Promise<FactorChange>
}) {
  const confirmed = useMutation({
    mutationFn: (values: Values) => onConfirm(toPassword(values)),
    onSuccess: finish,
  })
  return (
    <FactorForm
      label={action}
      check={(values) => parseInput(renewRecoveryCodes.body, toPassword(values)).errors}
      change={confirmed}
      action={action}
      onCancel={close}
    >
      <p>{text}</p>
      <PasswordField name="current_password" label="Huidig wachtwoord" autoComplete="current-password" />
    </FactorForm>
  )
}

const toName = ({ name = '' }: Values) => ({ name })

function Rename({ factor, finish, close }: TaskProps & { factor: SecondFactor }) {
  const save = useMutation({
    mutationFn: async (values: Values) => {
      await call(renameFactor, { params: { factor_id: String(factor.id) }, body: toName(values) })
      return { text: `${factor.name} heet nu ${values.name}` }
    },
    onSuccess: finish,
  })
  return (
    <FactorForm
      label="Naam wijzigen"
      filled={{ name: factor.name }}
      check={(values) => parseInput(renameFactor.body, toName(values)).errors}
      change={save}
      action="Opslaan"
      onCancel={close}
    >
      <Field name="name" label="Naam" autoComplete="off" />
    </FactorForm>
  )
}
