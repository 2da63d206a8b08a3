import { type Address, addressLine, issuePass, parseInput, townLine } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId } from 'react'
import { useFieldError } from '../../domain/passes/pass-keys.tsx'
import { reloadUndoable } from '../../domain/undo/undo.tsx'
import { groupedCode } from '../../kit/browser/format.ts'
import { ActionButton, Button } from '../../kit/buttons/Button.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { useDeskMunicipality, useNeverLoadedText } from '../../session/never-loaded.ts'
import { OtherCustomer } from './OtherCustomer.tsx'
import { passlessTitle } from './pass-desk.ts'
import styles from './ResidentCard.module.css'
import type { PassDesk } from './use-pass-desk.ts'

/** Returns the title of an address without a pass, and the sentence when the municipality never got any passes. */
export function usePassless() {
  const neverLoaded = useNeverLoadedText('passes', useDeskMunicipality())
  return { title: neverLoaded ? 'Van dit adres is geen milieupas bekend' : passlessTitle, neverLoaded }
}

type FirstPassProps = { desk: PassDesk; address: Address }

/** The task of an address without a pass: the clerk scans a new pass, checks the address, and issues the pass. */
export function FirstPass({ desk, address }: FirstPassProps) {
  const { purpose } = desk
  const { title, neverLoaded } = usePassless()
  return (
    <Panel title={title}>
      <div className="column gap-5">
        {neverLoaded && <p>{neverLoaded} Misschien heeft de inwoner al een pas.</p>}
        <div className={styles.address}>
          <p className="bold">{addressLine(address)}</p>
          <p>{townLine(address)}</p>
        </div>
        {purpose !== 'eerste_pas' && (
          <p>Controleer het adres. Had de inwoner nog nooit een pas? Geef dan de eerste uit.</p>
        )}
        {purpose === 'eerste_pas' && !desk.newPass && (
          <p className="bold">Scan de nieuwe pas. Daarna controleert u het adres en bevestigt u.</p>
        )}
      </div>
      {purpose !== 'eerste_pas' && (
        <Button variant="default" onClick={() => desk.send({ type: 'first pass started' })}>
          Eerste pas uitgeven
        </Button>
      )}
      {purpose === 'eerste_pas' && desk.newPass && (
        <FirstPassForm key={desk.newPass} desk={desk} address={address} newPass={desk.newPass} />
      )}
    </Panel>
  )
}

/** The name of the resident and the confirmation. The name has the focus, so the name and Enter issue the pass. */
function FirstPassForm({ desk, address, newPass }: FirstPassProps & { newPass: string }) {
  const client = useQueryClient()
  const id = useId()
  const [fieldError, setFieldError] = useFieldError()
  const issuing = useMutation({
    gcTime: 0,
    mutationFn: (name: string) =>
      call(issuePass, { body: { alias: address.alias, new_pass_number: newPass, name } }, { purpose: 'eerste_pas' }),
    onSuccess: () => void reloadUndoable(client),
  })
  const issue = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (issuing.isPending) return
    const name = desk.typedName
    const { errors } = parseInput(issuePass.body, { alias: address.alias, new_pass_number: newPass, name })
    setFieldError(errors?.name?.join(' '))
    if (errors) desk.cardControl.current?.select()
    else
      issuing.mutate(name, {
        // It is not called after the clerk has moved on to another customer.
        onSuccess: () => {
          desk.send({ type: 'new pass issued', number: newPass })
          showMessage('De eerste pas is actief')
        },
      })
  }
  return (
    <form className={`column gap-5 ${styles.form}`} onSubmit={issue} noValidate aria-label="Eerste pas uitgeven">
      <p>
        Nieuwe pas: <strong className="code">{groupedCode(newPass)}</strong>
      </p>
      <TextInput
        ref={desk.cardControl}
        id={`${id}name`}
        name="name"
        label="Naam van de inwoner"
        description="Voorletters en achternaam, bijvoorbeeld: J. van den Berg."
        error={fieldError}
        value={desk.typedName}
        onChange={(event) => desk.send({ type: 'name typed', typed: event.currentTarget.value })}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="row">
        <ActionButton type="submit" busy={issuing.isPending}>
          Geef de pas uit
        </ActionButton>
        <OtherCustomer desk={desk} newPass={newPass} error={issuing.error} />
      </div>
    </form>
  )
}
