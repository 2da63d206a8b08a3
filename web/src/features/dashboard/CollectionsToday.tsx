import { type Collection, listMunicipalCollections, type Reply, shortCategoryNames } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { collectionKey, collectionNote } from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { addDays, today } from '../../kit/browser/days.ts'
import { spokenDayText } from '../../kit/browser/format.ts'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result, Skeleton } from '../../kit/page/Result.tsx'
import { query } from '../../session/api.ts'
import { calendarSetting } from '../../session/page-settings.ts'
import { useSession } from '../../session/session.ts'
import styles from './CollectionsToday.module.css'

type Found = Reply<typeof listMunicipalCollections>
type OfMunicipality = Found[number]

const dayName = (day: string, now: string) =>
  day === now ? 'Vandaag' : day === addDays(now, 1) ? 'Morgen' : spokenDayText(day)

/** Today, and the first day after it on which anything is fetched. */
function daysToShow(found: Found, now: string) {
  const later = found.flatMap(({ collections }) => collections.map(({ start }) => start)).filter((day) => day > now)
  return [now, ...later.sort().slice(0, 1)]
}

const on = (day: string, { collections }: OfMunicipality) => collections.filter(({ start }) => start === day)

function InFull({ collection }: { collection: Collection }) {
  const note = collectionNote(collection)
  return (
    <li className={styles.collection}>
      <StreamMark stream={collection.category} size={28} />
      <span>
        <strong>{collection.title}</strong>
        <span className={styles.areas}>{collection.areas.join(', ')}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </li>
  )
}

function OneMunicipality({ of, days, now }: { of: OfMunicipality; days: string[]; now: string }) {
  return days.map((day) => (
    <div key={day} className={styles.day}>
      <h3>{dayName(day, now)}</h3>
      {on(day, of).length === 0 && <p className={styles.dimmed}>Er wordt niets opgehaald.</p>}
      <ul className={styles.collections}>
        {on(day, of).map((collection) => (
          <InFull key={collectionKey(collection)} collection={collection} />
        ))}
      </ul>
    </div>
  ))
}

function InShort({ collections }: { collections: Collection[] }) {
  const coming = collections.filter(({ cancelled }) => !cancelled).map(({ category }) => category)
  if (coming.length === 0) return <span className={styles.dimmed}>Niets</span>
  return (
    <ul className={styles.streams}>
      {[...new Set(coming)].map((category) => (
        <li key={category}>
          <StreamMark stream={category} size={22} />
          {shortCategoryNames[category]}
        </li>
      ))}
    </ul>
  )
}

function AllMunicipalities({ found, days, now }: { found: Found; days: string[]; now: string }) {
  const busy = days.filter((day) => found.some((of) => on(day, of).length > 0))
  if (busy.length === 0) return <p className={styles.dimmed}>Vandaag wordt er niets opgehaald.</p>
  return (
    <>
      {busy[0] !== now && <p className={styles.dimmed}>Vandaag wordt er niets opgehaald.</p>}
      <MunicipalityTable found={found} days={busy} now={now} />
    </>
  )
}

function MunicipalityTable({ found, days, now }: { found: Found; days: string[]; now: string }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Wat er per gemeente wordt opgehaald</caption>
      <thead>
        <tr>
          <th scope="col">Gemeente</th>
          {days.map((day) => (
            <th key={day} scope="col">
              {dayName(day, now)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.map((of) => (
          <tr key={of.municipality.id}>
            <th scope="row">
              <Link to="/calendar" search={{ municipality_id: `${of.municipality.id}` }}>
                {of.municipality.name}
              </Link>
            </th>
            {days.map((day) => (
              <td key={day} data-day={dayName(day, now)}>
                <InShort collections={on(day, of)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is fetched today and on the next day with a collection: in the own municipality by area, or in each of them. */
export function CollectionsToday() {
  const now = today()
  const municipalities = useSession()?.municipalities.length
  const fromServer = calendarSetting() === 'api'
  const asked = useQuery({
    ...query(listMunicipalCollections, { query: { from: now, to: addDays(now, 6) } }),
    enabled: fromServer,
  })
  if (!fromServer) return null
  return (
    <Panel title="Ophaaldagen" aside={<Link to="/calendar">Naar de kalender</Link>}>
      <Result
        of={asked}
        waiting={<Skeleton lines={municipalities} />}
        empty={<p className={styles.dimmed}>Er zijn geen ophaaldagen bekend.</p>}
      >
        {(found) => {
          const days = daysToShow(found, now)
          const [only, ...others] = found
          return only && others.length === 0 ? (
            <OneMunicipality of={only} days={days} now={now} />
          ) : (
            <AllMunicipalities found={found} days={days} now={now} />
          )
        }}
      </Result>
    </Panel>
  )
}
