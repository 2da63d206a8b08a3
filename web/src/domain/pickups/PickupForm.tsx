import { Button } from '@mantine/core'
import {
  cubicMetreText,
  type FieldErrors,
  makePickupAppointment,
  movePickupAppointment,
  type PickupAppointment,
  type PickupDay,
  parseInput,
  pickupVolumes,
  type Sent,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { spokenDayText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/ActionButton.tsx'
import { Buttons } from '../../kit/buttons/Buttons.tsx'
import { ChoiceField } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import styles from './PickupAppointments.module.css'

type Body = Sent<typeof makePickupAppointment>['body']

/** What becomes of an appointment that was entered: the list and the calendars follow, and the form goes. */
export type AfterPickup = { days: PickupDay[]; onChanged: () => Promise<unknown>; onClose: () => void }

const volumes = pickupVolumes.map((litres) => ({ id: litres, name: cubicMetreText(litres) }))
const dayOption = ({ day, left_litres }: PickupDay) => ({
  id: day,
  name: `${spokenDayText(day)} (${left_litres > 0 ? `nog ${cubicMetreText(left_litres)}` : 'vol'})`,
})

/** A form that puts an appointment on a day; the server decides whether the day has room. */
function DayForm({
  label,
  days,
  check,
  enter,
  onChanged,
  onClose,
  children,
}: AfterPickup & {
  label: string
  check: (values: Values) => FieldErrors | undefined
  enter: (values: Values) => Promise<PickupAppointment>
  children?: ReactNode
}) {
  const save = useMutation({
    mutationFn: enter,
    onSuccess: ({ day }) => {
      onClose()
      showMessage(`De afspraak staat op ${spokenDayText(day)}`)
    },
    // A refusal tells that the room on the days has changed.
    onSettled: onChanged,
  })
  return (
    <div className={styles.opened}>
      <Form label={label} error={save.error} check={check} onSubmit={save.mutate}>
        <Fields>
          {children}
          <ChoiceField name="day" label="Dag" none="Kies een dag" options={days.map(dayOption)} />
        </Fields>
        <Buttons>
          <ActionButton type="submit" size="md" busy={save.isPending}>
            Vastleggen
          </ActionButton>
          <Button variant="default" size="md" onClick={onClose}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}

/** Makes an appointment for an address. */
export function MakePickupForm({ alias, ...after }: AfterPickup & { alias: string }) {
  // The same wish goes under the same key, also when its answer was lost and it is sent again.
  const wish = useRef({ text: '', key: '' })
  const written = ({ day = '', volume_litres }: Values): Body => ({ day, volume_litres: Number(volume_litres) })
  const enter = (values: Values) => {
    const body = written(values)
    const text = JSON.stringify(body)
    if (wish.current.text !== text) wish.current = { text, key: crypto.randomUUID() }
    return call(makePickupAppointment, { params: { alias }, body }, { idempotency_key: wish.current.key })
  }
  return (
    <DayForm
      label="Ophaalafspraak maken"
      check={(values) => parseInput(makePickupAppointment.body, written(values)).errors}
      enter={enter}
      {...after}
    >
      <ChoiceField name="volume_litres" label="Hoeveelheid snoeiafval" none="Kies een hoeveelheid" options={volumes} />
    </DayForm>
  )
}

/** Puts an appointment on another day. */
export function MovePickupForm({ of, days, ...after }: AfterPickup & { of: PickupAppointment }) {
  const written = ({ day = '' }: Values) => ({ day })
  return (
    <DayForm
      label={`Ophaalafspraak van ${spokenDayText(of.day)} verplaatsen`}
      days={days.filter(({ day }) => day !== of.day)}
      check={(values) => parseInput(movePickupAppointment.body, written(values)).errors}
      enter={(values) => call(movePickupAppointment, { params: { appointment_id: `${of.id}` }, body: written(values) })}
      {...after}
    />
  )
}
