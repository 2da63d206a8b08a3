import { addressLine, type CalendarMeta, isBsgwEmployee, townLine } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AddressField } from '../../domain/places/AddressField.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useSession } from '../../session/session.ts'
import styles from './CalendarPage.module.css'
import type { CalendarSubject } from './calendar-source.ts'

function AddressSubject({ meta, maySearch }: { meta: CalendarMeta; maySearch: boolean }) {
  const { address, municipality } = meta
  if (!address) return null
  const { alias } = address
  return (
    <>
      <Icon name="marker-home" />
      <p className="row">
        <strong>{addressLine(address)}</strong>
        <span>{townLine(address)}</span>
      </p>
      <ul className="row">
        {maySearch && (
          <li>
            <Link to="/address/$alias" params={{ alias }}>
              Naar het adres
            </Link>
          </li>
        )}
        <li>
          <Link to="/calendar" search={{ municipality: `${municipality.id}` }}>
            Toon gemeente {municipality.name}
          </Link>
        </li>
      </ul>
    </>
  )
}

type SubjectChooserProps = {
  subject: CalendarSubject
  meta: CalendarMeta | null
  onChoose: (subject: CalendarSubject) => void
}

/**
 * The address field of the calendar. Beside this field is the chosen address. Without an address, there is a choice of
 * area instead. An employee who may open other municipalities also gets a choice of municipality.
 */
export function SubjectChooser({ subject, meta, onChoose }: SubjectChooserProps) {
  const session = useSession()
  const maySearch = session ? isBsgwEmployee(session.user) : false
  // The areas stay selectable while the days of another area or year load.
  const [lastMeta, setLastMeta] = useState(meta)
  if (meta && meta !== lastMeta) setLastMeta(meta)
  const areas = `${lastMeta?.municipality.id}` === subject.municipality ? lastMeta?.areas : undefined
  const own = session?.user.municipality
  return (
    <div className={`row screen-only ${styles.subject}`}>
      <AddressField onChoose={(address) => onChoose({ address })} />
      {subject.address && (
        <div className={`row ${styles.address}`}>{meta && <AddressSubject meta={meta} maySearch={maySearch} />}</div>
      )}
      {!subject.address && (maySearch || !own) && (
        <SelectInput
          label="Gemeente"
          value={subject.municipality ?? ''}
          none="Kies een gemeente"
          options={session?.municipalities ?? []}
          onChange={({ currentTarget }) => onChoose({ municipality: currentTarget.value || undefined })}
          className={styles.choice}
        />
      )}
      {!subject.address && (
        <SelectInput
          label="Ophaalgebied"
          value={subject.area ?? ''}
          none={own && !maySearch ? `Heel ${own.name}` : 'Alle gebieden'}
          options={areas ?? []}
          onChange={({ currentTarget }) => onChoose({ ...subject, area: currentTarget.value || undefined })}
          className={styles.choice}
        />
      )}
    </div>
  )
}
