import {
  closeHandover,
  countTasks,
  listTasks,
  listUndoable,
  markOutcomeSeen,
  maxHandoverText,
  mayCloseHandover,
  parseInput,
  type RequestInput,
  type Task,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DecisionButton, ObjectionDecision } from '../../domain/bill/ObjectionDecision.tsx'
import { settle } from '../../domain/tasks/settle.ts'
import { dayText, momentText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'

/** What an employee can do about a task without leaving the list. */
export function TaskActions({ of: task }: { of: Task }) {
  switch (task.kind) {
    case 'objection': {
      const { address, waste_type, cleared_at, note, filed_by, filed_at } = task
      const said = note ? ` Toelichting: ${note}` : ''
      return (
        <ObjectionDecision
          of={task}
          subject={`${address.line}, ${wasteStreamNames[waste_type]}, ${momentText(cleared_at)}`}
          remark={`Vastgelegd door ${filed_by} op ${dayText(filed_at)}.${said}`}
        />
      )
    }
    case 'handover':
      return <HandoverDecision of={task} />
    case 'outcome':
      return <SeenButton of={task} />
    default:
      return null
  }
}

/** The buttons that uphold or reject an objection from a pass desk. Other outcomes are on the page of the address. */
function HandoverDecision({
  of: { id, year, address, note, received_by, ...handover },
}: {
  of: Extract<Task, { kind: 'handover' }>
}) {
  const client = useQueryClient()
  const refusal = mayCloseHandover(handover, 'upheld')
  if (refusal) return <p className="dimmed">{refusal}</p>
  const isOfDesk = received_by !== 'tax_office'
  const decide = (outcome: 'upheld' | 'rejected') => ({
    check: ({ answer = '' }: Values) => parseInput(closeHandover.body, { outcome, answer }).errors,
    field: (
      <CountedLinesField name="answer" label="Antwoord voor de inwoner, met de reden" maxLength={maxHandoverText} />
    ),
    onDecide: ({ answer = '' }: Values) =>
      settle(
        call(
          closeHandover,
          { params: { handover_id: `${id}` }, body: { outcome, answer } },
          { purpose: 'aanslag_bezwaar' },
        ),
        () => invalidate(client, listTasks, countTasks, listUndoable),
        isOfDesk
          ? 'Het bezwaar is afgehandeld. De balie ziet de uitkomst op het dashboard.'
          : 'Het bezwaar is afgehandeld.',
      ),
  })
  const subject = <span className="visually-hidden">: {address.line}</span>
  const consequence = `${isOfDesk ? 'De balie hoort de uitkomst van het' : 'U beslist over het'} bezwaar tegen aanslag ${year}${note && `: ${note}`}`
  return (
    <div className="row">
      <DecisionButton
        taskKey="a"
        question="Het bezwaar toekennen?"
        consequence={consequence}
        action="Ja, toekennen"
        {...decide('upheld')}
      >
        Toekennen{subject}
      </DecisionButton>
      <DecisionButton
        taskKey="r"
        question="Het bezwaar afwijzen?"
        consequence={consequence}
        action="Ja, afwijzen"
        {...decide('rejected')}
      >
        Afwijzen{subject}
      </DecisionButton>
    </div>
  )
}

/** The button that removes an outcome from the list. */
function SeenButton({ of: { of, id, address } }: { of: Extract<Task, { kind: 'outcome' }> }) {
  const client = useQueryClient()
  const seen = useMutation({
    mutationFn: (body: RequestInput<typeof markOutcomeSeen>['body']) => call(markOutcomeSeen, { body }),
    onSuccess: () => invalidate(client, listTasks, countTasks),
  })
  return (
    <>
      <ActionButton
        variant="default"
        size="xs"
        data-task-key="g"
        busy={seen.isPending}
        onClick={() => seen.mutate({ of, id })}
      >
        Gezien<span className="visually-hidden">: uitkomst van {address.line}</span>
      </ActionButton>
      {seen.error && <ActionError error={seen.error} />}
    </>
  )
}
