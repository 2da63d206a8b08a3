import {
  euroText,
  type ListedObjection,
  listObjections,
  objectionReasonNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useChoosePurpose } from '../../domain/bill/address-purpose.ts'
import { ObjectionDecision } from '../../domain/bill/ObjectionDecision.tsx'
import { dayText, momentText } from '../../kit/browser/format.ts'
import { LongText } from '../../kit/page/LongText.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import styles from './OpenObjections.module.css'

/** The open objections, for the employee who decides them. Renders nothing if there are none. */
export function OpenObjections() {
  const objections = useQuery(query(listObjections, {}, { purpose: 'aanslag_bezwaar' }))
  if (!objections.error && !objections.data?.length) return null
  return (
    <Panel title="Open bezwaren">
      <Result of={objections}>
        {(found) => (
          <ul className={`ruled ${styles.objections}`}>
            {found.map((objection) => (
              <OpenObjection key={objection.id} of={objection} />
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}

function OpenObjection({ of: objection }: { of: ListedObjection }) {
  const { address, year, cleared_at, waste_type, reason, note, amount_cents, filed_by, filed_at } = objection
  const choosePurpose = useChoosePurpose(address.alias)
  const lift = `${wasteStreamNames[waste_type]}, ${momentText(cleared_at)}`
  return (
    <li className="column gap-2">
      <p>
        <Link
          to="/address/$alias"
          params={{ alias: address.alias }}
          search={{ year: `${year}` }}
          // The lift may belong to a former occupant. Only this purpose shows former occupants.
          onClick={() => choosePurpose('aanslag_bezwaar')}
        >
          {address.line}
        </Link>
        <span className="below">
          {lift}: {objectionReasonNames[reason].toLowerCase()}, {euroText(amount_cents)}
        </span>
      </p>
      {note && <LongText text={note} />}
      <p className="dimmed small">
        Vastgelegd door {filed_by} op {dayText(filed_at)}
      </p>
      <ObjectionDecision of={objection} subject={`${address.line}, ${lift}`} />
    </li>
  )
}
