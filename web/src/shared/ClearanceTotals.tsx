import { type Clearance, clearanceCategoryNames, wasteStreamNames } from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { byCategory, byStream, isCharged, totalOf } from './clearance-totals.ts'
import { euroText, numberText } from './format.ts'
import { StreamMark } from './StreamMark.tsx'
import styles from './Table.module.css'

const Numbers = ({ of: clearances, charged }: { of: Clearance[]; charged: boolean }) => {
  const { count, litres, cents } = totalOf(clearances)
  return (
    <>
      <td className={styles.number} data-label="Aantal">
        {numberText(count)}
      </td>
      <td className={styles.number} data-label="Volume">
        {numberText(litres)} l
      </td>
      {charged && (
        <td className={styles.number} data-label="Bedrag">
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
    <table className={styles.table} data-totals>
      <caption>Totaal per {per.toLowerCase()}</caption>
      <thead>
        <tr>
          <th scope="col">{per}</th>
          <th scope="col" className={styles.number}>
            Aantal
          </th>
          <th scope="col" className={styles.number}>
            Volume
          </th>
          {charged && (
            <th scope="col" className={styles.number}>
              Bedrag
            </th>
          )}
        </tr>
      </thead>
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
    </table>
  )
}

/** How often, how much and, where somebody pays, for how much, of each waste stream and together. */
export function StreamTotals({ of: clearances }: { of: Clearance[] }) {
  const parts = byStream(clearances).map(({ stream, clearances: own }) => ({
    id: stream,
    name: (
      <span className={styles.stream}>
        <StreamMark stream={stream} size={24} />
        {wasteStreamNames[stream]}
      </span>
    ),
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
