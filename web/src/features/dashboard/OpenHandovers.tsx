import { type ListedHandover, listHandovers } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useChoosePurpose } from '../../domain/bill/address-purpose.ts'
import { HandoverText } from '../../domain/bill/HandoverText.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import styles from './OpenObjections.module.css'

/** The open objections that pass desks handed over, the oldest first. Renders nothing if there are none. */
export function OpenHandovers() {
  const handovers = useQuery(query(listHandovers, {}, { purpose: 'aanslag_bezwaar' }))
  if (!handovers.error && !handovers.data?.length) return null
  return (
    <Panel title="Overgedragen bezwaren">
      <Result of={handovers}>
        {(found) => (
          <ul className={`ruled ${styles.objections}`}>
            {found.map((handover) => (
              <OpenHandover key={handover.id} of={handover} />
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}

function OpenHandover({ of: handover }: { of: ListedHandover }) {
  const { address, municipality, year } = handover
  const choosePurpose = useChoosePurpose(address.alias)
  return (
    <li className="column gap-2">
      <p>
        <Link
          to="/address/$alias"
          params={{ alias: address.alias }}
          search={{ year: `${year}` }}
          onClick={() => choosePurpose('aanslag_bezwaar')}
        >
          {address.line}
        </Link>
        <span className="below small dimmed">Gemeente {municipality.name}</span>
      </p>
      <HandoverText of={handover} />
    </li>
  )
}
