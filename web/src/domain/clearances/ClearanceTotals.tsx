import { type Clearance, clearanceCategoryNames } from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { euroText, numberText } from '../../kit/browser/format.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { StreamName } from '../waste-streams/StreamName.tsx'
import { byCategory, byStream, isCharged, totalOf } from './clearance-totals.ts'

const Numbers = ({ of: clearances, charged }: { of: Clearance[]; charged: boolean }) => {
  const { count, litres, cents } = totalOf(clearances)
  return (
    <>
      <td data-number data-label="Aantal">
        {numberText(count)}
      </td>
      <td data-number data-label="Volume">
        {numberText(litres)} l
      </td>
      {charged && (
        <td data-number data-label="Bedrag">
          {euroText(cents)}
        </td>
      )}
    </>
  )
}

type Part = { id: string; name: ReactNode; clearances: Clearance[] }

function Totals({ of: clearances, per, parts }: { of: Clearance[]; per: string; parts: Part[] }) {
  const charged = isCharged(clearances)
  return (
    <Table
      caption={`Totaal per ${per.toLowerCase()}`}
      captionShown
      columns={[per, ...['Aantal', 'Volume', ...(charged ? ['Bedrag'] : [])].map((name) => ({ name, number: true }))]}
      data-totals
    >
      <tbody>
        {parts.map(({ id, name, clearances: own }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <Numbers of={own} charged={charged} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Samen</th>
          <Numbers of={clearances} charged={charged} />
        </tr>
      </tfoot>
    </Table>
  )
}

/** How often, how much and, where somebody pays, for how much, of each waste stream and together. */
export function StreamTotals({ of: clearances }: { of: Clearance[] }) {
  const parts = byStream(clearances).map(({ stream, clearances: own }) => ({
    id: stream,
    name: <StreamName stream={stream} />,
    clearances: own,
  }))
  return <Totals of={clearances} per="Afvalstroom" parts={parts} />
}

/** The same of each part of the bill, in the words in which it lists them. */
export function BillTotals({ of: clearances }: { of: Clearance[] }) {
  const parts = byCategory(clearances).map(({ category, clearances: own }) => ({
    id: category,
    name: clearanceCategoryNames[category],
    clearances: own,
  }))
  return <Totals of={clearances} per="Onderdeel van de aanslag" parts={parts} />
}
