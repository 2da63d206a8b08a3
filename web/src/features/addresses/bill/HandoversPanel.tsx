import {
  type AddressHandover,
  closeHandover,
  countTasks,
  type FieldErrors,
  type HandoverOutcome,
  handoverOutcomeNames,
  listAddressHandovers,
  listTasks,
  listUndoable,
  maxHandoverText,
  mayCloseHandover,
  objectionReasonNames,
  objectionStateNames,
  parseInput,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { HandoverText, ReceiptButton, RetractHandoverButton } from '../../../domain/bill/HandoverText.tsx'
import { today } from '../../../kit/browser/days.ts'
import { dayText } from '../../../kit/browser/format.ts'
import { Button, Buttons, SubmitButton } from '../../../kit/buttons/Button.tsx'
import { CountedLinesField } from '../../../kit/forms/CountedLinesField.tsx'
import { DateField } from '../../../kit/forms/DateField.tsx'
import { Form, type Values } from '../../../kit/forms/Form.tsx'
import { RadioField } from '../../../kit/forms/RadioField.tsx'
import { showMessage } from '../../../kit/page/Messages.tsx'
import { Panel, Result } from '../../../kit/page/Page.tsx'
import { call } from '../../../session/api.ts'
import { useDraft } from '../../../session/drafts.ts'
import { invalidate } from '../../../session/queries.ts'
import { useAddressHandovers } from './BillTerms.tsx'
import { DatesForm, HandoverTerms } from './HandoverDates.tsx'

const outcomes = Object.entries(handoverOutcomeNames).map(([id, name]) => ({ id, name }))

/** The written objections of an address, newest first. Renders nothing if there are none. */
export function HandoversPanel({ alias, purpose }: { alias: string; purpose: AddressPurpose['purpose'] }) {
  const client = useQueryClient()
  const handovers = useAddressHandovers(alias, purpose)
  if (!handovers.error && !handovers.data?.data.length) return null
  return (
    <Panel title="Bezwaren tegen de aanslag">
      <Result of={handovers}>
        {({ data }) => (
          <ul className="ruled">
            {data.map((handover) => (
              <li key={handover.id} className="column gap-2">
                <HandoverText of={handover} />
                <Lifts of={handover} />
                {handover.outcome === null && (
                  <>
                    <HandoverTerms of={handover} />
                    <div className="row">
                      <CloseHandover of={handover} />
                      <DatesForm of={handover} />
                      <ReceiptButton of={handover} />
                      <RetractHandoverButton
                        of={handover}
                        onRetracted={() => invalidate(client, listTasks, countTasks, listAddressHandovers)}
                      />
                    </div>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}

/** The lifts that a written objection disputes, with what was decided about each. */
function Lifts({ of: { lifts } }: { of: AddressHandover }) {
  if (lifts.length === 0) return null
  return (
    <div className="small">
      <p>Ledigingen van dit bezwaar:</p>
      <ul>
        {lifts.map(({ id, waste_type, cleared_at, reason, state }) => (
          <li key={id}>
            {wasteStreamNames[waste_type]}, {dayText(cleared_at)}: {objectionReasonNames[reason].toLowerCase()},{' '}
            <strong className="bold">{objectionStateNames[state].toLowerCase()}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

const toBody = ({ outcome, answer = '', decided_on }: Values) => ({
  ...{ outcome: outcome as HandoverOutcome, answer },
  ...(decided_on && { decided_on }),
})

/** The button that opens the form, and the form that closes a hand-over with an outcome. */
function CloseHandover({ of: { id, year, ...handover } }: { of: AddressHandover }) {
  const client = useQueryClient()
  const draft = useDraft(`close handover ${id}`)
  const [isOpen, setOpen] = useState(() => draft.read() !== undefined)
  const closing = useMutation({
    mutationFn: (values: Values) =>
      call(closeHandover, { params: { handover_id: `${id}` }, body: toBody(values) }, { purpose: 'aanslag_bezwaar' }),
    onSuccess: () => {
      draft.discard()
      const toDesk = handover.received_by === 'tax_office' ? '' : ' De balie ziet de uitkomst bij de pas.'
      showMessage(`Het bezwaar is afgehandeld.${toDesk}`)
    },
    // Reloads after a failure too, because a colleague may have closed the hand-over first.
    onSettled: () => invalidate(client, listTasks, countTasks, listAddressHandovers, listUndoable),
  })
  const errorsIn = (values: Values): FieldErrors | undefined => {
    const body = toBody(values)
    const refusal = mayCloseHandover(handover, body.outcome)
    return parseInput(closeHandover.body, body).errors ?? (refusal ? { outcome: [refusal] } : undefined)
  }
  const refusal = mayCloseHandover(handover)
  if (refusal) return <p className="dimmed">{refusal}</p>
  if (!isOpen)
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Afhandelen<span className="visually-hidden">: bezwaar tegen aanslag {year}</span>
      </Button>
    )
  return (
    <div className="box whole-line">
      <Form
        label="Bezwaar afhandelen"
        filled={{ decided_on: today() }}
        draft={draft}
        error={closing.error}
        check={errorsIn}
        onSubmit={closing.mutate}
      >
        <DateField name="decided_on" label="Beslist op" />
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
