import { cubicMetreText, isBsgwEmployee, type Reply, showWork } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { today } from '../../kit/browser/days.ts'
import { countText, numberText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import { ContainerList } from './ContainerList.tsx'
import styles from './DashboardPage.module.css'
import { dayName } from './day-name.ts'

type Work = Reply<typeof showWork>
type Pickups = Work['data']['pickups']

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
          <dd>{countText(sumOf(ofDay, 'appointments'), 'afspraak', 'afspraken')}</dd>
          <dd className="small dimmed">
            {[
              cubicMetreText(sumOf(ofDay, 'volume_litres')),
              ...(isOfAll
                ? ofDay.map(({ municipality, appointments }) => `${municipality.name}\u00a0${appointments}`)
                : []),
            ].join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The appointments of the coming days, and the full containers. Each renders nothing if there are none. */
export function TodaysWork() {
  const work = useQuery(query(showWork, {}))
  const { pickups = [], full_containers: full = [] } = work.data?.data ?? {}
  const total = work.data?.meta.full_containers ?? 0
  const allText = countText(total, 'container', 'containers')
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
          aside={
            <span className="dimmed small">
              {total > full.length ? `De ${full.length} volste van ${allText}` : allText}
            </span>
          }
        >
          <ContainerList
            of={full}
            total={total}
            nouns={['volle container', 'volle containers']}
            first="volste"
            stateText={({ fill_percent }) => `${numberText(fill_percent)}% vol`}
          />
        </Panel>
      )}
    </>
  )
}
