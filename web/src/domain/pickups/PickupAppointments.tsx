import {
  cancelPickupAppointment,
  cubicMetreText,
  listPickupAppointments,
  type PickupAppointment,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { weekdayAndDayText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Panel.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { useCollectionsChanged } from '../collections/collections-changed.ts'
import { StreamMark } from '../waste-streams/StreamMark.tsx'
import styles from './PickupAppointments.module.css'
import { type AfterPickup, MakePickupForm, MovePickupForm } from './PickupForm.tsx'

/** A button that opens content below it. Closing returns the focus to the button. */
function Disclosure({ label, children }: { label: ReactNode; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={id} className={styles.content}>
          {children(close)}
        </div>
      )}
    </>
  )
}

type FormProps = Omit<AfterPickup, 'onClose'>

function Appointment({ of, ...formProps }: FormProps & { of: PickupAppointment }) {
  const day = weekdayAndDayText(of.day)
  const ofDay = <span className="visually-hidden">: {day}</span>
  const cancel = async () => {
    await call(cancelPickupAppointment, { params: { appointment_id: `${of.id}` } })
    await formProps.onChanged()
    showMessage(`De afspraak van ${day} is afgezegd`)
  }
  return (
    <li className={`row ${styles.row}`}>
      <StreamMark stream="pruning_waste" size={28} />
      <p>
        <strong>{day}</strong>: {cubicMetreText(of.volume_litres)} snoeiafval
      </p>
      {of.changeable && (
        <>
          <ConfirmButton
            question="De ophaalafspraak afzeggen?"
            consequence={`Op ${day} wordt dan geen snoeiafval opgehaald. De plaats komt vrij voor een ander adres.`}
            action="Ja, afzeggen"
            onConfirm={cancel}
          >
            Afzeggen{ofDay}
          </ConfirmButton>
          <Disclosure label={<>Verplaatsen{ofDay}</>}>
            {(close) => <MovePickupForm of={of} onClose={close} {...formProps} />}
          </Disclosure>
        </>
      )}
    </li>
  )
}

/** The appointments for collecting an address's pruning waste, with the forms to make, move and cancel one. */
export function PickupAppointments({ alias }: { alias: string }) {
  const pickups = useQuery(query(listPickupAppointments, { params: { alias } }))
  const onChanged = useCollectionsChanged()
  return (
    <Panel title="Ophaalafspraak">
      <Result of={pickups} isEmpty={() => false}>
        {({ data, meta: { retired, days } }) => (
          <>
            {data.length > 0 && (
              <ul className={`ruled ${styles.appointments}`}>
                {data.map((it) => (
                  <Appointment key={it.id} of={it} days={days} onChanged={onChanged} />
                ))}
              </ul>
            )}
            {data.length === 0 && <p className="dimmed">Er is geen afspraak om snoeiafval op te halen.</p>}
            {retired && <p className="dimmed">Voor een vervallen adres kan geen afspraak worden gemaakt.</p>}
            {!retired && (
              <div className={`row ${styles.row}`}>
                <Disclosure label="Afspraak maken">
                  {(close) => <MakePickupForm alias={alias} days={days} onChanged={onChanged} onClose={close} />}
                </Disclosure>
              </div>
            )}
          </>
        )}
      </Result>
    </Panel>
  )
}
