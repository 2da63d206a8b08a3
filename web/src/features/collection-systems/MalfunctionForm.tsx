import {
  changeMalfunction,
  type Equipment,
  type FieldErrors,
  type Malfunction,
  malfunctionNames,
  parseInput,
  type RecordedMalfunction,
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
/** A malfunction stays at its container, so a change has no container. */
const withoutContainer = ({ container_id: _, ...body }: ReturnType<typeof toBody>) => body

type MalfunctionFormProps = { alias: string; containers: Equipment[]; of?: RecordedMalfunction; onClose: () => void }

/**
 * Records a malfunction of one of the containers of a collection system, or changes the malfunction `of`. The first
 * field gets the focus.
 */
export function MalfunctionForm({ alias, containers, of, onClose }: MalfunctionFormProps) {
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraft(of ? `malfunction ${of.id}` : `malfunction ${alias}`, { survivesReload: true })
  const onChanged = useMalfunctionsChanged()
  useEffect(() => {
    const find = (selector: string) => box.current?.querySelector<HTMLInputElement>(selector)
    ;(find('input:checked') ?? find('input:not([type="hidden"])'))?.focus()
  }, [])
  const discardAndClose = () => {
    draft.discard()
    onClose()
  }
  const saving = useMutation({
    mutationFn: (values: Values) => {
      const body = toBody(values)
      return of
        ? call(changeMalfunction, { params: { malfunction_id: `${of.id}` }, body: withoutContainer(body) })
        : call(recordMalfunction, { params: { alias }, body })
    },
    onSuccess: () => {
      discardAndClose()
      showMessage(of ? 'De storing is gewijzigd' : 'De storing is vastgelegd')
    },
    // Reloads after a failure too, because a colleague may have recorded or closed the malfunction.
    onSettled: onChanged,
  })
  const errorsIn = (values: Values): FieldErrors | undefined => {
    const body = toBody(values)
    return (of ? parseInput(changeMalfunction.body, withoutContainer(body)) : parseInput(recordMalfunction.body, body))
      .errors
  }
  const [only, ...others] = containers
  return (
    <div className="box" ref={box}>
      <Form
        label={of ? 'Storing wijzigen' : 'Storing melden'}
        draft={draft}
        filled={of && { malfunction: of.malfunction, note: of.note, expected_end: of.expected_end ?? '' }}
        error={saving.error}
        check={errorsIn}
        onSubmit={saving.mutate}
      >
        {!of &&
          (only && others.length === 0 ? (
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
          ))}
        <RadioField name="malfunction" legend="Wat is er aan de hand?" options={malfunctions} />
        <DateField name="expected_end" label="Naar verwachting opgelost op" description="Mag leeg blijven." />
        <LinesField name="note" label="Toelichting" rows={2} description="Mag leeg blijven." />
        <Buttons>
          <SubmitButton busy={saving.isPending}>{of ? 'Wijziging vastleggen' : 'Storing vastleggen'}</SubmitButton>
          <Button variant="default" size="md" onClick={discardAndClose}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}
