import {
  type Collection,
  type LoadedKind,
  listMunicipalCollections,
  neverLoadedText,
  type Reply,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  collectionKey,
  collectionNote,
  isByAppointment,
  unpublishedText,
} from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { addDays, today } from '../../kit/browser/days.ts'
import { Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { useNeverLoadedText } from '../../session/never-loaded.ts'
import { calendarSetting } from '../../session/page-settings.ts'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import styles from './CollectionsToday.module.css'
import { dayName } from './day-name.ts'

type MunicipalCollections = Reply<typeof listMunicipalCollections>[number]

/** Returns today and the first later day with a collection. */
function daysToShow(all: MunicipalCollections[], now: string) {
  const later = all.flatMap(({ collections }) => collections.map(({ start }) => start)).filter((day) => day > now)
  return [now, ...later.sort().slice(0, 1)]
}

const collectionsOn = (day: string, { collections }: MunicipalCollections) =>
  collections.filter(({ start }) => start === day)

function CollectionItem({ collection }: { collection: Collection }) {
  const note = collectionNote(collection)
  return (
    <li className="beside">
      <StreamMark stream={collection.category} size={28} isByAppointment={isByAppointment(collection)} />
      <span>
        <strong className="bold">{wasteStreamNames[collection.category]}</strong>
        <span className={`dimmed small ${styles.areas}`}>{collection.areas.join(', ')}</span>
        {note && <span className="below small">{note}</span>}
      </span>
    </li>
  )
}

const isUnpublished = (day: string, { unpublished }: MunicipalCollections) =>
  unpublished.includes(Number(day.slice(0, 4)))

/** The collections of one municipality, with their areas. */
function DayList({ of, days, now }: { of: MunicipalCollections; days: string[]; now: string }) {
  return days.map((day) => (
    <div key={day} className={styles.day}>
      <h3 className="capitalised">{dayName(day, now)}</h3>
      {collectionsOn(day, of).length === 0 && (
        <p className="dimmed">
          {isUnpublished(day, of)
            ? unpublishedText({ year: Number(day.slice(0, 4)), published_on: null })
            : 'Er wordt niets opgehaald.'}
        </p>
      )}
      <ul className="column gap-2">
        {collectionsOn(day, of).map((collection) => (
          <CollectionItem key={collectionKey(collection)} collection={collection} />
        ))}
      </ul>
    </div>
  ))
}

/** The icons of the streams of a day's collections that are not cancelled. */
function StreamList({ of, day }: { of: MunicipalCollections; day: string }) {
  const neverLoaded = useNeverLoadedText('collection_days', of.municipality.id)
  const categories = collectionsOn(day, of).flatMap(({ cancelled, category }) => (cancelled ? [] : [category]))
  if (categories.length === 0) {
    const known = isUnpublished(day, of) ? 'Nog niet bekend' : 'Niets'
    return <span className="dimmed">{neverLoaded ? 'Geen gegevens' : known}</span>
  }
  return (
    <ul className={`row ${styles.streams}`}>
      {[...new Set(categories)].map((category) => (
        <li key={category}>
          <StreamMark stream={category} size={20} />
          <span className="visually-hidden">{wasteStreamNames[category]}</span>
        </li>
      ))}
    </ul>
  )
}

/** The streams of all municipalities, in a table with a column for each day. */
function MunicipalityTable({ of: all, days, now }: { of: MunicipalCollections[]; days: string[]; now: string }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Wat er per gemeente wordt opgehaald</caption>
      <thead>
        <tr>
          <th scope="col">Gemeente</th>
          {days.map((day) => (
            <th key={day} scope="col" className="capitalised" data-today={day === now || undefined}>
              {dayName(day, now)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all.map((of) => (
          <tr key={of.municipality.id}>
            <th scope="row">
              <Link to="/calendar" search={{ municipality: `${of.municipality.id}` }}>
                {of.municipality.name}
              </Link>
            </th>
            {days.map((day) => (
              <td key={day} data-day={dayName(day, now)} data-today={day === now || undefined}>
                <StreamList of={of} day={day} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type LoadedMunicipality = { id: number; name: string; loaded?: LoadedKind[] | undefined }

/** Returns that nothing is collected today, or that the days of all or some municipalities are unknown. */
function nothingToday(all: MunicipalCollections[], municipalities: LoadedMunicipality[] = [], now: string) {
  const neverLoaded = ({ municipality }: MunicipalCollections) =>
    neverLoadedText(
      'collection_days',
      municipalities.find(({ id }) => id === municipality.id),
    ) !== undefined
  const unknown = all.filter((of) => neverLoaded(of) || isUnpublished(now, of))
  if (unknown.length === 0) return 'Vandaag wordt er niets opgehaald.'
  if (unknown.length < all.length) return 'Vandaag wordt er niets opgehaald, voor zover bekend.'
  return all.every(neverLoaded) ? 'Er zijn nog nooit ophaaldagen ingelezen.' : 'De ophaaldagen zijn nog niet bekend.'
}

/** The call for the collections of yesterday, today and the next five days: it returns at most a week. */
export const collectionsQuery = (now: string) =>
  query(listMunicipalCollections, { query: { from: addDays(now, -1), to: addDays(now, 5) } })

/**
 * The collections of one municipality today and on its next collection day, by area. Of several municipalities: those
 * of yesterday, today and tomorrow.
 */
export function CollectionsToday() {
  const now = today()
  const { municipalities: own } = useSession() ?? {}
  const municipalities = own?.length
  const isFromServer = calendarSetting() === 'api'
  const collections = useQuery({
    ...collectionsQuery(now),
    enabled: isFromServer,
  })
  const [first, ...others] = collections.data ?? []
  const only = others.length === 0 ? first : undefined
  const neverLoaded = useNeverLoadedText('collection_days', only?.municipality.id)
  if (!isFromServer) return null
  return (
    <Panel title="Ophaaldagen" aside={<Link to="/calendar">Naar de kalender</Link>}>
      <Result
        of={collections}
        waiting={<Skeleton lines={municipalities} />}
        empty={<p className="dimmed">Er zijn geen ophaaldagen bekend.</p>}
      >
        {(found) => {
          if (neverLoaded) return <p className="dimmed">{neverLoaded}</p>
          if (only) return <DayList of={only} days={daysToShow(found, now)} now={now} />
          const days = [addDays(now, -1), now, addDays(now, 1)]
          const isKnown = found.some((of) => days.some((day) => collectionsOn(day, of).length > 0))
          if (!isKnown) return <p className="dimmed">{nothingToday(found, own, now)}</p>
          return <MunicipalityTable of={found} days={days} now={now} />
        }}
      </Result>
    </Panel>
  )
}
