import { isBsgwEmployee, type ListedMalfunction, listMalfunctions, wasteStreamNames } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { malfunctionText, RecordedMalfunctionText } from '../../domain/equipment/RecordedMalfunctionText.tsx'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { countText, momentText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import styles from './OpenMalfunctions.module.css'

/** The number of malfunctions that are visible at once. The rest is in a collapsed section. */
const visible = 4

/** The malfunctions of collection systems, the newest first. Renders nothing if there are none. */
export function OpenMalfunctions() {
  const malfunctions = useQuery(query(listMalfunctions, {}))
  if (!malfunctions.error && !malfunctions.data?.data.length) return null
  return (
    <Panel
      title="Storingen"
      aside={
        malfunctions.data && (
          <span className="dimmed small">{countText(malfunctions.data.meta.total, 'container', 'containers')}</span>
        )
      }
    >
      <Result of={malfunctions}>
        {({ data, meta: { total } }) => (
          <>
            <Malfunctions of={data.slice(0, visible)} />
            {data.length > visible && (
              <details>
                <summary>Nog {countText(data.length - visible, 'storing', 'storingen')}</summary>
                <Malfunctions of={data.slice(visible)} />
                {total > data.length && <p className="dimmed small">Alleen de {data.length} nieuwste staan hier.</p>}
              </details>
            )}
          </>
        )}
      </Result>
    </Panel>
  )
}

const Malfunctions = ({ of: malfunctions }: { of: ListedMalfunction[] }) => (
  <ul className={`ruled ${styles.malfunctions}`}>
    {malfunctions.map((it) => (
      <MalfunctionItem key={`${it.collection_system.alias} ${it.container_number}`} of={it} />
    ))}
  </ul>
)

function MalfunctionItem({ of }: { of: ListedMalfunction }) {
  const session = useSession()
  const { collection_system: system, waste_type, malfunction, since, recorded } = of
  const mayOpen = session !== null && isBsgwEmployee(session.user)
  return (
    <li className="beside">
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
          {wasteStreamNames[waste_type]}: {malfunctionText(malfunction)}
        </span>
        {recorded ? (
          <RecordedMalfunctionText of={recorded} />
        ) : (
          <span className="below small dimmed">Gemeld door de container op {momentText(since)} uur.</span>
        )}
      </div>
    </li>
  )
}
