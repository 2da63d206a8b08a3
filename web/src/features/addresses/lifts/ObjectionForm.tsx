import {
  type BillClearance,
  type FieldErrors,
  fileObjection,
  type ObjectionReason,
  objectionReasonNames,
  parseInput,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { useBillChanged } from '../../../domain/bill/ObjectionDecision.tsx'
import { Button, Buttons, SubmitButton } from '../../../kit/buttons/Button.tsx'
import { CountedLinesField } from '../../../kit/forms/CountedLinesField.tsx'
import { Form, type Values } from '../../../kit/forms/Form.tsx'
import { RadioField } from '../../../kit/forms/RadioField.tsx'
import { showMessage } from '../../../kit/page/Messages.tsx'
import { call } from '../../../session/api.ts'
import { useDraft } from '../../../session/drafts.ts'

const maxNote = 200
const reasons = Object.entries(objectionReasonNames).map(([id, name]) => ({ id, name }))

const toBody = ({ reason, note = '' }: Values) => ({ reason: reason as ObjectionReason, note })
const errorsIn = (values: Values): FieldErrors | undefined => parseInput(fileObjection.body, toBody(values)).errors

/** The key of the draft of an objection to a lift. */
export const objectionDraft = (lift_id: number) => `objection ${lift_id}`

type ObjectionFormProps = {
  lift: BillClearance
  purpose: AddressPurpose['purpose']
  onClose: () => void
}

/** Files an objection against a lift. Stores what the employee typed while the form is closed. */
export function ObjectionForm({ lift, purpose, onClose }: ObjectionFormProps) {
  const draft = useDraft(objectionDraft(lift.id))
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
        draft={draft}
        error={filing.error}
        check={errorsIn}
        onSubmit={filing.mutate}
      >
        <RadioField name="reason" legend="Wat klopt er niet?" options={reasons} />
        <CountedLinesField name="note" label="Toelichting" maxLength={maxNote} isOptional />
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
