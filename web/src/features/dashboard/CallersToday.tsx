import {
  cubicMetreText,
  isBsgwEmployee,
  listMalfunctions,
  type listMunicipalCollections,
  type Reply,
  showWork,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changeText } from '../../domain/collections/collections.ts'
import { malfunctionText } from '../../domain/equipment/RecordedMalfunctionText.tsx'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { countText, dayText, numberText } from '../../kit/browser/format.ts'
import { LongText } from '../../kit/page/LongText.tsx'
import { Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { calendarSetting } from '../../session/page-settings.ts'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { collectionsQuery } from './CollectionsToday.tsx'
import { ContainerList } from './ContainerList.tsx'
import styles from './DashboardPage.module.css'
import { dayName } from './day-name.ts'

type TopicProps = {
  name: string
  icon: IconName
  /** How many there are. */
  fact: string
  /** The one that is asked about first. */
  first: string
  children: ReactNode
}

/** One line about what residents ask today: how many, and which one first. It opens the whole list. */
function Topic({ name, icon, fact, first, children }: TopicProps) {
  return (
    <details aria-label={name}>
      <summary className={styles.topic}>
        <Icon name={icon} size={22} />
        <strong className="bold">{fact}</strong>
        <span className="small dimmed">{first}</span>
      </summary>
      {children}
    </details>
  )
}

/** Returns the moved and cancelled collections of all municipalities from today, the first day first. */
const changesIn = (all: Reply<typeof listMunicipalCollections>, now: string) =>
  all
    .flatMap(({ municipality, collections }) =>
      collections
        .filter(({ start, cancelled, moved_from }) => start >= now && (cancelled || moved_from))
        .map((collection) => ({ key: `${municipality.name} ${collection.category}`, municipality, collection })),
    )
    .sort((one, other) => one.collection.start.localeCompare(other.collection.start))

/** The collections that were moved or cancelled. */
function ChangesTopic({ of: changes }: { of: ReturnType<typeof changesIn> }) {
  const lines = changes.map(({ key, municipality, collection }) => ({
    key: `${key} ${collection.start}`,
    stream: collection.category,
    text: `${municipality.name}: ${changeText(collection)}`,
  }))
  const [first] = lines
  if (!first) return null
  const fact = `${countText(lines.length, 'ophaaldag', 'ophaaldagen')} verplaatst of vervallen`
  return (
    <Topic name="Wijzigingen" icon="calendar" fact={fact} first={first.text}>
      <ul className={styles.items}>
        {lines.map(({ key, stream, text }) => (
          <li key={key} className="beside">
            <StreamMark stream={stream} size={24} />
            <span>{text}.</span>
          </li>
        ))}
      </ul>
    </Topic>
  )
}

type Malfunctions = Reply<typeof listMalfunctions>

/** The containers that are out of order. A malfunction that should have ended is asked about first. */
function MalfunctionsTopic({ of: { data, meta }, now }: { of: Malfunctions; now: string }) {
  const isLate = ({ recorded }: Malfunctions['data'][number]) =>
    recorded !== null && recorded.expected_end !== null && recorded.expected_end < now
  const first = data.find(isLate) ?? data[0]
  if (!first) return null
  const { collection_system: system, malfunction } = first
  return (
    <Topic
      name="Storingen"
      icon="alert"
      fact={`${countText(meta.total, 'container', 'containers')} met storing`}
      first={`${system.name}, ${system.municipality.name}: ${malfunctionText(malfunction)}`}
    >
      <ContainerList of={data} total={meta.total} first="nieuwste" stateText={(of) => malfunctionText(of.malfunction)}>
        {({ recorded, since }) => (
          <>
            {recorded?.note && <LongText text={recorded.note} />}
            <span className="below small dimmed">
              {recorded?.expected_end
                ? `Naar verwachting opgelost op ${dayText(recorded.expected_end)}.`
                : `Sinds ${dayText(since.slice(0, 10))}. Wanneer dit is opgelost, is niet bekend.`}
            </span>
          </>
        )}
      </ContainerList>
    </Topic>
  )
}

type Work = Reply<typeof showWork>

/** The containers that are full, the fullest first. */
function FullTopic({ of: { data, meta } }: { of: Work }) {
  const [first] = data.full_containers
  if (!first) return null
  const { collection_system: system, fill_percent } = first
  return (
    <Topic
      name="Volle containers"
      icon="underground"
      fact={`${countText(meta.full_containers, 'verzamelcontainer is', 'verzamelcontainers zijn')} vol`}
      first={`${system.name}, ${system.municipality.name}: ${numberText(fill_percent)}% vol`}
    >
      <ContainerList
        of={data.full_containers}
        total={meta.full_containers}
        first="volste"
        stateText={(of) => `${numberText(of.fill_percent)}% vol`}
      />
    </Topic>
  )
}

/** The appointments for pruning waste of the coming week, by day. */
function PickupsTopic({ of: pickups, now }: { of: Work['data']['pickups']; now: string }) {
  const user = useSession()?.user
  const isOfAll = user !== undefined && (isBsgwEmployee(user) || user.municipality === null)
  const sumOf = (some: typeof pickups, key: 'appointments' | 'volume_litres') =>
    some.reduce((sum, pickup) => sum + pickup[key], 0)
  const appointments = (some: typeof pickups) => countText(sumOf(some, 'appointments'), 'afspraak', 'afspraken')
  const days = [...Map.groupBy(pickups, ({ day }) => day)]
  const [first] = days
  if (!first) return null
  return (
    <Topic
      name="Ophaalafspraken"
      icon="clearances"
      fact={`${appointments(pickups)} voor snoeiafval`}
      first={`${dayName(first[0], now)} ${appointments(first[1])}, ${cubicMetreText(sumOf(first[1], 'volume_litres'))}`}
    >
      <dl className={styles.items}>
        {days.map(([day, ofDay]) => (
          <div key={day}>
            <dt className="bold capitalised">{dayName(day, now)}</dt>
            <dd>
              {[
                appointments(ofDay),
                cubicMetreText(sumOf(ofDay, 'volume_litres')),
                ...(isOfAll ? ofDay.map((of) => `${of.municipality.name}\u00a0${of.appointments}`) : []),
              ].join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    </Topic>
  )
}

/** What residents call or ask about today: a line for each subject, which opens the whole list. */
export function CallersToday() {
  const now = today()
  const user = useSession()?.user
  const collections = useQuery({ ...collectionsQuery(now), enabled: calendarSetting() === 'api' })
  const malfunctions = useQuery(query(listMalfunctions, {}))
  const work = useQuery(query(showWork, {}))
  const changes = changesIn(collections.data ?? [], now)
  const isWaiting = collections.isLoading || malfunctions.isLoading || work.isLoading
  const full = work.data?.data
  const isQuiet =
    changes.length === 0 &&
    malfunctions.data?.data.length === 0 &&
    full?.full_containers.length === 0 &&
    full.pickups.length === 0
  const verb = user && isBsgwEmployee(user) ? 'bellen mensen vandaag over' : 'vragen mensen vandaag naar'
  return (
    <Panel title={`Hier ${verb}`}>
      {isWaiting ? (
        <Skeleton />
      ) : (
        <div className={`ruled ${styles.topics}`}>
          {isQuiet && <p className="dimmed">Niets bijzonders vandaag.</p>}
          <ChangesTopic of={changes} />
          <Result of={malfunctions}>{(found) => <MalfunctionsTopic of={found} now={now} />}</Result>
          <Result of={work}>
            {(found) => (
              <>
                <FullTopic of={found} />
                <PickupsTopic of={found.data.pickups} now={now} />
              </>
            )}
          </Result>
        </div>
      )}
    </Panel>
  )
}
