import {
  cubicMetreText,
  isBsgwEmployee,
  listMalfunctions,
  type Municipality,
  type Reply,
  showWork,
  type WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { changeText } from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { countText } from '../../kit/browser/format.ts'
import { Panel } from '../../kit/page/Page.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { calendarSetting } from '../../session/page-settings.ts'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { collectionsQuery } from './CollectionsToday.tsx'
import styles from './DashboardPage.module.css'
import { dayName } from './day-name.ts'

/** A fact that residents call about today, and its consequence. */
type News = { key: string; stream?: WasteStream; icon: IconName; fact: string; consequence: string }

/** Maximum number of entries. The page has the whole lists. */
const maxNews = 4

/** Returns how many of the items are in each municipality: `Heerlen 21, Kerkrade 14`. */
function perMunicipality<Item>(
  items: Item[],
  nameOf: (item: Item) => string,
  countOf: (item: Item) => number = () => 1,
) {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + countOf(item))
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const others = sorted.slice(2).reduce((sum, [, count]) => sum + count, 0)
  return [...sorted.slice(0, 2), ...(others > 0 ? [['andere', others] as const] : [])]
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

/**
 * Returns where listed containers are. A list that leaves out containers cannot count them per municipality; all
 * containers of an employee of one municipality are there.
 */
function placesText(
  listed: { collection_system: { municipality: Municipality } }[],
  total: number,
  own: Municipality | null | undefined,
) {
  const nameOf = ({ collection_system }: (typeof listed)[number]) => collection_system.municipality.name
  if (own) return `${own.name} ${total}.`
  if (listed.length === total) return `${perMunicipality(listed, nameOf)}.`
  return `Onder andere in ${[...new Set(listed.map(nameOf))].slice(0, 2).join(' en ')}.`
}

/** Returns the pick-up appointments of the first day that has any. */
function pickupNews(pickups: Reply<typeof showWork>['data']['pickups'], now: string): News[] {
  const [first] = pickups
  if (!first) return []
  const ofDay = pickups.filter(({ day }) => day === first.day)
  const appointments = ofDay.reduce((sum, it) => sum + it.appointments, 0)
  const litres = ofDay.reduce((sum, it) => sum + it.volume_litres, 0)
  return [
    {
      key: 'pickups',
      icon: 'calendar',
      fact: `${dayName(first.day, now)} ${countText(appointments, 'afspraak', 'afspraken')} voor snoeiafval`,
      consequence: `${cubicMetreText(litres)}: ${perMunicipality(
        ofDay,
        ({ municipality }) => municipality.name,
        (it) => it.appointments,
      )}.`,
    },
  ]
}

/** What residents call or ask about today: at most four facts, each with its consequence. */
export function CallersToday() {
  const now = today()
  const user = useSession()?.user
  const collections = useQuery({ ...collectionsQuery(now), enabled: calendarSetting() === 'api' })
  const malfunctions = useQuery(query(listMalfunctions, {}))
  const work = useQuery(query(showWork, {}))
  const changes = (collections.data ?? [])
    .flatMap(({ municipality, collections: days }) =>
      days
        .filter(({ start, cancelled, moved_from }) => start >= now && (cancelled || moved_from))
        .map((collection) => ({ municipality, collection })),
    )
    .sort((one, other) => one.collection.start.localeCompare(other.collection.start))
    .map(({ municipality, collection }): News => {
      const { category, cancelled, start } = collection
      const stream = wasteStreamNames[category]
      return {
        key: `${municipality.name} ${category} ${start}`,
        stream: category,
        icon: 'calendar',
        fact: `${municipality.name}: ${stream} ${cancelled ? 'vervalt' : 'verplaatst'}`,
        consequence: `${changeText(collection)}.`,
      }
    })
  const broken = malfunctions.data
  const full = work.data
  const others: News[] = [
    ...(broken && broken.meta.total > 0
      ? [
          {
            key: 'malfunctions',
            icon: 'alert' as const,
            fact: `${countText(broken.meta.total, 'container', 'containers')} met storing`,
            consequence: placesText(broken.data, broken.meta.total, user?.municipality),
          },
        ]
      : []),
    ...(full && full.meta.full_containers > 0
      ? [
          {
            key: 'full',
            icon: 'underground' as const,
            fact: `${countText(full.meta.full_containers, 'verzamelcontainer is', 'verzamelcontainers zijn')} vol`,
            consequence: placesText(full.data.full_containers, full.meta.full_containers, user?.municipality),
          },
        ]
      : []),
    ...pickupNews(full?.data.pickups ?? [], now),
  ]
  const news = [...changes.slice(0, maxNews - Math.min(others.length, 2)), ...others].slice(0, maxNews)
  const verb = user && isBsgwEmployee(user) ? 'bellen mensen vandaag over' : 'vragen mensen vandaag naar'
  const isWaiting = collections.isLoading || malfunctions.isLoading || work.isLoading
  return (
    <Panel title={`Hier ${verb}`}>
      {news.length === 0 && !isWaiting && <p className="dimmed">Niets bijzonders vandaag.</p>}
      <ul className={`ruled ${styles.news}`}>
        {news.map(({ key, stream, icon, fact, consequence }) => (
          <li key={key} className="beside">
            {stream ? <StreamMark stream={stream} size={24} /> : <Icon name={icon} size={24} />}
            <span>
              <strong className={`bold capitalised ${styles.fact}`}>{fact}</strong>
              <span className="below small dimmed">{consequence}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
