import { listHandovers } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { HandoverText } from '../../domain/bill/HandoverText.tsx'
import { query } from '../../session/queries.ts'
import { OpenCases } from './OpenCases.tsx'

/** The open objections that pass desks handed over. */
export function OpenHandovers() {
  const handovers = useQuery(query(listHandovers, {}, { purpose: 'aanslag_bezwaar' }))
  return (
    <OpenCases
      title="Overgedragen bezwaren"
      of={handovers}
      subject={({ municipality }) => <span className="below small dimmed">Gemeente {municipality.name}</span>}
    >
      {(handover) => <HandoverText of={handover} />}
    </OpenCases>
  )
}
