import {
  type BillClearance,
  type FieldErrors,
  fileObjection,
  type ObjectionReason,
  objectionReasonNames,
  parseInput,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { useBillChanged } from '../../../domain/bill/ObjectionDecision.tsx'
import { countText } from '../../../kit/browser/format.ts'
import { Button, Buttons, SubmitButton } from '../../../kit/buttons/Button.tsx'
import { Form, LinesField, useField, type Values } from '../../../kit/forms/Form.tsx'
import { RadioField } from '../../../kit/forms/RadioField.tsx'
import { showMessage } from '../../../kit/page/Messages.tsx'
import { call } from '../../../session/api.ts'
import { useDraft } from '../../../session/drafts.ts'

const maxNote = 200
const reasons = Object.entries(objectionReasonNames).map(([id, name]) => ({ id, name }))

const toBody = ({ reason, note = '' }: Values) => ({ reason: reason as ObjectionReason, note })
const errorsIn = (values: Values): FieldErrors | undefined => parseInput(fileObjection.body, toBody(values)).errors

type ObjectionFormProps = {
  lift: BillClearance
  purpose: AddressPurpose['purpose']
  onClose: () => void
}

/** Files an objection against a lift. What was typed is kept while the form is closed. */
export function ObjectionForm({ lift, purpose, onClose }: ObjectionFormProps) {
  const draft = useDraft(`objection ${lift.id}`)
  const [filled] = useState(draft.read)
  const onChanged = useBillChanged()
  const filing = useMutation({
    mutationFn: (values: Values) =>
      call(fileObjection, { params: { clearance_id: `${lift.id}` }, body: toBody(values) }, { purpose }),
    onSuccess: async () => {
      draft.discard()
      await onChanged()
      onClose()
      showMessage('Het bezwaar is vastgelegd')
    },
  })
  const cancel = () => {
    draft.discard()
    onClose()
  }
  return (
    <div className="box">
      <Form
        label="Deze lediging klopt niet"
        filled={filled}
        error={filing.error}
        check={errorsIn}
        onSubmit={filing.mutate}
      >
        {filled && <p className="dimmed small">Wat u eerder invulde, staat er nog.</p>}
        <RadioField name="reason" legend="Wat klopt er niet?" options={reasons} />
        <NoteField onFill={draft.keep} />
        <Buttons>
          <SubmitButton busy={filing.isPending}>Bezwaar vastleggen</SubmitButton>
          <Button variant="default" size="md" onClick={cancel}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}

/** The note, with the number of characters left. Keeps the draft of the form at every change. */
function NoteField({ onFill }: { onFill: (values: Values) => unknown }) {
  const { value: reason } = useField('reason')
  const { value: note } = useField('note')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the values is kept.
  useEffect(() => {
    if (reason || note) onFill({ reason, note })
  }, [reason, note])
  const left = maxNote - note.length
  const description =
    left < 0
      ? `${countText(-left, 'teken', 'tekens')} te veel`
      : `Mag leeg blijven. Nog ${countText(left, 'teken', 'tekens')}.`
  return <LinesField name="note" label="Toelichting" rows={2} description={description} />
}
