import { type Clearance, clearanceCategoryNames } from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { euroText, numberText } from '../../kit/browser/format.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { StreamName } from '../waste-streams/StreamMark.tsx'
import { byCategory, byStream, isCharged, totalOf } from './clearance-totals.ts'

const TotalCells = ({ of: clearances, charged }: { of: Clearance[]; charged: boolean }) => {
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

type Group = { id: string; name: ReactNode; clearances: Clearance[] }

/** Number, volume and, if anyone pays, amount of each group and in total. */
function Totals({ of: clearances, per, groups }: { of: Clearance[]; per: string; groups: Group[] }) {
  const charged = isCharged(clearances)
  return (
    <Table
      caption={`Totaal per ${per.toLowerCase()}`}
      showsCaption
      columns={[per, ...['Aantal', 'Volume', ...(charged ? ['Bedrag'] : [])].map((name) => ({ name, number: true }))]}
      data-totals
    >
      <tbody>
        {groups.map(({ id, name, clearances: own }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <TotalCells of={own} charged={charged} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Samen</th>
          <TotalCells of={clearances} charged={charged} />
        </tr>
      </tfoot>
    </Table>
  )
}

/** Totals per waste stream. */
export function StreamTotals({ of: clearances }: { of: Clearance[] }) {
  const groups = byStream(clearances).map((it) => ({ ...it, name: <StreamName stream={it.id} /> }))
  return <Totals of={clearances} per="Afvalstroom" groups={groups} />
}

/** Totals per category of the bill, in the bill's words. */
export function BillTotals({ of: clearances }: { of: Clearance[] }) {
  const groups = byCategory(clearances).map((it) => ({ ...it, name: clearanceCategoryNames[it.id] }))
  return <Totals of={clearances} per="Onderdeel van de aanslag" groups={groups} />
}
