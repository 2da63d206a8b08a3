import {
  type Bill,
  type BillClearance,
  clearanceCategoryNames,
  euroText,
  objectionStateNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useId, useRef, useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { StreamName } from '../../../domain/waste-streams/StreamMark.tsx'
import { groupedCode, momentText, numberText, weekdayText } from '../../../kit/browser/format.ts'
import { Button } from '../../../kit/buttons/Button.tsx'
import { type RowColumn, useSortedRows } from '../../../kit/tables/sorted-rows.ts'
import { Badge, Table } from '../../../kit/tables/Table.tsx'
import { useDraft } from '../../../session/drafts.ts'
import { containerText } from '../bill/bill-text.ts'
import styles from './LiftTable.module.css'
import { ObjectionForm, objectionDraft } from './ObjectionForm.tsx'
import { ObjectionNote } from './ObjectionNote.tsx'

/** A bill on screen, with the purpose for which it is shown. */
export type ShownBill = { bill: Bill; purpose: AddressPurpose['purpose'] }

type LiftTableProps = {
  lifts: BillClearance[]
  of: ShownBill
  caption: string
  showsCaption?: boolean
  /** Adds a column of waste streams, for lifts of several streams. */
  withStream?: boolean
}

/** The lifts of a bill, with container, chip, weight and amount. Each column header sorts the rows. */
export function LiftTable({ lifts, of: shown, caption, showsCaption = false, withStream = false }: LiftTableProps) {
  const stateOf = ({ id }: BillClearance) => {
    const objection = shown.bill.objections.findLast(({ clearance_id }) => clearance_id === id)
    return objection && objectionStateNames[objection.state]
  }
  const all: RowColumn<BillClearance>[] = [
    { name: 'Moment', by: ({ cleared_at }) => Date.parse(cleared_at) },
    ...(withStream
      ? [{ name: 'Afvalstroom', by: ({ waste_type }: BillClearance) => wasteStreamNames[waste_type] }]
      : []),
    { name: 'Container', by: ({ container_number }) => container_number },
    { name: 'Bedrag', number: true, by: ({ charged_cents }) => charged_cents },
    { name: 'Bezwaar', by: stateOf },
  ]
  const { sorted, columns } = useSortedRows(lifts, all)
  return (
    <div className={styles.lifts}>
      <Table
        caption={caption}
        showsCaption={showsCaption}
        className={styles.table}
        columns={columns}
        rows={sorted.map((lift) => (
          <LiftRows key={lift.id} lift={lift} of={shown} withStream={withStream} columns={columns.length} />
        ))}
      />
    </div>
  )
}

type LiftRowsProps = { lift: BillClearance; of: ShownBill; withStream: boolean; columns: number }

/** A lift and, in rows below, its objections or the form to file an objection. */
function LiftRows({ lift, of: { bill, purpose }, withStream, columns }: LiftRowsProps) {
  const { id, cleared_at, waste_type, category, container_number, chip_number, weight_kg, charged_cents } = lift
  // A form that the employee left with typed text is open again.
  const draft = useDraft(objectionDraft(id))
  const [isFiling, setFiling] = useState(() => draft.read() !== undefined)
  const formId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const objections = bill.objections.filter(({ clearance_id }) => clearance_id === id)
  // After a rejection the resident may object again.
  const mayFile = objections.every(({ state }) => state === 'rejected')
  const moment = `${weekdayText(cleared_at)} ${momentText(cleared_at)}`
  const subject = `${wasteStreamNames[waste_type]}, ${moment}`
  const close = () => {
    setFiling(false)
    button.current?.focus()
  }
  return (
    <>
      <tr data-open={isFiling || objections.length > 0 || undefined}>
        <th scope="row">
          <time dateTime={cleared_at}>{moment}</time>
          <Marks of={lift} bill={bill} />
        </th>
        {withStream && (
          <td data-stream>
            <StreamName stream={waste_type} />
          </td>
        )}
        <td data-container>
          <span className={`row dimmed ${styles.source}`}>
            <span>{containerText(lift) || (category && clearanceCategoryNames[category])}</span>
            {container_number && (
              <span>
                Container <span className="code">{container_number}</span>
              </span>
            )}
            {chip_number && (
              <span>
                Chip <span className="code">{groupedCode(chip_number)}</span>
              </span>
            )}
          </span>
        </td>
        <td data-number data-amount>
          {euroText(charged_cents)}
          {weight_kg !== null && <span className="below remark">{numberText(weight_kg)} kg</span>}
        </td>
        <td data-action>
          {mayFile && (
            <Button
              ref={button}
              variant="default"
              size="xs"
              aria-expanded={isFiling}
              aria-controls={isFiling ? formId : undefined}
              onClick={() => setFiling(!isFiling)}
            >
              Klopt niet<span className="visually-hidden">: {subject}</span>
            </Button>
          )}
        </td>
      </tr>
      {objections.map((objection) => (
        <tr key={objection.id} className={styles.below}>
          <td colSpan={columns}>
            <ObjectionNote of={objection} subject={subject} />
          </td>
        </tr>
      ))}
      {isFiling && mayFile && (
        <tr id={formId} className={styles.below}>
          <td colSpan={columns}>
            <ObjectionForm lift={lift} purpose={purpose} onClose={close} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The badges of a lift: delivered after the assessment, on no bill, and the state of each objection. */
function Marks({ of: { id, is_late }, bill }: { of: BillClearance; bill: Bill }) {
  const marks = [
    is_late && 'Na de aanslag geleverd',
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
