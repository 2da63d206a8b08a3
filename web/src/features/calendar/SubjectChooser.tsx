import { addressLine, type CalendarMeta, isBsgwEmployee, townLine } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useSession } from '../../session/session.ts'
import type { Subject } from './calendar-source.ts'
import styles from './SubjectChooser.module.css'

function AddressSubject({ meta, searches }: { meta: CalendarMeta; searches: boolean }) {
  const { address, municipality } = meta
  if (!address) return null
  const { alias } = address
  return (
    <div className={styles.address}>
      <Icon name="marker-home" />
      <p>
        <strong>{addressLine(address)}</strong>
        <span>{townLine(address)}</span>
      </p>
      <ul>
        {searches && (
          <li>
            <Link to="/address/$alias" params={{ alias }}>
              Naar het adres
            </Link>
          </li>
        )}
        <li>
          <Link to="/calendar" search={{ municipality_id: `${municipality.id}` }}>
            Toon gemeente {municipality.name}
          </Link>
        </li>
      </ul>
    </div>
  )
}

/** Whose calendar this is, and the way to somebody else's: an address, or a municipality and an area of it. */
export function SubjectChooser({
  subject,
  meta,
  onChoose,
}: {
  subject: Subject
  meta: CalendarMeta | null
  onChoose: (subject: Subject) => void
}) {
  const session = useSession()
  const searches = session ? isBsgwEmployee(session.user) : false
  // The chosen area keeps its name while its days, or those of another year, are on their way.
  const [last, keep] = useState(meta)
  if (meta && meta !== last) keep(meta)
  const areas = `${last?.municipality.id}` === subject.municipality_id ? last?.areas : undefined
  if (subject.address)
    return <div className={styles.subject}>{meta && <AddressSubject meta={meta} searches={searches} />}</div>
  const own = session?.user.municipality
  return (
    <div className={styles.subject}>
      {(searches || !own) && (
        <SelectInput
          label="Gemeente"
          value={subject.municipality_id ?? ''}
          none="Kies een gemeente"
          options={session?.municipalities ?? []}
          onChange={({ currentTarget }) => onChoose({ municipality_id: currentTarget.value || undefined })}
          className={styles.choice}
        />
      )}
      <SelectInput
        label="Ophaalgebied"
        value={subject.area_id ?? ''}
        none={own && !searches ? `Heel ${own.name}` : 'Alle gebieden'}
        options={areas ?? []}
        onChange={({ currentTarget }) => onChoose({ ...subject, area_id: currentTarget.value || undefined })}
        className={styles.choice}
      />
      {searches && (
        <p className={styles.hint}>
          Of <Link to="/address">zoek een adres</Link> en kies daar ‘Ophaalkalender’.
        </p>
      )}
    </div>
  )
}
