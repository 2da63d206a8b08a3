import { broughtText, type Purpose, type RequestInput, showCalendar } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { addDays, today } from '../../kit/browser/days.ts'
import { CopyButton } from '../../kit/buttons/Button.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { useNeverLoadedText } from '../../session/never-loaded.ts'
import { query } from '../../session/queries.ts'
import { StreamMark } from '../waste-streams/StreamMark.tsx'
import { briefDayText, type CategoryNames, isByAppointment, nextDays, unpublishedText } from './collections.ts'
import styles from './NextCollections.module.css'

/** Within this many days every stream is collected at least once, except Christmas trees. */
const daysAhead = 182

type CollectionSubject = Pick<RequestInput<typeof showCalendar>['query'], 'address' | 'municipality' | 'area'>

/** Returns the query for the collections from today. `purpose`: see `NextCollections`. */
export function nextCollections(subject: CollectionSubject, purpose?: Purpose) {
  const from = today()
  return query(showCalendar, { query: { ...subject, from, to: addDays(from, daysAhead) } }, { purpose })
}

/** The next collection days of each stream, in words that an employee can read aloud on the phone. */
export function NextCollections({
  of: subject,
  names,
  aside,
  purpose,
  municipality,
  isStrip = false,
}: {
  names?: CategoryNames
  of: CollectionSubject
  aside?: ReactNode
  /** The purpose for which the pick-up appointments of an address are read. */
  purpose?: Purpose | undefined
  municipality: number | undefined
  /** Whether it is a strip of at most three lines across the page, instead of a panel. */
  isStrip?: boolean
}) {
  const neverLoaded = useNeverLoadedText('collection_days', municipality)
  const next = useQuery(nextCollections(subject, purpose))
  const found = next.data?.data ?? []
  const lines = nextDays(found, names)
  const shown = isStrip ? nextDays(found, names, briefDayText) : lines
  const brought = next.data?.meta.brought.map((it) => broughtText(it, names)) ?? []
  const text = [...lines.map(({ name, days }) => `${name}: ${days}`), ...brought].join('\n')
  const Frame = isStrip ? Strip : Panel
  return (
    <Frame
      title="Volgende ophaaldagen"
      aside={
        <>
          {text && <CopyButton text={text} label="Kopieer de ophaaldagen" />}
          {aside}
        </>
      }
    >
      <Result
        of={next}
        isEmpty={({ meta }) => meta.area === null}
        empty={<p className="dimmed">{neverLoaded ?? 'Voor dit adres is nog geen ophaalgebied bekend.'}</p>}
      >
        {({ meta }) => (
          <>
            <ul className={styles.lines}>
              {shown.map(({ category, name, days }) => (
                <li key={name} className="beside">
                  <StreamMark
                    stream={category}
                    size={isStrip ? 20 : 28}
                    isByAppointment={isByAppointment({ category, title: name })}
                  />
                  <span>
                    <strong>{name}</strong>: {days}
                  </span>
                </li>
              ))}
              {meta.brought.map((it) => (
                <li key={it.category} className="beside">
                  <StreamMark stream={it.category} size={isStrip ? 20 : 28} />
                  <span>{broughtText(it, names)}</span>
                </li>
              ))}
            </ul>
            {lines.length === 0 && <p className="dimmed">{neverLoaded ?? 'Er zijn geen ophaaldagen bekend.'}</p>}
            {(isStrip ? [] : meta.unpublished).map((it) => (
              <p key={it.year} className="dimmed">
                {unpublishedText(it)}
              </p>
            ))}
          </>
        )}
      </Result>
    </Frame>
  )
}

/** A frame like `Panel`, with its title and its lines beside each other. */
function Strip({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`screen-only ${styles.strip}`} aria-labelledby={id}>
      <div>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      <div>{children}</div>
    </section>
  )
}
