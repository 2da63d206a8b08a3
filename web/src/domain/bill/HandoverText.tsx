import {
  type Handover,
  handoverOutcomeNames,
  inTimeText,
  listUndoable,
  makeObjectionReceipt,
  objectionPartNames,
  retractHandover,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Ref } from 'react'
import { dayText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { LongText } from '../../kit/page/LongText.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { saveFile } from '../../session/ExportButtons.tsx'
import { invalidate } from '../../session/queries.ts'
import { downloadDocument } from '../../session/received-file.ts'
import { settle } from '../tasks/settle.ts'

/** Returns the state of a written objection in Dutch. */
export function handoverStateText({
  year,
  outcome,
  received_by,
}: Pick<Handover, 'year' | 'outcome'> & Partial<Pick<Handover, 'received_by'>>) {
  const open = received_by === 'tax_office' ? 'ontvangen, nog open' : 'overgedragen, nog open'
  return `Bezwaar tegen aanslag ${year}: ${outcome ? handoverOutcomeNames[outcome].toLowerCase() : open}`
}

const appeal = 'Niet eens? U kunt binnen zes weken in beroep bij de rechtbank.'
const mayAppeal = (outcome: Handover['outcome']) =>
  outcome === 'partly_upheld' || outcome === 'rejected' || outcome === 'inadmissible'

/** Returns where and when an objection was received. */
function receivedText({ received_on, received_by, posted_on }: Handover) {
  const where = { town_hall: 'bij de gemeente', tax_office: 'bij de BsGW', post: 'per post' }[received_by]
  const posted = posted_on ? ` Het poststempel is van ${dayText(posted_on)}.` : ''
  return `Ontvangen op ${dayText(received_on)}, ${where}.${posted}`
}

/** A written objection: whether it is in time, its note, its outcome, and who did what. */
export function HandoverText({ of: handover }: { of: Handover }) {
  const { note, answer, outcome, missing, handed_over_by, handed_over_at, decided_on, closed_by, closed_at } = handover
  return (
    <div className="column gap-2">
      <p className="bold">{handoverStateText(handover)}</p>
      <p>
        {receivedText(handover)} {outcome === null && inTimeText(handover.terms)}
      </p>
      {outcome === null && missing.length > 0 && (
        <p>Ontbreekt nog: {missing.map((part) => objectionPartNames[part].toLowerCase()).join(', ')}.</p>
      )}
      {note && <LongText text={note} whole={<p>{note}</p>} />}
      {answer && (
        <p>
          <strong className="bold">Antwoord van de BsGW{decided_on && ` van ${dayText(decided_on)}`}:</strong> {answer}{' '}
          {mayAppeal(outcome) && appeal}
        </p>
      )}
      <p className="dimmed small">
        Overgedragen door {handed_over_by} op {dayText(handed_over_at)}.
        {closed_by && closed_at && ` Afgehandeld door ${closed_by} op ${dayText(closed_at)}.`}
      </p>
    </div>
  )
}

/** The button that saves the confirmation of receipt of an open objection. */
export function ReceiptButton({
  of: { id, year, outcome },
  ref,
}: {
  of: Handover
  ref?: Ref<HTMLButtonElement> | undefined
}) {
  const printing = useMutation({
    gcTime: 0,
    mutationFn: () =>
      downloadDocument(makeObjectionReceipt, { params: { handover_id: `${id}` } }, { purpose: 'aanslag_bezwaar' }),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? `ontvangstbevestiging bezwaar ${year}.pdf`),
  })
  if (outcome !== null) return null
  return (
    <>
      <ActionButton ref={ref} variant="default" size="xs" busy={printing.isPending} onClick={() => printing.mutate()}>
        Bevestiging afdrukken<span className="visually-hidden">: bezwaar tegen aanslag {year}</span>
      </ActionButton>
      {printing.error && <ActionError error={printing.error} />}
    </>
  )
}

type RetractHandoverButtonProps = { of: Handover; onRetracted: () => Promise<unknown> }

/** The button with which the employee who handed over or recorded an open objection retracts it. */
export function RetractHandoverButton({ of: { id, year, is_own }, onRetracted }: RetractHandoverButtonProps) {
  const client = useQueryClient()
  if (!is_own) return null
  const retract = () =>
    settle(
      call(retractHandover, { params: { handover_id: `${id}` } }, { purpose: 'aanslag_bezwaar' }),
      () => Promise.all([onRetracted(), invalidate(client, listUndoable)]),
      'Het bezwaar is ingetrokken',
    )
  return (
    <ConfirmButton
      size="xs"
      question="Het bezwaar intrekken?"
      consequence={`De BsGW beslist dan niet over het bezwaar tegen de aanslag van ${year}.`}
      action="Ja, intrekken"
      onConfirm={retract}
    >
      Intrekken<span className="visually-hidden">: bezwaar tegen aanslag {year}</span>
    </ConfirmButton>
  )
}
