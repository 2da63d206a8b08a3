import {
  cancelPickupAppointment,
  cubicMetreText,
  type FieldErrors,
  listPickupAppointments,
  makePickupAppointment,
  mayChangePickup,
  mayMakePickup,
  movePickupAppointment,
  type PickupAppointment,
  type PickupDay,
  type Purpose,
  parseInput,
  pickupVolumes,
  type Refusal,
} from '@rd4-loket/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { weekdayAndDayText } from '../../kit/browser/format.ts'
import { Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { ChoiceField, Fields, Form, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { useDraft } from '../../session/drafts.ts'
import { useNeverLoadedText } from '../../session/never-loaded.ts'
import { query } from '../../session/queries.ts'
import { useCollectionsChanged } from '../collections/collections.ts'
import { StreamMark } from '../waste-streams/StreamMark.tsx'
import styles from './PickupAppointments.module.css'
import { pickupHash } from './pickup-hash.ts'

/** A button that opens content below it. Closing returns the focus to the button. */
function Disclosure({
  label,
  refusal,
  isInitiallyOpen = false,
  children,
}: {
  label: ReactNode
  refusal?: Refusal
  /** Whether the content is open at first. Its first field then has the focus. */
  isInitiallyOpen?: boolean
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isInitiallyOpen) return
    const field = button.current?.nextElementSibling?.querySelector<HTMLElement>('input, select')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  }, [isInitiallyOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        refusal={refusal}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={id} className="whole-line">
          {children(close)}
        </div>
      )}
    </>
  )
}

/** The purpose of the calls, if the employee chose one. */
type OfPurpose = { purpose: Purpose | undefined }

type AppointmentProps = Omit<AfterPickup, 'onClose'> & OfPurpose

function Appointment({ of, today, ...formProps }: AppointmentProps & { of: PickupAppointment; today: string }) {
  const refusal = mayChangePickup(of, today)
  const day = weekdayAndDayText(of.day)
  const ofDay = <span className="visually-hidden">: {day}</span>
  const cancel = async () => {
    await call(cancelPickupAppointment, { params: { appointment_id: `${of.id}` } }, { purpose: formProps.purpose })
    await formProps.onChanged()
    showMessage(`De afspraak van ${day} is afgezegd`)
  }
  return (
    <li className={`row ${styles.row}`}>
      <StreamMark stream="pruning_waste" size={28} />
      <p>
        <strong>{day}</strong>: {cubicMetreText(of.volume_litres)} snoeiafval
      </p>
      <ConfirmButton
        refusal={refusal}
        question="De ophaalafspraak afzeggen?"
        consequence={`Op ${day} wordt dan geen snoeiafval opgehaald. De plaats komt vrij voor een ander adres.`}
        action="Ja, afzeggen"
        onConfirm={cancel}
      >
        Afzeggen{ofDay}
      </ConfirmButton>
      <Disclosure label={<>Verplaatsen{ofDay}</>} refusal={refusal}>
        {(close) => <MovePickupForm of={of} onClose={close} {...formProps} />}
      </Disclosure>
    </li>
  )
}

type PickupAppointmentsProps = {
  alias: string
  purpose?: Purpose | undefined
  /** The municipality of the address. */
  municipality: number | undefined
}

/** The appointments for collecting an address's pruning waste, with controls to make, move or cancel an appointment. */
export function PickupAppointments({ alias, purpose, municipality }: PickupAppointmentsProps) {
  const neverLoaded = useNeverLoadedText('pickups', municipality)
  const pickups = useQuery(query(listPickupAppointments, { params: { alias } }, { purpose }))
  const onChanged = useCollectionsChanged()
  const isRequested = useLocation({ select: ({ hash }) => hash === pickupHash })
  if (!pickups.isEnabled) return null
  return (
    <Panel title="Ophaalafspraak">
      <Result of={pickups} isEmpty={() => false}>
        {({ data, meta: { retired, today, days } }) => (
          <>
            {data.length > 0 && (
              <ul className={`ruled ${styles.appointments}`}>
                {data.map((it) => (
                  <Appointment key={it.id} of={it} today={today} purpose={purpose} days={days} onChanged={onChanged} />
                ))}
              </ul>
            )}
            {data.length === 0 && (
              <p className="dimmed">{neverLoaded ?? 'Er is geen afspraak om snoeiafval op te halen.'}</p>
            )}
            <div className={`row ${styles.row}`}>
              <Disclosure
                key={`${isRequested}`}
                label="Afspraak maken"
                refusal={mayMakePickup({ retired })}
                isInitiallyOpen={isRequested && !retired}
              >
                {(close) => (
                  <MakePickupForm alias={alias} purpose={purpose} days={days} onChanged={onChanged} onClose={close} />
                )}
              </Disclosure>
            </div>
          </>
        )}
      </Result>
    </Panel>
  )
}

