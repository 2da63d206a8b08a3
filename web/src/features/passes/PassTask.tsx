import {
  activatePass,
  type BlockedReason,
  blockedReasonNames,
  blockPass,
  listPassSystems,
  mayReplacePass,
  type PassSystem,
  type Resident,
  replacePass,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { reloadUndoable } from '../../domain/undo/undo.tsx'
import { groupedCode } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { OtherCustomer } from './OtherCustomer.tsx'
import styles from './ResidentCard.module.css'
import type { PassDesk } from './use-pass-desk.ts'

type PassTaskProps = { desk: PassDesk; resident: Resident }

const purpose = 'pas_defect'

/** The task of a pass that does not work: replace it by scanning the new pass, block it, or choose its system. */
export function PassTask({ desk, resident }: PassTaskProps) {
  const [reason, setReason] = useState<BlockedReason>(desk.isLost ? 'loss' : 'defect')
  const { status } = resident
  const refusal = mayReplacePass(resident)
  if (refusal) return <p className={styles.passTask}>{refusal}</p>
  return (
    <div className={`column gap-5 ${styles.passTask}`}>
      {status === 'active' && <ReasonChoice desk={desk} reason={reason} onChoose={setReason} />}
      {desk.newPass ? (
        <Replacement key={desk.newPass} desk={desk} resident={resident} reason={reason} newPass={desk.newPass} />
      ) : (
        <>
          <p className="bold">
            {reason === 'move'
              ? 'Blokkeer alleen deze pas. De nieuwe bewoner krijgt daarna een ‘Eerste pas’.'
              : `Scan de nieuwe pas. ${status === 'active' ? 'Daarna bevestigt u, en wordt de oude pas geblokkeerd.' : ''}`}
          </p>
          {status === 'active' && (
            <>
              <BlockButton desk={desk} resident={resident} reason={reason} />
              <SystemChoice desk={desk} resident={resident} />
            </>
          )}
        </>
      )}
    </div>
  )
}

type Reason = { reason: BlockedReason }

type ReasonChoiceProps = Reason & { desk: PassDesk; onChoose: (reason: BlockedReason) => void }

function ReasonChoice({ desk, reason, onChoose }: ReasonChoiceProps) {
  const name = useId()
  return (
    <fieldset className={`row ${styles.reasons}`}>
      <legend>Waarom werkt de oude pas niet meer?</legend>
      {Object.entries(blockedReasonNames).map(([key, text]) => (
        <label className="line" key={key}>
          <input
            ref={key === reason && !desk.newPass && !desk.isLost ? desk.cardControl : undefined}
            type="radio"
            name={name}
            value={key}
            checked={key === reason}
            onChange={() => onChoose(key as BlockedReason)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** The confirmation of a replacement. Its button has the focus, so Enter confirms. */
function Replacement({ desk, resident, reason, newPass }: PassTaskProps & Reason & { newPass: string }) {
  const client = useQueryClient()
  const { environmental_pass_number } = resident
  const replacing = useMutation({
    gcTime: 0,
    mutationFn: () =>
      call(replacePass, { body: { environmental_pass_number, new_pass_number: newPass, reason } }, { purpose }),
    onSuccess: () => void reloadUndoable(client),
  })
  // It is not called after the clerk has moved on to another customer.
  const onSuccess = () => {
    desk.send({ type: 'new pass issued', number: newPass })
    showMessage('De nieuwe pas is actief')
  }
  return (
    <div className="row">
      <p className="whole-line">
        Nieuwe pas: <strong className="code">{groupedCode(newPass)}</strong>
      </p>
      <ActionButton
        ref={desk.cardControl}
        busy={replacing.isPending}
        onClick={() => replacing.mutate(undefined, { onSuccess })}
      >
        Vervang de pas
      </ActionButton>
      <OtherCustomer desk={desk} newPass={newPass} error={replacing.error} />
    </div>
  )
}

function BlockButton({ desk, resident, reason }: PassTaskProps & Reason) {
  const client = useQueryClient()
  const { environmental_pass_number } = resident
  const blocking = useMutation({
    gcTime: 0,
    mutationFn: () => call(blockPass, { body: { environmental_pass_number, reason } }, { purpose }),
    onSuccess: () => {
      void reloadUndoable(client)
      desk.send({ type: 'pass opened', number: environmental_pass_number })
      showMessage('De pas is geblokkeerd')
    },
  })
  return (
    <div className="row">
      <ActionButton variant="default" busy={blocking.isPending} onClick={() => blocking.mutate()}>
        Alleen blokkeren
      </ActionButton>
      <p className="dimmed small">Er is dan nog geen nieuwe pas. U kunt het vijf minuten ongedaan maken.</p>
      {blocking.error && (
        <div className="whole-line">
          <ActionError error={blocking.error} />
        </div>
      )}
    </div>
  )
}

/** The choice of one underground system for the pass, or the reason why there is no choice. */
function SystemChoice({ desk, resident }: PassTaskProps) {
  const { environmental_pass_number } = resident
  const id = useId()
  // The key has no pass number, because the query cache must not contain one.
  const { data, error } = useQuery({
    queryKey: ['systems of the pass on screen', id],
    queryFn: () => call(listPassSystems, { body: { environmental_pass_number } }, { purpose }),
    gcTime: 0,
  })
  if (error) return <ActionError error={error} />
  if (!data) return null
  if (data.length === 0) return <p className="dimmed">Dit adres heeft geen ondergronds verzamelsysteem.</p>
  return <SystemSelect desk={desk} resident={resident} systems={data} />
}

function SystemSelect({
  desk,
  resident: { environmental_pass_number },
  systems,
}: PassTaskProps & { systems: PassSystem[] }) {
  const client = useQueryClient()
  const id = useId()
  const [chosen, setChosen] = useState(systems.find(({ is_chosen }) => is_chosen)?.alias ?? '')
  const activating = useMutation({
    gcTime: 0,
    mutationFn: () =>
      call(activatePass, { body: { environmental_pass_number, collection_system: chosen || null } }, { purpose }),
    onSuccess: () => {
      void reloadUndoable(client)
      desk.send({ type: 'pass opened', number: environmental_pass_number, keepsFocus: true })
      showMessage(chosen ? 'De pas opent nu één verzamelsysteem' : 'De pas opent nu alle verzamelsystemen')
    },
  })
  return (
    <div className="row">
      <SelectInput
        id={`${id}system`}
        name="collection_system"
        label="De pas opent"
        none="Alle verzamelsystemen van het adres"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        options={systems.map(({ alias, name }) => ({ id: alias, name: `Alleen ${name}` }))}
      />
      <ActionButton variant="default" size="md" busy={activating.isPending} onClick={() => activating.mutate()}>
        Vastleggen
      </ActionButton>
      {activating.error && (
        <div className="whole-line">
          <ActionError error={activating.error} />
        </div>
      )}
    </div>
  )
}
