import { type AppliedRule, type BillClearance, type BillLine, type BillPeriod, euroText } from '@rd4-loket/contract'
import { Fragment, useId, useState } from 'react'
import { StreamMark } from '../../../domain/waste-streams/StreamMark.tsx'
import { countText, periodText } from '../../../kit/browser/format.ts'
import { useOneTabStop } from '../../../kit/browser/roving.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import { LiftTable, type ShownBill } from '../lifts/LiftTable.tsx'
import styles from './BillLines.module.css'
import { calculationText, changeText, lineName, lineRemark, validityText } from './bill-text.ts'

/** The parts of the difference with the year before, each a column of the table. */
const changeNames = { tariff_cents: 'tarief', count_cents: 'aantal', other_cents: 'overig' }
type Change = keyof typeof changeNames
const changes = Object.keys(changeNames) as Change[]

/** Returns the parts of the difference that a line has. */
const shownChanges = (lines: BillLine[]) =>
  changes.filter((change) => lines.some(({ difference }) => difference?.[change]))

const sumOfChanges = ({ difference }: BillLine) =>
  difference ? changes.reduce((sum, change) => sum + difference[change], 0) : 0

/**
 * The lines of a bill, in one table for each period of a household. The button of a line shows its lifts; the buttons of
 * a table are one tab stop. A bill with only what was imposed has no lines.
 */
export function BillLines({ of: shown }: { of: ShownBill }) {
  const { bill } = shown
  if (bill.imposed_only) return null
  const lifts = new Map(bill.clearances.map((lift) => [lift.id, lift]))
  const isWholeYear = bill.periods.length === 1 && periodOf(bill.year) === boundsOf(bill.periods[0] as BillPeriod)
  return bill.periods.map((period) => (
    <PeriodLines
      key={boundsOf(period)}
      period={period}
      of={shown}
      lifts={lifts}
      caption={isWholeYear ? undefined : periodCaption(period, bill.year)}
    />
  ))
}

const boundsOf = ({ from, to }: BillPeriod) => `${from} ${to}`
const periodOf = (year: number) => `${year}-01-01 ${year}-12-31`

/** The days of a part. A part of the year before only has the lifts of that year. */
const periodCaption = ({ from, to, household_size, is_current }: BillPeriod, year: number) =>
  [
    from < `${year}`
      ? `Ledigingen van ${from.slice(0, 4)}: ${periodText({ from, to })}`
      : `Van ${periodText({ from, to })}`,
    household_size !== null && countText(household_size, 'persoon', 'personen'),
    !is_current && 'vorige bewoner',
  ]
    .filter(Boolean)
    .join(', ')

const keyOf = ({ charge, waste_type, kind, volume_litres, unit_cents, rule, clearance_ids: [first] }: BillLine) =>
  [charge, waste_type, kind, volume_litres, unit_cents, rule, first].join(' ')

/** Returns whether a line opens a row: with its lifts, or with the rule that made it. */
const isOpenable = ({ clearance_ids, rule, count }: BillLine) =>
  clearance_ids.length > 0 || (rule !== undefined && count > 0)

type PeriodLinesProps = {
  period: BillPeriod
  of: ShownBill
  lifts: Map<number, BillClearance>
  /** Undefined if the period is the whole year. */
  caption: string | undefined
}

function PeriodLines({ period: { lines, amount_cents, rules = [] }, of: shown, lifts, caption }: PeriodLinesProps) {
  const { last_year, year } = shown.bill
  const compared = shownChanges(lines)
  const since = `Sinds\u00a0${last_year?.year ?? year - 1}`
  const { group, stop } = useOneTabStop(lines.filter(isOpenable).map(keyOf))
  if (lines.length === 0)
    return <p className="dimmed">{caption && `${caption}: `}Er is niets bekend om te berekenen.</p>
  return (
    <Table
      caption={caption ?? `Regels van de aanslag ${year}`}
      showsCaption={caption !== undefined}
      className={styles.lines}
      {...group}
      data-long
      data-parts={compared.length > 1 ? compared.length : undefined}
      columns={[
        'Waarvoor',
        { name: 'Aantal × tarief', number: true },
        { name: 'Bedrag', number: true },
        // A narrow panel shows this sum in the place of its parts.
        ...(compared.length > 1 ? [{ name: since, number: true }] : []),
        ...compared.map((change, at) => ({
          name: `${at === 0 ? `${since}: ` : ''}${changeNames[change]}`,
          number: true,
        })),
      ]}
      rows={lines.map((line) => (
        <LineRows
          key={keyOf(line)}
          line={line}
          lines={lines}
          rule={rules.find(({ id }) => id === line.rule)}
          lifts={line.clearance_ids.flatMap((id) => lifts.get(id) ?? [])}
          of={shown}
          compared={compared}
          stop={stop(keyOf(line))}
        />
      ))}
    >
      <tfoot>
        <tr>
          <th scope="row">Samen</th>
          <td />
          <td data-number>{euroText(amount_cents ?? 0)}</td>
          {compared.length > 1 && (
            <td data-number>{changeText(lines.reduce((sum, line) => sum + sumOfChanges(line), 0))}</td>
          )}
          {compared.map((change) => (
            <td key={change} data-number data-label={changeNames[change]}>
              {changeText(lines.reduce((sum, { difference }) => sum + (difference?.[change] ?? 0), 0))}
            </td>
          ))}
        </tr>
      </tfoot>
    </Table>
  )
}

type LineRowsProps = {
  line: BillLine
  lines: BillLine[]
  rule: AppliedRule | undefined
  lifts: BillClearance[]
  of: ShownBill
  compared: Change[]
  /** The attributes of a button that can have the focus. */
  stop: object
}

/** A line and, after its button is pressed, a row with its rule and its lifts. */
function LineRows({ line, lines, rule, lifts, of: shown, compared, stop }: LineRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { waste_type, difference, amount_cents } = line
  const name = lineName(line, rule)
  const remark = lineRemark(line, lines)
  const content = (
    <>
      {waste_type && <StreamMark stream={waste_type} size={20} />}
      <span>{name}</span>
    </>
  )
  return (
    <Fragment>
      <tr data-open={isOpen || undefined}>
        <th scope="row">
          {isOpenable(line) ? (
            <button
              type="button"
              className={`inline ${styles.open}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              {...stop}
              onClick={() => setOpen(!isOpen)}
            >
              {content}
            </button>
          ) : (
            <span className="inline">{content}</span>
          )}
          {remark && <span className={`remark ${styles.remark}`}>{remark}</span>}
        </th>
        <td data-number data-words={(rule && line.charge === 'clearance') || undefined}>
          {calculationText(line, rule)}
        </td>
        <td data-number className="bold">
          {euroText(amount_cents)}
        </td>
        {compared.length > 1 && <td data-number>{difference && changeText(sumOfChanges(line))}</td>}
        {compared.map((change) => (
          <td key={change} data-number data-label={changeNames[change]}>
            {difference && changeText(difference[change])}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr id={id} className={styles.lifts}>
          <td colSpan={compared.length > 1 ? 4 + compared.length : 3 + compared.length}>
            {rule && (
              <p>
                {rule.sentence} <span className="remark">{validityText(rule)}</span>
              </p>
            )}
            {lifts.length > 0 && <LiftTable lifts={lifts} of={shown} caption={`Ledigingen van de regel ${name}`} />}
          </td>
        </tr>
      )}
    </Fragment>
  )
}
