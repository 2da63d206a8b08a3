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
import { weekdayOf } from '../../kit/browser/days.ts'
import { weekdayAndDayText } from '../../kit/browser/format.ts'
import { printText } from '../../kit/browser/print-text.ts'
import { AnchorButton, Button, Buttons, CopyButton, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { Form, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
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

/** A button that opens content below it. Its first field then has the focus. Closing returns the focus to the button. */
function Disclosure({
  label,
  refusal,
  isInitiallyOpen = false,
  children,
}: {
  label: ReactNode
  refusal?: Refusal
  isInitiallyOpen?: boolean
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const field = button.current?.nextElementSibling?.querySelector<HTMLElement>('input, select')
    field?.focus()
    if (isInitiallyOpen) field?.scrollIntoView({ block: 'center' })
  }, [isOpen, isInitiallyOpen])
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

type AppointmentProps = Omit<AfterPickup, 'onClose'> & OfPurpose & { place: string | undefined }

/** The confirmation of an appointment, to mail, to print or to copy. No address of the resident is stored. */
function Confirmation({ of: { day, volume_litres }, place }: { of: PickupAppointment; place: string | undefined }) {
  const subject = `Afspraak voor snoeiafval op ${weekdayAndDayText(day)}`
  const text = [
    `${subject} ${day.slice(0, 4)}.`,
    ...(place ? [`Adres: ${place}.`] : []),
    `Hoeveelheid: ${cubicMetreText(volume_litres)}.`,
    'Kunt u niet? Zeg de afspraak af tot en met de dag ervoor.',
  ].join('\n')
  return (
    <div className="box column gap-2">
      <p className={styles.confirmation}>{text}</p>
      <Buttons>
        <AnchorButton
          variant="default"
          size="md"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
        >
          Mailen
        </AnchorButton>
        <Button variant="default" size="md" onClick={() => printText(subject, text)}>
          Printen
        </Button>
        <CopyButton text={text} label="Kopieer de bevestiging" />
      </Buttons>
    </div>
  )
}

function Appointment({ of, today, place, ...formProps }: AppointmentProps & { of: PickupAppointment; today: string }) {
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
      <Disclosure label={<>Bevestiging{ofDay}</>}>{() => <Confirmation of={of} place={place} />}</Disclosure>
    </li>
  )
}

type PickupAppointmentsProps = {
  alias: string
  purpose?: Purpose | undefined
  /** The municipality of the address. */
  municipality: number | undefined
  /** The address as it stands in the confirmation of an appointment. */
  place?: string | undefined
}

/** The appointments for collecting an address's pruning waste, with controls to make, move or cancel an appointment. */
export function PickupAppointments({ alias, purpose, municipality, place }: PickupAppointmentsProps) {
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
                  <Appointment key={it.id} {...{ of: it, today, purpose, days, onChanged, place }} />
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
const shortDay = new Intl.DateTimeFormat('nl-NL', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOption = ({ day, left_litres }: PickupDay) => {
  const note = left_litres > 0 ? `nog ${cubicMetreText(left_litres)}` : 'vol'
  return {
    ...{ id: day, name: `${weekdayAndDayText(day)} (${note})`, note },
    ...{ short: shortDay.format(new Date(day)), isFull: left_litres <= 0, weekday: weekdayOf(day) },
  }
}

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
        {children}
        <RadioField name="day" legend="Dag" look="week" options={days.map(dayOption)} />
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
      <RadioField
        name="volume_litres"
        legend="Hoeveelheid snoeiafval"
        description="1 m³ is ongeveer een volle aanhanger."
        look="buttons"
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
