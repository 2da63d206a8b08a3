import {
  disputableYears,
  type FieldErrors,
  type Handover,
  handOverObjection,
  listPassHandovers,
  maxHandoverText,
  parseInput,
  retractHandover,
} from '@rd4-loket/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffectEvent, useId, useLayoutEffect } from 'react'
import { HandoverText } from '../../domain/bill/HandoverText.tsx'
import { settle } from '../../domain/bill/settle.ts'
import { today } from '../../kit/browser/days.ts'
import { Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Failure, Skeleton } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { useDraft } from '../../session/drafts.ts'
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
  const form = (
    <HandoverForm
      handovers={handovers}
      residentId={meta.resident_id}
      assessedYear={meta.assessed_year}
      desk={desk}
      number={number}
    />
  )
  return (
    <div className="column gap-5">
      {handovers.length > 0 && (
        <ul className="ruled">
          {handovers.map((it) => (
            <li key={it.id} className="column gap-2">
              <HandoverText of={it} />
              {it.is_own && it.outcome === null && <RetractButton of={it} onRetracted={refetch} />}
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

/** Moves the focus to the note when the form appears: the year is chosen already. */
function FocusNote({ desk: { focusCard } }: Pick<HandoverTaskProps, 'desk'>) {
  const focus = useEffectEvent(focusCard)
  useLayoutEffect(() => focus(), [])
  return null
}

/** The button with which the employee who handed an objection over retracts it. */
function RetractButton({ of: { id, year }, onRetracted }: { of: Handover; onRetracted: () => Promise<unknown> }) {
  const retract = () =>
    settle(
      call(retractHandover, { params: { handover_id: `${id}` } }, { purpose }),
      onRetracted,
      'Het bezwaar is ingetrokken',
    )
  return (
    <div className="row">
      <ConfirmButton
        size="xs"
        question="Het bezwaar intrekken?"
        consequence={`De BsGW beslist dan niet over het bezwaar tegen de aanslag van ${year}.`}
        action="Ja, intrekken"
        onConfirm={retract}
      >
        Intrekken<span className="visually-hidden">: bezwaar tegen aanslag {year}</span>
      </ConfirmButton>
    </div>
  )
}

type HandoverFormProps = HandoverTaskProps & {
  handovers: Handover[]
  residentId: number
  assessedYear: number | null
}

/** The form for a year and a note. The latest year with an imposed bill is preselected. */
function HandoverForm({ handovers, residentId, assessedYear, desk, number }: HandoverFormProps) {
  // The next household of the address must not see the note. The query cache must not contain a pass number.
  const draft = useDraft(`handover ${residentId}`)
  const open = handovers.filter(({ outcome }) => outcome === null).map(({ year }) => year)
  const years = disputableYears(today()).filter((year) => !open.includes(year))
  const first = years.find((year) => year === assessedYear) ?? years[0]
  const toBody = ({ year, note = '' }: Values) => ({
    environmental_pass_number: number,
    year: Number(year || Number.NaN),
    note,
  })
  const errorsIn = (values: Values): FieldErrors | undefined =>
    parseInput(handOverObjection.body, toBody(values)).errors
  const handingOver = useMutation({
    gcTime: 0,
    mutationFn: (values: Values) => call(handOverObjection, { body: toBody(values) }, { purpose }),
    onSuccess: () => draft.discard(),
  })
  // It is not called after the clerk has moved on to another customer.
  const onSuccess = () => {
    desk.send({ type: 'pass opened', number })
    showMessage('Het bezwaar is overgedragen aan de BsGW')
  }
  if (first === undefined) return <p>Tegen elke aanslag van deze inwoner staat al een bezwaar open.</p>
  return (
    <Form
      label="Bezwaar overdragen"
      filled={{ year: String(first) }}
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
          name: year === assessedYear ? `${year} (laatst opgelegd)` : `${year}`,
        }))}
      />
      <CountedLinesField ref={desk.cardControl} name="note" label="Wat zegt de inwoner?" maxLength={maxHandoverText} />
      <Buttons>
        <SubmitButton busy={handingOver.isPending}>Overdragen aan de BsGW</SubmitButton>
      </Buttons>
    </Form>
  )
}
