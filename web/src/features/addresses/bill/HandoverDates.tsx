import {
  dateHandover,
  decisionDueText,
  type FieldErrors,
  listAddressHandovers,
  listTasks,
  type ProviderHandover,
  parseInput,
  penaltyText,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '../../../kit/browser/format.ts'
import { Button, Buttons, SubmitButton } from '../../../kit/buttons/Button.tsx'
import { DateField } from '../../../kit/forms/DateField.tsx'
import { Fields, Form, type Values } from '../../../kit/forms/Form.tsx'
import { showMessage } from '../../../kit/page/Messages.tsx'
import { call } from '../../../session/api.ts'
import { useDraft } from '../../../session/drafts.ts'
import { invalidate } from '../../../session/queries.ts'

const dateNames = {
  assessed_on: 'Datum op de aanslag',
  published_on: 'Verzonden op',
  extended_on: 'Verdaagd op',
  notice_of_default_on: 'Ingebreke gesteld op',
} as const
const fields = Object.keys(dateNames) as (keyof typeof dateNames)[]

/** How long the decision can wait, the penalty, and the known dates of an open objection. */
export function HandoverTerms({ of: handover }: { of: ProviderHandover }) {
  const { terms } = handover
  const known = fields.flatMap((field) => {
    const day = handover[field]
    return day === null ? [] : [`${dateNames[field]}: ${dayText(day)}.`]
  })
  const isLate = terms.days_to_decide !== null && terms.days_to_decide < 0
  return (
    <p>
      Beslissen: <strong className={isLate ? 'error' : 'bold'}>{decisionDueText(terms)}</strong>.{' '}
      {penaltyText(handover)} {known.join(' ')}
    </p>
  )
}

const toBody = (values: Values) => ({
  assessed_on: values['assessed_on'] || null,
  published_on: values['published_on'] || null,
  extended_on: values['extended_on'] || null,
  notice_of_default_on: values['notice_of_default_on'] || null,
})
/** Returns only the dates that the employee changed in the form. The server keeps the other dates. */
const changedOnly = (body: ReturnType<typeof toBody>, shown: ProviderHandover) =>
  Object.fromEntries(fields.flatMap((field) => (body[field] === shown[field] ? [] : [[field, body[field]]])))

const errorsIn = (values: Values): FieldErrors | undefined => parseInput(dateHandover.body, toBody(values)).errors

/** The button that opens the form, and the form with the dates of an open objection. */
export function DatesForm({ of: handover }: { of: ProviderHandover }) {
  const { id, year } = handover
  const client = useQueryClient()
  const draft = useDraft(`dates of handover ${id}`)
  const [isOpen, setOpen] = useState(() => draft.read() !== undefined)
  // What the form showed when it was opened. A colleague may change a date meanwhile.
  const [shown, setShown] = useState(handover)
  const open = () => {
    setShown(handover)
    setOpen(true)
  }
  const close = () => {
    draft.discard()
    setOpen(false)
  }
  const storing = useMutation({
    mutationFn: (values: Values) =>
      call(
        dateHandover,
        { params: { handover_id: `${id}` }, body: changedOnly(toBody(values), shown) },
        { purpose: 'aanslag_bezwaar' },
      ),
    onSuccess: () => {
      close()
      showMessage('De data zijn vastgelegd')
    },
    onSettled: () => invalidate(client, listTasks, listAddressHandovers),
  })
  if (!isOpen)
    return (
      <Button variant="default" size="xs" onClick={open}>
        Data<span className="visually-hidden"> van bezwaar tegen aanslag {year}</span>
      </Button>
    )
  return (
    <div className="box whole-line">
      <Form
        label="Data van het bezwaar"
        filled={Object.fromEntries(fields.map((field) => [field, handover[field] ?? '']))}
        draft={draft}
        error={storing.error}
        check={errorsIn}
        onSubmit={(values) => storing.mutate(values)}
      >
        <Fields>
          {fields.map((field) => (
            <DateField key={field} name={field} label={dateNames[field]} />
          ))}
        </Fields>
        <Buttons>
          <SubmitButton busy={storing.isPending}>Vastleggen</SubmitButton>
          <Button variant="default" size="md" onClick={close}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}
