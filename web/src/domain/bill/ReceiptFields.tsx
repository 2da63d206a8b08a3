import {
  type AssessmentTerm,
  maxHandoverText,
  ObjectionPart,
  objectionPartNames,
  type ReceivedBy,
} from '@rd4-loket/contract'
import type { Ref } from 'react'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { Fields, useField, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'

const parts = ObjectionPart.options
const partField = (part: ObjectionPart) => `missing_${part}`
const mayBeEmpty = 'Mag leeg blijven.'

/** Returns what the fields of a received objection state, as the body of a call. Absent fields have no effect. */
export const receiptOf = ({ note = '', received_on, received_by, posted_on, assessed_on, ...values }: Values) => ({
  ...{ note, received_on: received_on ?? '', received_by: received_by as ReceivedBy },
  ...(received_by === 'post' && posted_on && { posted_on }),
  ...(assessed_on && { assessed_on }),
  missing: parts.filter((part) => values[partField(part)]),
})

type ReceiptFieldsProps = {
  /** The assessment of the chosen year. Without one, the form asks for its date. */
  of: AssessmentTerm | undefined
  /** Where an objection can come in, beside the post. */
  place: { id: ReceivedBy; name: string }
  /** Absent: no note is asked. */
  noteLabel?: string
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** The fields of a received objection: when, how, what is missing, and a note. */
export const ReceiptFields = ({ of: assessment, place, noteLabel, ref }: ReceiptFieldsProps) => (
  <>
    <Fields>
      <DateField name="received_on" label="Ontvangen op" />
      {!assessment && <DateField name="assessed_on" label="Datum op de aanslag" description={mayBeEmpty} />}
    </Fields>
    <RadioField name="received_by" legend="Hoe" options={[place, { id: 'post', name: 'Post' }]} />
    <Postmark />
    <fieldset>
      <legend>Ontbreekt</legend>
      <div className="row">
        {parts.map((part) => (
          <MissingPart key={part} part={part} />
        ))}
      </div>
    </fieldset>
    {noteLabel && <CountedLinesField ref={ref} name="note" label={noteLabel} maxLength={maxHandoverText} isOptional />}
  </>
)

/** The day of the postmark, which only a letter has. */
const Postmark = () =>
  useField('received_by').value === 'post' ? (
    <DateField name="posted_on" label="Datum poststempel" description={mayBeEmpty} />
  ) : null

function MissingPart({ part }: { part: ObjectionPart }) {
  const { name, value, onChange } = useField(partField(part))
  return (
    <label className="line">
      <input
        type="checkbox"
        name={name}
        checked={value !== ''}
        onChange={({ currentTarget }) => onChange({ currentTarget: { value: currentTarget.checked ? 'on' : '' } })}
      />
      {objectionPartNames[part]}
    </label>
  )
}
