import {
  addressLine,
  isBsgwEmployee,
  isMunicipalEmployee,
  listNotices,
  listRollIssues,
  type OpenedPlace,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useOpened } from '../../domain/places/opened.ts'
import { addDays, today, weekdayOf } from '../../kit/browser/days.ts'
import { weekdayAndDayText } from '../../kit/browser/format.ts'
import { RichText } from '../../kit/forms/RichText.tsx'
import { Failure, Page, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { isOffered, OfferedLink } from '../../session/offered.tsx'
import { query } from '../../session/queries.ts'
import { rollText, useSession } from '../../session/session.ts'
import { CollectionsToday } from './CollectionsToday.tsx'
import styles from './DashboardPage.module.css'

/**
 * A panel that loads after the user can type a search. After a new release its chunk can be missing: then the panel is
 * omitted.
 */
const lazyPanel = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))

const TaskList = lazyPanel(async () => (await import('./TaskList.tsx')).TaskList)
const CallersToday = lazyPanel(async () => (await import('./CallersToday.tsx')).CallersToday)
const WhatsNew = lazyPanel(async () => (await import('./WhatsNew.tsx')).WhatsNew)
const SecondFactorReminder = lazyPanel(async () => {
  const part = await import('../../domain/second-factor/SecondFactorReminder.tsx')
  return () => <part.SecondFactorReminder hasLink />
})

/** The notices of today: a line for each, which opens its text. Renders nothing if there are none. */
function Notices() {
  const notices = useQuery(query(listNotices, {}))
  if (!notices.error && !notices.data?.length) return null
  return (
    <Panel title="Mededelingen">
      <Result of={notices}>
        {(found) => (
          <div className={`ruled ${styles.topics}`}>
            {found.map(({ id, title, html, municipality }) => (
              <details key={id}>
                <summary className={styles.topic}>
                  <Icon name="info" size={22} />
                  <h3>{title}</h3>
                  {municipality && <span className="small dimmed">Gemeente {municipality.name}</span>}
                </summary>
                <RichText html={html} />
              </details>
            ))}
          </div>
        )}
      </Result>
    </Panel>
  )
}

/** Returns the page of an opened place. An employee who may not open an address gets its calendar. */
function linkTo({ kind, alias }: OpenedPlace, maySearch: boolean) {
  if (kind === 'collection_system') return { to: '/collection-system/$alias', params: { alias } }
  return maySearch ? { to: '/address/$alias', params: { alias } } : { to: '/calendar', search: { address: alias } }
}

/** The places opened last. Renders nothing if there are none. */
function OpenedPlaces({ maySearch }: { maySearch: boolean }) {
  const opened = useOpened()
  if (opened.length === 0) return null
  return (
    <Panel title="Laatst bekeken">
      <ul className={`row ${styles.opened}`}>
        {opened.map((place) => (
          <li key={place.alias}>
            <Link {...linkTo(place, maySearch)}>
              {place.kind === 'address' ? addressLine(place) : place.name}
              <span className="visually-hidden">, </span>
              <span className={styles.town}>{place.city}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const waiting = (
  <Panel>
    <Skeleton lines={3} />
  </Panel>
)

/**
 * The first screen after login, which fits 1280 by 800 px: what waits for the employee, the notices and the places
 * opened last, beside what residents call about today and what is collected.
 */
export function DashboardPage() {
  const session = useSession()
  if (!session) return null
  const { user } = session
  return (
    <Page
      isCompact
      heading={`Welkom, ${user.name}`}
      aside={<span className="dimmed capitalised">{weekdayAndDayText(today())}</span>}
    >
      {user.second_factor?.due_at && (
        <Suspense>
          <SecondFactorReminder />
        </Suspense>
      )}
      <Suspense>
        <WhatsNew />
      </Suspense>
      <div className={styles.panels}>
        <div className={styles.work}>
          <Suspense fallback={waiting}>
            <TaskList />
          </Suspense>
          {isMunicipalEmployee(user) && <PassDeskPanel />}
          <Notices />
          <OpenedPlaces maySearch={isBsgwEmployee(user)} />
        </div>
        <Suspense fallback={waiting}>
          <CallersToday />
        </Suspense>
        <CollectionsToday />
      </div>
    </Page>
  )
}

const deskPath = '/services-and-settings'

const issuedText = (rolls: number) => (rolls === 1 ? 'is er 1 rol uitgegeven' : `zijn er ${rolls} rollen uitgegeven`)

/** Returns the number of rolls of today and, if known, the number of rolls of this week. */
function rollsText(rolls: number, ofWeek: number | undefined) {
  if (rolls === 0 && ofWeek === 0) return 'Deze week zijn er nog geen rollen uitgegeven.'
  const week = ofWeek === undefined ? '' : ` Deze hele week ${issuedText(ofWeek)}.`
  return rolls === 0 ? `Vandaag nog geen rollen uitgegeven.${week}` : `Vandaag ${issuedText(rolls)}.${week}`
}

/** The rolls that the municipality issued today, and since Monday. */
function IssuedRolls() {
  const now = today()
  const issuedToday = useQuery(query(listRollIssues, { query: { from: now, to: now } }))
  const week = useQuery(query(listRollIssues, { query: { from: addDays(now, -weekdayOf(now)), to: now } }))
  const ofWeek = week.data?.meta.total_rolls
  return (
    <div className={styles.today}>
      <Result of={issuedToday} waiting={<Skeleton lines={1} />}>
        {({ meta }) => (
          <>
            <p>{rollText(rollsText(meta.total_rolls, ofWeek))}</p>
            {week.error && <Failure error={week.error} retry={week.refetch} busy={week.isFetching} />}
          </>
        )}
      </Result>
    </div>
  )
}

/** What a scan in the box of the header does, and the rolls that were issued. */
function PassDeskPanel() {
  const router = useRouter()

  // The desk must open at once, because the clerk types the number of rolls right after the scan.
  useEffect(() => void router.preloadRoute({ to: deskPath }), [router])

  return (
    <Panel title="Milieupas" aside={<OfferedLink to="/services-and-settings/requests">Alle uitgiften</OfferedLink>}>
      <div className={styles.desk}>
        <p>
          <strong>Scan de pas. De kaart van de inwoner opent vanzelf.</strong>
        </p>
        <p className="dimmed">
          {rollText('Iets anders dan rollen?')} Kies eerst een taak op de <Link to={deskPath}>balie</Link>.
        </p>
        {isOffered(listRollIssues) && <IssuedRolls />}
      </div>
    </Panel>
  )
}
