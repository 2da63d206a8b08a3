import { type BillClearance, type BillLine, type BillPeriod, euroText } from '@rd4-loket/contract'
import { Fragment, useId, useState } from 'react'
import { StreamMark } from '../../../domain/waste-streams/StreamMark.tsx'
import { countText, periodText } from '../../../kit/browser/format.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import { Icon } from '../../../kit/theme/Icon.tsx'
import { LiftTable, type ShownBill } from '../lifts/LiftTable.tsx'
import styles from './BillLines.module.css'
import {
  calculationText,
  containerText,
  differenceText,
  euroDifferenceText,
  lineName,
  tariffText,
} from './bill-text.ts'

/** The lines of a bill, in one table for each period of a household. The button of a line shows its lifts. */
export function BillLines({ of: shown }: { of: ShownBill }) {
  const { bill } = shown
  const lifts = new Map(bill.clearances.map((lift) => [lift.id, lift]))
  const isWholeYear = bill.periods.length === 1 && periodOf(bill.year) === boundsOf(bill.periods[0] as BillPeriod)
  return bill.periods.map((period) => (
    <PeriodLines
      key={period.from}
      period={period}
      of={shown}
      lifts={lifts}
      caption={isWholeYear ? undefined : periodCaption(period)}
    />
  ))
}

const boundsOf = ({ from, to }: BillPeriod) => `${from} ${to}`
const periodOf = (year: number) => `${year}-01-01 ${year}-12-31`

const periodCaption = ({ from, to, household_size, is_current }: BillPeriod) =>
  [
    `Van ${periodText({ from, to })}`,
    household_size !== null && countText(household_size, 'persoon', 'personen'),
    !is_current && 'vorige bewoner',
  ]
    .filter(Boolean)
    .join(', ')

const keyOf = ({ charge, waste_type, kind, volume_litres, unit_cents, clearance_ids: [first] }: BillLine) =>
  [charge, waste_type, kind, volume_litres, unit_cents, first].join(' ')

type PeriodLinesProps = {
  period: BillPeriod
  of: ShownBill
  lifts: Map<number, BillClearance>
  /** Undefined if the period is the whole year. */
  caption: string | undefined
}

function PeriodLines({ period: { lines, amount_cents }, of: shown, lifts, caption }: PeriodLinesProps) {
  const { last_year, year, periods } = shown.bill
  const hasDifference = lines.some(({ difference }) => difference !== null)
  if (lines.length === 0)
    return <p className="dimmed">{caption && `${caption}: `}Er is niets bekend om te berekenen.</p>
  return (
    <Table
      caption={caption ?? `Regels van de aanslag ${year}`}
      showsCaption={caption !== undefined}
      className={styles.lines}
      data-long
      columns={[
        'Wat',
        { name: 'Aantal × tarief', number: true },
        { name: 'Bedrag', number: true },
        ...(hasDifference ? [{ name: `Verschil met ${last_year?.year ?? year - 1}`, number: true }] : []),
      ]}
      rows={lines.map((line) => (
        <LineRows
          key={keyOf(line)}
          line={line}
          lines={lines}
          lifts={line.clearance_ids.flatMap((id) => lifts.get(id) ?? [])}
          of={shown}
          hasDifference={hasDifference}
        />
      ))}
    >
      <tfoot>
        <tr>
          <th scope="row">Samen</th>
          <td />
          <td data-number>{euroText(amount_cents)}</td>
          {hasDifference && (
            <td data-number>
              {periods.length === 1 && last_year && euroDifferenceText(amount_cents - last_year.amount_cents)}
            </td>
          )}
        </tr>
      </tfoot>
    </Table>
  )
}

type LineRowsProps = {
  line: BillLine
  lines: BillLine[]
  lifts: BillClearance[]
  of: ShownBill
  hasDifference: boolean
}

/** A line and, after its button is pressed, a row with its lifts. */
function LineRows({ line, lines, lifts, of: shown, hasDifference }: LineRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { waste_type, difference, amount_cents } = line
  const name = lineName(line)
  const details = [containerText(line), tariffText(line, lines)].filter(Boolean).join(' · ')
  const content = (
    <>
      {waste_type && <StreamMark stream={waste_type} size={24} />}
      <span>{name}</span>
    </>
  )
  return (
    <Fragment>
      <tr data-open={isOpen || undefined}>
        <th scope="row">
          {lifts.length > 0 ? (
            <button
              type="button"
              className={`inline ${styles.open}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={18} />
              {content}
            </button>
          ) : (
            <span className={`inline ${styles.closed}`}>{content}</span>
          )}
          {details && <span className={`below remark ${styles.details}`}>{details}</span>}
        </th>
        <td data-number>{calculationText(line)}</td>
        <td data-number className="bold">
          {euroText(amount_cents)}
        </td>
        {hasDifference && (
          <td data-number data-label="Verschil" data-none={difference === null || undefined}>
            {difference &&
              [
                line.charge === 'clearance' && differenceText(difference.count),
                euroDifferenceText(difference.amount_cents),
              ]
                .filter(Boolean)
                .join(' · ')}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr id={id} className={styles.lifts}>
          <td colSpan={hasDifference ? 4 : 3}>
            <LiftTable lifts={lifts} of={shown} caption={`Ledigingen van de regel ${name}`} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}
