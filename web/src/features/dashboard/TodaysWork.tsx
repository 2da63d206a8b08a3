import { cubicMetreText, isBsgwEmployee, type Reply, showWork, wasteStreamNames } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { countText, momentText, numberText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { dayName } from './day-name.ts'
import styles from './TodaysWork.module.css'

type Work = Reply<typeof showWork>
type Pickups = Work['data']['pickups']
type FullContainers = Work['data']['full_containers']

/** The number of full containers that are visible at once. The rest is in a collapsed section. */
const visible = 4

const sumOf = (pickups: Pickups, of: 'appointments' | 'volume_litres') =>
  pickups.reduce((total, pickup) => total + pickup[of], 0)

function PickupDays({ of: pickups }: { of: Pickups }) {
  const now = today()
  const user = useSession()?.user
  const isOfAll = user !== undefined && (isBsgwEmployee(user) || user.municipality === null)
  return (
    <dl className={styles.days}>
      {[...Map.groupBy(pickups, ({ day }) => day)].map(([day, ofDay]) => (
        <div key={day}>
          <dt className="capitalised">{dayName(day, now)}</dt>
          <dd>
            {countText(sumOf(ofDay, 'appointments'), 'afspraak', 'afspraken')}
            <span className="below small dimmed">
              {[
                cubicMetreText(sumOf(ofDay, 'volume_litres')),
                ...(isOfAll
                  ? ofDay.map(({ municipality, appointments }) => `${municipality.name} ${appointments}`)
                  : []),
              ].join(', ')}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FullContainerList({ of: containers }: { of: FullContainers }) {
  const session = useSession()
  const mayOpen = session !== null && isBsgwEmployee(session.user)
  return (
    <ul className={`ruled ${styles.containers}`}>
      {containers.map(({ collection_system: system, container_number, waste_type, fill_percent, measured_at }) => (
        <li key={container_number} className="beside">
          <StreamMark stream={waste_type} size={28} />
          <div>
            {mayOpen ? (
              <Link to="/collection-system/$alias" params={{ alias: system.alias }}>
                {system.name}
              </Link>
            ) : (
              <strong className="bold">{system.name}</strong>
            )}
            {mayOpen && <span className="dimmed small">, {system.municipality.name}</span>}
            <span className="below">
              {wasteStreamNames[waste_type]}: {numberText(fill_percent)}% vol
            </span>
            <span className="below small dimmed">Gemeten op {momentText(measured_at)} uur.</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The appointments of the coming days, and the full containers. Each renders nothing if there are none. */
export function TodaysWork() {
  const work = useQuery(query(showWork, {}))
  const { pickups = [], full_containers: full = [] } = work.data?.data ?? {}
  const total = work.data?.meta.full_containers ?? 0
  return (
    <>
      {(work.error || pickups.length > 0) && (
        <Panel title="Ophaalafspraken" aside={<span className="dimmed small">Komende week</span>}>
          <Result of={work}>{({ data }) => <PickupDays of={data.pickups} />}</Result>
        </Panel>
      )}
      {full.length > 0 && (
        <Panel
          title="Volle containers"
          aside={<span className="dimmed small">{countText(total, 'container', 'containers')}</span>}
        >
          <FullContainerList of={full.slice(0, visible)} />
          {full.length > visible && (
            <details>
              <summary>Nog {countText(full.length - visible, 'volle container', 'volle containers')}</summary>
              <FullContainerList of={full.slice(visible)} />
              {total > full.length && <p className="dimmed small">Alleen de {full.length} volste staan hier.</p>}
            </details>
          )}
        </Panel>
      )}
    </>
  )
}
