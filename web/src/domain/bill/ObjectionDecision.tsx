import {
  countTasks,
  type DisputedClearance,
  decideObjection,
  euroText,
  type FieldErrors,
  listAddressHandovers,
  listBillYears,
  listHandovers,
  listTasks,
  listUndoable,
  maxDecisionReason,
  mayDecideObjection,
  mayRetractObjection,
  parseInput,
  retractObjection,
  showBill,
  theDispute,
  undo_minutes,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'
import { settle } from '../tasks/settle.ts'

/** Returns a function that reloads the bills, the written objections, the tasks and the actions that can be undone. */
export function useBillChanged() {
  const client = useQueryClient()
  return () =>
    invalidate(
      client,
      showBill,
      listBillYears,
      listAddressHandovers,
      listHandovers,
      listTasks,
      countTasks,
      listUndoable,
    )
}

type Decision = 'upheld' | 'rejected'

type DecisionButtonProps = {
  question: string
  consequence: string
  action: string
  /** The key that presses the button in the list of tasks. */
  taskKey: 'a' | 'r'
  /** Checks what is typed in `field`. */
  check: (values: Values) => FieldErrors | undefined
  field: ReactNode
  onDecide: (values: Values) => Promise<void>
  children: ReactNode
}

/** A button that decides, after a reason in words. The decision can be undone for five minutes. */
export function DecisionButton({ taskKey, check, field, onDecide, consequence, ...button }: DecisionButtonProps) {
  return (
    <ConfirmButton
      size="xs"
      data-task-key={taskKey}
      actionVariant="filled"
      consequence={`${consequence} U kunt dit ${undo_minutes} minuten ongedaan maken.`}
      form={{ check, children: field }}
      onConfirm={onDecide}
      {...button}
    />
  )
}

type ObjectionDecisionProps = {
  of: DisputedClearance
  /** The lift, in words. */
  subject: string
  /** Who filed the objection and why, where the screen does not show it. */
  remark?: string
}

/** The buttons to decide an open objection, or why this employee may not decide. */
export function ObjectionDecision({ of: objection, subject, remark }: ObjectionDecisionProps) {
  const onChanged = useBillChanged()
  const { id, amount_cents } = objection
  const refusal = mayDecideObjection(objection)
  if (refusal)
    return (
      <div className="column gap-2">
        <p className="dimmed">{refusal}</p>
        <RetractButton of={objection} subject={subject} />
      </div>
    )
  const decide = (state: Decision, message: string) => ({
    check: ({ reason = '' }: Values) => parseInput(decideObjection.body, { state, reason }).errors,
    field: <CountedLinesField name="reason" label="Reden van de beslissing" maxLength={maxDecisionReason} />,
    onDecide: ({ reason = '' }: Values) =>
      settle(
        call(
          decideObjection,
          { params: { objection_id: `${id}` }, body: { state, reason } },
          { purpose: 'aanslag_bezwaar' },
        ),
        onChanged,
        message,
      ),
  })
  const dispute = theDispute(objection)
  const effect =
    amount_cents === null
      ? 'Dan telt de lediging niet meer mee op de aanslag'
      : `Dan gaat er ${euroText(amount_cents)} van de aanslag af`
  const said = remark ? ` ${remark}` : ''
  const ofSubject = <span className="visually-hidden">: {subject}</span>
  return (
    <div className="row">
      <DecisionButton
        taskKey="a"
        question={`${dispute} toekennen?`}
        consequence={`${effect}: ${subject}.${said}`}
        action="Ja, toekennen"
        {...decide('upheld', `${dispute} is toegekend`)}
      >
        Toekennen{ofSubject}
      </DecisionButton>
      <DecisionButton
        taskKey="r"
        question={`${dispute} afwijzen?`}
        consequence={`De lediging blijft dan op de aanslag staan: ${subject}.${said}`}
        action="Ja, afwijzen"
        {...decide('rejected', `${dispute} is afgewezen`)}
      >
        Afwijzen{ofSubject}
      </DecisionButton>
    </div>
  )
}

/** The button with which the filer retracts an objection that nobody decided. */
function RetractButton({ of: objection, subject }: { of: DisputedClearance; subject: string }) {
  const onChanged = useBillChanged()
  const dispute = theDispute(objection)
  const retract = () =>
    settle(
      call(retractObjection, { params: { objection_id: `${objection.id}` } }, { purpose: 'aanslag_bezwaar' }),
      onChanged,
      `${dispute} is ingetrokken`,
    )
  if (mayRetractObjection(objection)) return null
  return (
    <div className="row">
      <ConfirmButton
        size="xs"
        question={`${dispute} intrekken?`}
        consequence={`Niemand beslist er dan nog over: ${subject}. U kunt de lediging later opnieuw betwisten.`}
        action="Ja, intrekken"
        onConfirm={retract}
      >
        Intrekken<span className="visually-hidden">: {subject}</span>
      </ConfirmButton>
    </div>
  )
}
