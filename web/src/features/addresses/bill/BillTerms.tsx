import {
  type AssessmentTerm,
  countTasks,
  type FieldErrors,
  listAddressHandovers,
  listTasks,
  listUndoable,
  mayDisputeBill,
  objectUntilText,
  parseInput,
  recordHandover,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { ReceiptFields, receiptOf } from '../../../domain/bill/ReceiptFields.tsx'
import { today } from '../../../kit/browser/days.ts'
import { countText } from '../../../kit/browser/format.ts'
import { Button, Buttons, SubmitButton } from '../../../kit/buttons/Button.tsx'
import { Form, type Values } from '../../../kit/forms/Form.tsx'
import { showMessage } from '../../../kit/page/Messages.tsx'
import { Failure, Panel } from '../../../kit/page/Page.tsx'
import { call } from '../../../session/api.ts'
import { useDraft } from '../../../session/drafts.ts'
import { invalidate, query } from '../../../session/queries.ts'

/** The objections of an address, and until when its bills can be disputed. */
export const useAddressHandovers = (alias: string, purpose: AddressPurpose['purpose']) =>
  useQuery(query(listAddressHandovers, { params: { alias } }, { purpose }))

type BillTermsProps = {
  alias: string
  year: number
  purpose: AddressPurpose['purpose']
  /** The number of open questions about lifts of this year. */
  questions: number
}

/** A question is about a lift: `K` opens it. */
const focusLifts = () => document.querySelector<HTMLElement>('tr[data-stop]')?.focus()

/**
 * Until when the household can object to the bill, and the buttons for a question and for an objection. Beside the
 * bill, so that the first lift stays on the first screen.
 */
export function BillTerms({ alias, year, purpose, questions }: BillTermsProps) {
  const { data, error, refetch, isFetching } = useAddressHandovers(alias, purpose)
  const [isOpen, setOpen] = useState(false)
  if (error && !data)
    return (
      <div className="screen-only">
        <Panel title="Bezwaar">
          <Failure error={error} retry={refetch} busy={isFetching} />
        </Panel>
      </div>
    )
  if (!data) return null
  const assessment = data.meta.assessments.find((it) => it.year === year)
  const isRunning = `${year}` === today().slice(0, 4)
  // Nobody can object before the assessment.
  if (!assessment && isRunning) return null
  return (
    <div className="screen-only">
      <Panel title="Bezwaar">
        <p className="bold">{objectUntilText(assessment ?? { object_until: null, days_left: null })}</p>
        <p className="dimmed">
          Eerst uitleggen, dan nakijken
          {questions > 0 && ` (${countText(questions, 'vraag', 'vragen')} open)`}, dan bezwaar. Tegen het tarief zelf
          kan geen bezwaar.
        </p>
        <div className="row gap-2">
          <Button variant="default" size="xs" onClick={focusLifts}>
            Vraag
          </Button>
          <Button variant="default" size="xs" refusal={mayDisputeBill(year, today())} onClick={() => setOpen(true)}>
            Bezwaar
          </Button>
        </div>
        {isOpen && <RecordForm alias={alias} year={year} of={assessment} onClose={() => setOpen(false)} />}
      </Panel>
    </div>
  )
}

type RecordFormProps = { alias: string; year: number; of: AssessmentTerm | undefined; onClose: () => void }

const toBody = (year: number, values: Values) => ({ year, ...receiptOf(values) })

/** The form for an objection that the tax office received. */
function RecordForm({ alias, year, of: assessment, onClose }: RecordFormProps) {
  const client = useQueryClient()
  const draft = useDraft(`objection ${alias} ${year}`)
  const recording = useMutation({
    mutationFn: (values: Values) =>
      call(recordHandover, { params: { alias }, body: toBody(year, values) }, { purpose: 'aanslag_bezwaar' }),
    onSuccess: () => {
      draft.discard()
      showMessage('Het bezwaar is vastgelegd')
      onClose()
    },
    onSettled: () => invalidate(client, listTasks, countTasks, listAddressHandovers, listUndoable),
  })
  const errorsIn = (values: Values): FieldErrors | undefined =>
    parseInput(recordHandover.body, toBody(year, values)).errors
  return (
    <div className="box" ref={focusFirst}>
      <Form
        label={`Bezwaar tegen aanslag ${year} vastleggen`}
        filled={{ received_on: today(), received_by: 'tax_office' }}
        draft={draft}
        error={recording.error}
        check={errorsIn}
        onSubmit={(values) => recording.mutate(values)}
      >
        <ReceiptFields of={assessment} place={{ id: 'tax_office', name: 'BsGW' }} noteLabel="Wat staat erin?" />
        <Buttons>
          <SubmitButton busy={recording.isPending}>Bezwaar vastleggen</SubmitButton>
          <Button
            variant="default"
            size="md"
            onClick={() => {
              draft.discard()
              onClose()
            }}
          >
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}

/** Moves the focus to the note when the form opens: the other fields are filled in. */
const focusFirst = (form: HTMLElement | null) => form?.querySelector('textarea')?.focus()
