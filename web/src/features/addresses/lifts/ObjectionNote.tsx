import { disputeWord, euroText, type Objection, objectionReasonNames, objectionStateNames } from '@rd4-loket/contract'
import { ObjectionDecision } from '../../../domain/bill/ObjectionDecision.tsx'
import { dayText } from '../../../kit/browser/format.ts'
import { LongText } from '../../../kit/page/LongText.tsx'

/** States how an objection affects the bill; nothing about a credit that is not known. */
function effectOf({ state, amount_cents }: Objection) {
  if (state === 'rejected' || state === 'retracted') return 'De lediging blijft op de aanslag staan.'
  if (amount_cents === null) return null
  if (state === 'open') return `Bij toekennen gaat er ${euroText(amount_cents)} van de aanslag af.`
  return `Er is ${euroText(amount_cents)} van de aanslag afgegaan.`
}

/** An objection with its reason, note, author and decision. An open objection also has the buttons to decide. */
export function ObjectionNote({ of: objection, subject }: { of: Objection; subject: string }) {
  const { state, reason, note, filed_by, filed_at, decided_by, decided_at, decision_reason } = objection
  if (state === 'corrected')
    return (
      <div className="box column gap-2 small">
        <p>
          <strong>Niet in rekening: {decision_reason}</strong> {effectOf(objection)}
        </p>
        <p className="dimmed">
          Voorgesteld door {filed_by}, goedgekeurd door {decided_by} op {dayText(decided_at ?? filed_at)}.
        </p>
      </div>
    )
  return (
    <div className="box column gap-2 small">
      <p>
        <strong>
          {disputeWord(objection)} {objectionStateNames[state].toLowerCase()}:{' '}
          {objectionReasonNames[reason].toLowerCase()}.
        </strong>{' '}
        {effectOf(objection)}
      </p>
      {note && <LongText text={note} />}
      {decision_reason && (
        <p>
          <strong className="bold">Reden van de beslissing:</strong> {decision_reason}
        </p>
      )}
      <p className="dimmed">
        Vastgelegd door {filed_by} op {dayText(filed_at)}.
        {decided_by && decided_at && ` Beslist door ${decided_by} op ${dayText(decided_at)}.`}
      </p>
      {state === 'open' && <ObjectionDecision of={objection} subject={subject} />}
    </div>
  )
}
