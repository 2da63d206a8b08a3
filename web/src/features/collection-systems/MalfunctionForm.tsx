import {
  type Equipment,
  type FieldErrors,
  type Malfunction,
  malfunctionNames,
  parseInput,
  recordMalfunction,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { Form, LinesField, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { useDraft } from '../../session/drafts.ts'
import { useMalfunctionsChanged } from './malfunctions.ts'

const malfunctions = Object.entries(malfunctionNames).map(([id, name]) => ({ id, name }))

/** The body of the call. A text that is not a day stays as typed, and the contract rejects that text. */
const toBody = ({ container_id, malfunction, note = '', expected_end = '' }: Values) => ({
  container_id: Number(container_id || Number.NaN),
  malfunction: malfunction as Malfunction,
  note,
  expected_end: expected_end || null,
})
const errorsIn = (values: Values): FieldErrors | undefined => parseInput(recordMalfunction.body, toBody(values)).errors

type MalfunctionFormProps = { alias: string; containers: Equipment[]; onClose: () => void }

/** Records a malfunction of one of the containers of a collection system. The first field gets the focus. */
export function MalfunctionForm({ alias, containers, onClose }: MalfunctionFormProps) {
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraft(`malfunction ${alias}`, { survivesReload: true })
  const onChanged = useMalfunctionsChanged()
  useEffect(() => box.current?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus(), [])
  const discardAndClose = () => {
    draft.discard()
    onClose()
  }
  const recording = useMutation({
    mutationFn: (values: Values) => call(recordMalfunction, { params: { alias }, body: toBody(values) }),
    onSuccess: () => {
      discardAndClose()
      showMessage('De storing is vastgelegd')
    },
    // Reloads after a failure too, because a colleague may have recorded the malfunction.
    onSettled: onChanged,
  })
  const [only, ...others] = containers
  return (
    <div className="box" ref={box}>
      <Form label="Storing melden" draft={draft} error={recording.error} check={errorsIn} onSubmit={recording.mutate}>
        {only && others.length === 0 ? (
          <input type="hidden" name="container_id" value={only.id} />
        ) : (
          <RadioField
            name="container_id"
            legend="Welke container?"
            options={containers.map(({ id, waste_type, number }) => ({
              id: `${id}`,
              name: [wasteStreamNames[waste_type], number].filter(Boolean).join(' '),
            }))}
          />
        )}
        <RadioField name="malfunction" legend="Wat is er aan de hand?" options={malfunctions} />
        <DateField name="expected_end" label="Naar verwachting opgelost op" description="Mag leeg blijven." />
        <LinesField name="note" label="Toelichting" rows={2} description="Mag leeg blijven." />
        <Buttons>
          <SubmitButton busy={recording.isPending}>Storing vastleggen</SubmitButton>
          <Button variant="default" size="md" onClick={discardAndClose}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}
