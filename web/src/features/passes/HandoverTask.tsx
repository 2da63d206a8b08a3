import {
  disputableYears,
  type FieldErrors,
  type Handover,
  handOverObjection,
  listPassHandovers,
  makeObjectionForm,
  objectUntilText,
  parseInput,
  type Reply,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useId, useLayoutEffect } from 'react'
import { HandoverText, ReceiptButton, RetractHandoverButton } from '../../domain/bill/HandoverText.tsx'
import { ReceiptFields, receiptOf } from '../../domain/bill/ReceiptFields.tsx'
import { reloadUndoable } from '../../domain/undo/undo.tsx'
import { today } from '../../kit/browser/days.ts'
import { Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Form, useField, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Failure, Skeleton } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { useDraft } from '../../session/drafts.ts'
import { saveFile } from '../../session/ExportButtons.tsx'
import { downloadDocument } from '../../session/received-file.ts'
import type { PassDesk } from './use-pass-desk.ts'

const purpose = 'aanslag_bezwaar'

type HandoverTaskProps = { desk: PassDesk; number: string }

/**
 * The task of an objection: the earlier hand-overs with their outcomes, and the form that hands over another objection.
 */
export function HandoverTask({ desk, number }: HandoverTaskProps) {
  const id = useId()
  // The key has no pass number, because the query cache must not contain one.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['hand-overs of the pass on screen', id],
    queryFn: () => call(listPassHandovers, { body: { environmental_pass_number: number } }, { purpose }),
    gcTime: 0,
  })
  if (error) return <Failure error={error} retry={refetch} busy={isFetching} />
  if (!data) return <Skeleton lines={3} />
  const { data: handovers, meta } = data
  const form = <HandoverForm handovers={handovers} meta={meta} desk={desk} number={number} />
  return (
    <div className="column gap-5">
      {handovers.length > 0 && (
        <ul className="ruled">
          {handovers.map((it) => (
            <li key={it.id} className="column gap-2">
              <HandoverText of={it} />
              {it.outcome === null && (
                <div className="row">
                  <ReceiptButton of={it} ref={it.id === filed.id ? focusFiled : undefined} />
                  <RetractHandoverButton of={it} onRetracted={refetch} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {handovers.some(({ outcome }) => outcome === null) ? (
        <details>
          <summary>Nog een bezwaar overdragen</summary>
          {form}
        </details>
      ) : (
        <>
          {form}
          <FocusNote desk={desk} />
        </>
      )}
    </div>
  )
}

// The card opens again after an objection was stored, so this is no state of a component.
const filed = { id: 0 }

/** Moves the focus, once, to the button that confirms the receipt: the next key prints. A scan can start anywhere. */
function focusFiled(button: HTMLButtonElement | null) {
  if (!button) return
  filed.id = 0
  button.focus()
}

/** Moves the focus to the note when the form appears: the year is chosen already. */
function FocusNote({ desk: { focusCard } }: Pick<HandoverTaskProps, 'desk'>) {
  const focus = useEffectEvent(focusCard)
  useLayoutEffect(() => focus(), [])
  return null
}

type PassObjections = Reply<typeof listPassHandovers>['meta']

type HandoverFormProps = HandoverTaskProps & {
  handovers: Handover[]
  meta: PassObjections
}

/** The form for a received objection. The latest year with an imposed bill is preselected, and received is today. */
function HandoverForm({ handovers, meta, desk, number }: HandoverFormProps) {
  const { resident_id, assessed_year, assessments } = meta
  // The next household of the address must not see the note. The query cache must not contain a pass number.
  const draft = useDraft(`handover ${resident_id}`)
  const open = handovers.filter(({ outcome }) => outcome === null).map(({ year }) => year)
  const years = disputableYears(today()).filter((year) => !open.includes(year))
  const first = years.find((year) => year === assessed_year) ?? years[0]
  const toBody = ({ year, ...values }: Values) => ({
    environmental_pass_number: number,
    year: Number(year || Number.NaN),
    ...receiptOf(values),
  })
  const errorsIn = (values: Values): FieldErrors | undefined =>
    parseInput(handOverObjection.body, toBody(values)).errors
  const client = useQueryClient()
  const handingOver = useMutation({
    gcTime: 0,
    mutationFn: (values: Values) => call(handOverObjection, { body: toBody(values) }, { purpose }),
    onSuccess: () => draft.discard(),
  })
  // It is not called after the clerk has moved on to another customer.
  const onSuccess = ({ id }: Handover) => {
    filed.id = id
    void reloadUndoable(client)
    desk.send({ type: 'pass opened', number, keepsFocus: true })
    showMessage('Het bezwaar is overgedragen aan de BsGW')
  }
  if (first === undefined) return <p>Tegen elke aanslag van deze inwoner staat al een bezwaar open.</p>
  return (
    <Form
      label="Bezwaar overdragen"
      filled={{ year: String(first), received_on: today(), received_by: 'town_hall' }}
      draft={draft}
      error={handingOver.error}
      check={errorsIn}
      onSubmit={(values) => handingOver.mutate(values, { onSuccess })}
    >
      <RadioField
        name="year"
        legend="Tegen de aanslag van welk jaar?"
        options={years.map((year) => ({
          id: `${year}`,
          name: year === assessed_year ? `${year} (laatst opgelegd)` : `${year}`,
        }))}
      />
      <OfChosenYear assessments={assessments} desk={desk} />
      <Buttons>
        <SubmitButton busy={handingOver.isPending}>Ontvangen en overdragen</SubmitButton>
        <PaperForm number={number} />
      </Buttons>
    </Form>
  )
}

/** Until when the household can object to the bill of the chosen year, and the fields of the objection. */
function OfChosenYear({ assessments, desk }: Pick<PassObjections, 'assessments'> & { desk: PassDesk }) {
  const { value } = useField('year')
  const assessment = assessments.find(({ year }) => `${year}` === value)
  return (
    <>
      <p role="status">{objectUntilText(assessment ?? { object_until: null, days_left: null })}</p>
      <ReceiptFields
        ref={desk.cardControl}
        of={assessment}
        place={{ id: 'town_hall', name: 'Balie' }}
        noteLabel="Wat zegt de inwoner?"
      />
    </>
  )
}

/** The button that saves an objection to sign, for the chosen year. */
function PaperForm({ number }: { number: string }) {
  const year = useField('year').value
  const saving = useMutation({
    gcTime: 0,
    mutationFn: () => {
      const body = { environmental_pass_number: number, year: Number(year) }
      return downloadDocument(makeObjectionForm, { body }, { purpose })
    },
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? `bezwaarformulier ${year}.pdf`),
  })
  return (
    <>
      <Button variant="default" size="md" onClick={() => saving.mutate()}>
        Formulier om te tekenen
      </Button>
      {saving.error && <ActionError error={saving.error} />}
    </>
  )
}
