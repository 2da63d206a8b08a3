import {
  closeHandover,
  countTasks,
  type FieldErrors,
  type Handover,
  type HandoverOutcome,
  handoverOutcomeNames,
  listAddressHandovers,
  listTasks,
  listUndoable,
  maxHandoverText,
  mayCloseHandover,
  parseInput,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { HandoverText } from '../../../domain/bill/HandoverText.tsx'
import { Button, Buttons, SubmitButton } from '../../../kit/buttons/Button.tsx'
import { CountedLinesField } from '../../../kit/forms/CountedLinesField.tsx'
import { Form, type Values } from '../../../kit/forms/Form.tsx'
import { RadioField } from '../../../kit/forms/RadioField.tsx'
import { showMessage } from '../../../kit/page/Messages.tsx'
import { Panel, Result } from '../../../kit/page/Page.tsx'
import { call } from '../../../session/api.ts'
import { useDraft } from '../../../session/drafts.ts'
import { invalidate, query } from '../../../session/queries.ts'

const outcomes = Object.entries(handoverOutcomeNames).map(([id, name]) => ({ id, name }))

/** The objections of an address that the pass desk handed over, newest first. Renders nothing if there are none. */
export function HandoversPanel({ alias, purpose }: { alias: string; purpose: AddressPurpose['purpose'] }) {
  const handovers = useQuery(query(listAddressHandovers, { params: { alias } }, { purpose }))
  if (!handovers.error && !handovers.data?.length) return null
  return (
    <Panel title="Bezwaren tegen de aanslag">
      <Result of={handovers}>
        {(found) => (
          <ul className="ruled">
            {found.map((handover) => (
              <li key={handover.id} className="column gap-2">
                <HandoverText of={handover} />
                {handover.outcome === null && <CloseHandover of={handover} />}
              </li>
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}

const toBody = ({ outcome, answer = '' }: Values) => ({ outcome: outcome as HandoverOutcome, answer })
const errorsIn = (values: Values): FieldErrors | undefined => parseInput(closeHandover.body, toBody(values)).errors

/** The button that opens the form, and the form that closes a hand-over with an outcome. */
function CloseHandover({ of: { id, year, ...handover } }: { of: Handover }) {
  const client = useQueryClient()
  const draft = useDraft(`close handover ${id}`)
  const [isOpen, setOpen] = useState(() => draft.read() !== undefined)
  const closing = useMutation({
    mutationFn: (values: Values) =>
      call(closeHandover, { params: { handover_id: `${id}` }, body: toBody(values) }, { purpose: 'aanslag_bezwaar' }),
    onSuccess: () => {
      draft.discard()
      showMessage('Het bezwaar is afgehandeld. De balie ziet de uitkomst bij de pas.')
    },
    // Reloads after a failure too, because a colleague may have closed the hand-over first.
    onSettled: () => invalidate(client, listTasks, countTasks, listAddressHandovers, listUndoable),
  })
  const refusal = mayCloseHandover(handover)
  if (refusal) return <p className="dimmed">{refusal}</p>
  if (!isOpen)
    return (
      <div className="row">
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Afhandelen<span className="visually-hidden">: bezwaar tegen aanslag {year}</span>
        </Button>
      </div>
    )
  return (
    <div className="box">
      <Form label="Bezwaar afhandelen" draft={draft} error={closing.error} check={errorsIn} onSubmit={closing.mutate}>
        <RadioField name="outcome" legend="Wat is de uitkomst?" options={outcomes} />
        <CountedLinesField name="answer" label="Antwoord voor de inwoner, met de reden" maxLength={maxHandoverText} />
        <Buttons>
          <SubmitButton busy={closing.isPending}>Afhandelen</SubmitButton>
          <Button
            variant="default"
            size="md"
            onClick={() => {
              draft.discard()
              setOpen(false)
            }}
          >
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}
