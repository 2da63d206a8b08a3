import {
  euroText,
  type ListedObjection,
  listObjections,
  objectionReasonNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { ObjectionDecision } from '../../domain/bill/ObjectionDecision.tsx'
import { dayText, momentText } from '../../kit/browser/format.ts'
import { LongText } from '../../kit/page/LongText.tsx'
import { query } from '../../session/queries.ts'
import { OpenCases } from './OpenCases.tsx'

const liftText = ({ waste_type, cleared_at }: ListedObjection) =>
  `${wasteStreamNames[waste_type]}, ${momentText(cleared_at)}`

/** The open objections, for the employee who decides them. */
export function OpenObjections() {
  const objections = useQuery(query(listObjections, {}, { purpose: 'aanslag_bezwaar' }))
  return (
    <OpenCases
      title="Open bezwaren"
      of={objections}
      subject={(objection) => (
        <span className="below">
          {liftText(objection)}: {objectionReasonNames[objection.reason].toLowerCase()},{' '}
          {euroText(objection.amount_cents)}
        </span>
      )}
    >
      {(objection) => (
        <>
          {objection.note && <LongText text={objection.note} />}
          <p className="dimmed small">
            Vastgelegd door {objection.filed_by} op {dayText(objection.filed_at)}
          </p>
          <ObjectionDecision of={objection} subject={`${objection.address.line}, ${liftText(objection)}`} />
        </>
      )}
    </OpenCases>
  )
}