/** `days`: the days to choose from. `onChanged` reloads the lists after a save or a rejection. */
type AfterPickup = { days: PickupDay[]; onChanged: () => Promise<unknown>; onClose: () => void }

const volumeOptions = pickupVolumes.map((litres) => ({ id: litres, name: cubicMetreText(litres) }))
const dayOption = ({ day, left_litres }: PickupDay) => ({
  id: day,
  name: `${weekdayAndDayText(day)} (${left_litres > 0 ? `nog ${cubicMetreText(left_litres)}` : 'vol'})`,
})

type DayFormProps = AfterPickup & {
  label: string
  draftKey: string
  check: (values: Values) => FieldErrors | undefined
  save: (values: Values) => Promise<PickupAppointment>
  children?: ReactNode
}

/** A form that makes or moves an appointment. The server decides whether the day has capacity left. */
function DayForm({ label, draftKey, days, check, save, onChanged, onClose, children }: DayFormProps) {
  const draft = useDraft(draftKey)
  const discardAndClose = () => {
    draft.discard()
    onClose()
  }
  const saving = useMutation({
    mutationFn: save,
    onSuccess: ({ day }) => {
      discardAndClose()
      showMessage(`De afspraak staat op ${weekdayAndDayText(day)}`)
    },
    // Reloads after a rejection too, because the capacity of the days may have changed.
    onSettled: onChanged,
  })
  return (
    <div className="box">
      <Form label={label} draft={draft} error={saving.error} check={check} onSubmit={saving.mutate}>
        <Fields>
          {children}
          <ChoiceField name="day" label="Dag" none="Kies een dag" options={days.map(dayOption)} />
        </Fields>
        <Buttons>
          <SubmitButton busy={saving.isPending}>Vastleggen</SubmitButton>
          <Button variant="default" size="md" onClick={discardAndClose}>
            Annuleren
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}

function MakePickupForm({ alias, purpose, ...after }: AfterPickup & OfPurpose & { alias: string }) {
  // A retry of the same input, for example after a lost response, uses the same idempotency key.
  const lastRequest = useRef({ text: '', key: '' })
  const toBody = ({ day = '', volume_litres }: Values) => ({
    day,
    volume_litres: parseTypedNumber(volume_litres) as number,
  })
  const save = (values: Values) => {
    const body = toBody(values)
    const text = JSON.stringify(body)
    if (lastRequest.current.text !== text) lastRequest.current = { text, key: crypto.randomUUID() }
    return call(
      makePickupAppointment,
      { params: { alias }, body },
      { purpose, idempotency_key: lastRequest.current.key },
    )
  }
  return (
    <DayForm
      label="Ophaalafspraak maken"
      draftKey={`pickup at ${alias}`}
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

function MovePickupForm({ of, days, purpose, ...after }: AfterPickup & OfPurpose & { of: PickupAppointment }) {
  const toBody = ({ day = '' }: Values) => ({ day })
  return (
    <DayForm
      label={`Ophaalafspraak van ${weekdayAndDayText(of.day)} verplaatsen`}
      draftKey={`pickup ${of.id}`}
      days={days.filter(({ day }) => day !== of.day)}
      check={(values) => parseInput(movePickupAppointment.body, toBody(values)).errors}
      save={(values) =>
        call(movePickupAppointment, { params: { appointment_id: `${of.id}` }, body: toBody(values) }, { purpose })
      }
      {...after}
    />
  )
}
