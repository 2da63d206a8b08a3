import {
  cubicMetreText,
  type FieldErrors,
  makePickupAppointment,
  movePickupAppointment,
  type PickupAppointment,
  type PickupDay,
  parseInput,
  pickupVolumes,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { weekdayAndDayText } from '../../kit/browser/format.ts'
import { Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Fields, Form, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'

/** The days to choose from, and what happens after saving: the lists and calendars reload, and the form closes. */
export type AfterPickup = { days: PickupDay[]; onChanged: () => Promise<unknown>; onClose: () => void }

const volumeOptions = pickupVolumes.map((litres) => ({ id: litres, name: cubicMetreText(litres) }))
const dayOption = ({ day, left_litres }: PickupDay) => ({
  id: day,
  name: `${weekdayAndDayText(day)} (${left_litres > 0 ? `nog ${cubicMetreText(left_litres)}` : 'vol'})`,
})

/** A form that plans an appointment on a day. The server decides whether the day has capacity left. */
function DayForm({
  label,
  days,
  check,
  save,
  onChanged,
  onClose,
  children,
}: AfterPickup & {
  label: string
  check: (values: Values) => FieldErrors | undefined
  save: (values: Values) => Promise<PickupAppointment>
  children?: ReactNode
}) {
  const saving = useMutation({
    mutationFn: save,
    onSuccess: ({ day }) => {
      onClose()
      showMessage(`De afspraak staat op ${weekdayAndDayText(day)}`)
    },
    // A rejection means that the capacity of the days has changed.
    onSettled: onChanged,
  })
  return (
    <div className="box">
      <Form label={label} error={saving.error} check={check} onSubmit={saving.mutate}>
        <Fields>
          {children}
          <ChoiceField name="day" label="Dag" none="Kies een dag" options={days.map(dayOption)} />
        </Fields>
        <Buttons>
          <SubmitButton busy={saving.isPending}>Vastleggen</SubmitButton>
          <Button variant="default" size="md" onClick={onClose}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}

export function MakePickupForm({ alias, ...after }: AfterPickup & { alias: string }) {
  // A retry of the same input, after a lost response for instance, uses the same idempotency key.
  const lastRequest = useRef({ text: '', key: '' })
  const toBody = ({ day = '', volume_litres }: Values) => ({ day, volume_litres: Number(volume_litres) })
  const save = (values: Values) => {
    const body = toBody(values)
    const text = JSON.stringify(body)
    if (lastRequest.current.text !== text) lastRequest.current = { text, key: crypto.randomUUID() }
    return call(makePickupAppointment, { params: { alias }, body }, { idempotency_key: lastRequest.current.key })
  }
  return (
    <DayForm
      label="Ophaalafspraak maken"
      check={(values) => parseInput(makePickupAppointment.body, toBody(values)).errors}
      save={save}
      {...after}
    >
      <ChoiceField
        name="volume_litres"
        label="Hoeveelheid snoeiafval"
        none="Kies een hoeveelheid"
        options={volumeOptions}
      />
    </DayForm>
  )
}

export function MovePickupForm({ of, days, ...after }: AfterPickup & { of: PickupAppointment }) {
  const toBody = ({ day = '' }: Values) => ({ day })
  return (
    <DayForm
      label={`Ophaalafspraak van ${weekdayAndDayText(of.day)} verplaatsen`}
      days={days.filter(({ day }) => day !== of.day)}
      check={(values) => parseInput(movePickupAppointment.body, toBody(values)).errors}
      save={(values) => call(movePickupAppointment, { params: { appointment_id: `${of.id}` }, body: toBody(values) })}
      {...after}
    />
  )
}
