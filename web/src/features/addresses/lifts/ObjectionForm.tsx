import {
  type AddressHandover,
  type AssessmentTerm,
  type Bill,
  type BillClearance,
  type FieldErrors,
  filedReasonNames,
  fileObjection,
  listAddressHandovers,
  mayDisputeBill,
  mayDisputeLift,
  parseInput,
  recordHandover,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { useBillChanged } from '../../../domain/bill/ObjectionDecision.tsx'
import { ReceiptFields, receiptOf } from '../../../domain/bill/ReceiptFields.tsx'
import { today } from '../../../kit/browser/days.ts'
import { dayText } from '../../../kit/browser/format.ts'
import { isFreeKey, usePageKeys } from '../../../kit/browser/keys.ts'
import { Button, Buttons, SubmitButton } from '../../../kit/buttons/Button.tsx'
import { CountedLinesField } from '../../../kit/forms/CountedLinesField.tsx'
import { Form, useField, type Values } from '../../../kit/forms/Form.tsx'
import { RadioField } from '../../../kit/forms/RadioField.tsx'
import { showMessage } from '../../../kit/page/Messages.tsx'
import { call } from '../../../session/api.ts'
import { useDraft } from '../../../session/drafts.ts'
import { invalidate } from '../../../session/queries.ts'
import { useAddressHandovers } from '../bill/BillTerms.tsx'

const maxNote = 200
const reasons = Object.entries(filedReasonNames).map(([id, name]) => ({ id, name }))

const kinds = [
  { id: 'question', name: 'Vraag', hint: '1' },
  { id: 'objection', name: 'Bezwaar', hint: '2' },
]

const toBody = ({ reason, note = '' }: Values) => ({ reason: reason as keyof typeof filedReasonNames, note })

/** The key of the draft of an objection to a lift. */
export const objectionDraft = (lift_id: number) => `objection ${lift_id}`

const elsewhereText = 'Deze lediging staat op een andere aanslag. Kies eerst het jaar van die aanslag.'

type ObjectionFormProps = {
  lift: BillClearance
  /** The bill that shows the lift. */
  bill: Pick<Bill, 'year' | 'imposed_only'>
  alias: string
  purpose: AddressPurpose['purpose']
  onClose: () => void
}

/**
 * Stores that a resident disputes a lift. A question is only about the lift. An objection names the open objection of
 * the household, and records one if there is none. Stores what the employee typed while the form is closed.
 */
export function ObjectionForm({ lift, bill: { year, imposed_only }, alias, purpose, onClose }: ObjectionFormProps) {
  const day = lift.cleared_at.slice(0, 10)
  const isElsewhere = lift.charged_cents === null && !imposed_only
  const client = useQueryClient()
  const draft = useDraft(objectionDraft(lift.id))
  const onChanged = useBillChanged()
  const handovers = useAddressHandovers(alias, purpose).data
  const open = handovers?.data.find((handover) => mayDisputeLift(handover, { day, bill_years: [year] }) === undefined)
  const toRecord = (values: Values) => ({ ...receiptOf(values), note: '', year, household_on: day })
  const errorsIn = (values: Values): FieldErrors | undefined => {
    const isNew = values['kind'] === 'objection' && !open
    const refusal = isElsewhere ? elsewhereText : isNew ? mayDisputeBill(year, today()) : undefined
    const errors = {
      ...parseInput(fileObjection.body, toBody(values)).errors,
      ...(isNew && parseInput(recordHandover.body, toRecord(values)).errors),
      ...(refusal && values['kind'] === 'objection' && { kind: [refusal] }),
    }
    return Object.keys(errors).length > 0 ? errors : undefined
  }
  const filing = useMutation({
    mutationFn: async (values: Values) => {
      const params = { clearance_id: `${lift.id}` }
      if (values['kind'] === 'question') return call(fileObjection, { params, body: toBody(values) }, { purpose })
      const body = { ...toBody(values), handover_id: (open ?? (await record(values))).id }
      return call(fileObjection, { params, body }, { purpose: 'aanslag_bezwaar' })
    },
    onSuccess: async (_filed, { kind }) => {
      draft.discard()
      await onChanged()
      onClose()
      showMessage(kind === 'question' ? 'De vraag is vastgelegd' : 'Het bezwaar is vastgelegd')
    },
    // The objection may have been recorded, or a colleague may have closed it.
    onError: () => invalidate(client, listAddressHandovers),
  })
  const record = (values: Values) =>
    call(recordHandover, { params: { alias }, body: toRecord(values) }, { purpose: 'aanslag_bezwaar' })
  const cancel = () => {
    draft.discard()
    onClose()
  }
  return (
    <div className="box">
      <Form
        label="Deze lediging klopt niet"
        filled={{ kind: 'question', received_on: today(), received_by: 'tax_office' }}
        draft={draft}
        error={filing.error}
        check={errorsIn}
        onSubmit={filing.mutate}
      >
        <KindField />
        <RadioField name="reason" legend="Wat klopt er niet?" options={reasons} />
        <CountedLinesField name="note" label="Toelichting" maxLength={maxNote} isOptional />
        <OfObjection
          year={year}
          open={open}
          assessment={handovers?.meta.assessments.find((assessment) => assessment.year === year)}
        />
        <Buttons>
          <FileButton isBusy={filing.isPending} />
          <Button variant="default" size="md" onClick={cancel}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}

/** The choice between a question and an objection, also by its digit while the focus is in the form. */
function KindField() {
  const { onChange } = useField('kind')
  const field = useRef<HTMLDivElement>(null)
  usePageKeys('capture', (event) => {
    const kind = kinds.find(({ hint }) => hint === event.key)
    if (!kind || !isFreeKey(event) || !field.current?.closest('form')?.contains(document.activeElement)) return
    event.preventDefault()
    onChange({ currentTarget: { value: kind.id } })
  })
  return (
    <div ref={field}>
      <RadioField name="kind" legend="Wat is het?" options={kinds} description={kindNote} />
    </div>
  )
}

const kindNote = 'Een vraag zet een controle in gang. Alleen een brief met handtekening is een bezwaar.'

type OfObjectionProps = { year: number; open: AddressHandover | undefined; assessment: AssessmentTerm | undefined }

/** Of an objection: the open one that the lift belongs to, or the fields to record one. */
function OfObjection({ year, open, assessment }: OfObjectionProps) {
  if (useField('kind').value !== 'objection') return null
  if (open)
    return (
      <p>
        Dit hoort bij het bezwaar van {dayText(open.received_on)}, tegen aanslag {year}.
      </p>
    )
  return (
    <>
      <p>Er is nog geen open bezwaar tegen aanslag {year}. Dit legt het vast.</p>
      <ReceiptFields of={assessment} place={{ id: 'tax_office', name: 'BsGW' }} />
    </>
  )
}

const FileButton = ({ isBusy }: { isBusy: boolean }) => (
  <SubmitButton busy={isBusy}>
    {useField('kind').value === 'objection' ? 'Bezwaar vastleggen' : 'Vraag vastleggen'}
  </SubmitButton>
)
