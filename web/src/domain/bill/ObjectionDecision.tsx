import {
  decideObjection,
  euroText,
  listBillYears,
  listObjections,
  mayDecideObjection,
  type Objection,
  showBill,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'

/** Returns a function that reloads the bills and objections on screen. */
export function useBillChanged() {
  const client = useQueryClient()
  return () => invalidate(client, showBill, listBillYears, listObjections)
}

type Decision = 'upheld' | 'rejected'

/** The buttons to decide an open objection, or why this employee may not decide. `subject`: the lift, in words. */
export function ObjectionDecision({ of: { id, is_own, amount_cents }, subject }: { of: Objection; subject: string }) {
  const onChanged = useBillChanged()
  const refusal = mayDecideObjection({ is_own })
  if (refusal) return <p className="dimmed">{refusal}</p>
  const decide = async (state: Decision, message: string) => {
    try {
      await call(
        decideObjection,
        { params: { objection_id: `${id}` }, body: { state } },
        { purpose: 'aanslag_bezwaar' },
      )
    } finally {
      // Reloads after a failure too, because a colleague may have decided first.
      await onChanged()
    }
    showMessage(message)
  }
  const ofSubject = <span className="visually-hidden">: {subject}</span>
  return (
    <div className="row">
      <ConfirmButton
        size="xs"
        question="Het bezwaar toekennen?"
        consequence={`Dan gaat er ${euroText(amount_cents)} van de aanslag af: ${subject}.`}
        action="Ja, toekennen"
        onConfirm={() => decide('upheld', 'Het bezwaar is toegekend')}
      >
        Toekennen{ofSubject}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        question="Het bezwaar afwijzen?"
        consequence={`De lediging blijft dan op de aanslag staan: ${subject}.`}
        action="Ja, afwijzen"
        onConfirm={() => decide('rejected', 'Het bezwaar is afgewezen')}
      >
        Afwijzen{ofSubject}
      </ConfirmButton>
    </div>
  )
}
