import {
  type Bill,
  type BillClearance,
  clearanceCategoryNames,
  objectionStateNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { StreamName } from '../../domain/waste-streams/StreamMark.tsx'
import { euroText, groupedCode, momentText, numberText, weekdayText } from '../../kit/browser/format.ts'
import { Badge, Table, useSortedRows } from '../../kit/tables/Table.tsx'
import { containerText } from './bill-text.ts'
import styles from './LiftTable.module.css'

type LiftTableProps = {
  lifts: BillClearance[]
  bill: Bill
  caption: string
  showsCaption?: boolean
  /** Whether the lifts are of several streams. */
  withStream?: boolean
}

/** The lifts of a bill with what proves them. Each column header sorts the rows. */
export function LiftTable({ lifts, bill, caption, showsCaption = false, withStream = false }: LiftTableProps) {
  const { sorted, sortOf } = useSortedRows(lifts, {
    Moment: ({ cleared_at }) => Date.parse(cleared_at),
    Afvalstroom: ({ waste_type }) => wasteStreamNames[waste_type],
    Container: ({ container_number }) => container_number ?? '',
    Bedrag: ({ charged_cents }) => charged_cents,
  })
  const column = (name: string, number = false) => ({ name, number, sort: sortOf(name) })
  return (
    <Table
      caption={caption}
      showsCaption={showsCaption}
      className={styles.table}
      data-long
      columns={[
        column('Moment'),
        ...(withStream ? [column('Afvalstroom')] : []),
        column('Container'),
        column('Bedrag', true),
      ]}
      rows={sorted.map((lift) => <LiftRow key={lift.id} lift={lift} bill={bill} withStream={withStream} />)}
    />
  )
}

function LiftRow({ lift, bill, withStream }: { lift: BillClearance; bill: Bill; withStream: boolean }) {
  const { id, cleared_at, waste_type, category, container_number, chip_number, weight_kg, charged_cents } = lift
  return (
    <tr>
      <th scope="row">
        <time dateTime={cleared_at}>
          {weekdayText(cleared_at)} {momentText(cleared_at)}
        </time>
        <Marks of={id} isLate={lift.is_late} bill={bill} />
      </th>
      {withStream && (
        <td>
          <StreamName stream={waste_type} />
        </td>
      )}
      <td data-line>
        {containerText(lift) || (category && clearanceCategoryNames[category])}
        {container_number && (
          <>
            {' '}
            <span className="code">{container_number}</span>
          </>
        )}
        {chip_number && (
          <span className="below remark">
            Chip <span className="code">{groupedCode(chip_number)}</span>
          </span>
        )}
      </td>
      <td data-number>
        {euroText(charged_cents)}
        {weight_kg !== null && <span className="below remark">{numberText(weight_kg)} kg</span>}
      </td>
    </tr>
  )
}

/** What distinguishes a lift: delivered after the assessment, disputed, or on no bill. */
function Marks({ of: id, isLate, bill }: { of: number; isLate: boolean; bill: Bill }) {
  const marks = [
    isLate && 'Na de aanslag geleverd',
    bill.unbilled_clearance_ids.includes(id) && 'Op geen aanslag',
    ...bill.objections
      .filter(({ clearance_id }) => clearance_id === id)
      .map(({ state }) => `Bezwaar ${objectionStateNames[state].toLowerCase()}`),
  ].filter((mark) => mark !== false)
  if (marks.length === 0) return null
  return (
    <span className={`row ${styles.marks}`}>
      {marks.map((mark) => (
        <Badge key={mark}>{mark}</Badge>
      ))}
    </span>
  )
}
