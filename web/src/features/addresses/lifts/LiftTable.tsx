import {
  type Bill,
  type BillClearance,
  type BillFlag,
  clearanceCategoryNames,
  disputeWord,
  type Equipment,
  euroText,
  type NonClearance,
  nonClearanceText,
  notEmptiedText,
  objectionStateNames,
  type StartHours,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { missedText } from '../../../domain/clearances/non-clearances.ts'
import { equipmentKindNames } from '../../../domain/equipment/EquipmentList.tsx'
import { StreamMark } from '../../../domain/waste-streams/StreamMark.tsx'
import {
  dayText,
  groupedCode,
  momentText,
  numberText,
  timeText,
  weekdayShortDayText,
  weekdayText,
} from '../../../kit/browser/format.ts'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../../kit/browser/keys.ts'
import { Button } from '../../../kit/buttons/Button.tsx'
import { KeyHint } from '../../../kit/buttons/KeyHint.tsx'
import { type RowColumn, useSortedRows } from '../../../kit/tables/sorted-rows.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import { useBreakpoint } from '../../../kit/theme/breakpoint.ts'
import { Icon } from '../../../kit/theme/Icon.tsx'
import { useDraft } from '../../../session/drafts.ts'
import styles from './LiftTable.module.css'
import { isOfYear, type LiftOrMissed, maxFlagged, momentOf } from './lift-filter.ts'
import { ObjectionForm, objectionDraft } from './ObjectionForm.tsx'
import { ObjectionNote } from './ObjectionNote.tsx'

/** A bill on screen, with its address, the purpose for which it is shown, and the hours that reasons name. */
export type ShownBill = {
  bill: Bill
  purpose: AddressPurpose['purpose']
  alias: string
  start?: StartHours | null | undefined
}

const keyNotes: KeyNote[] = [
  { keys: ['K'], action: 'Deze lediging klopt niet: de gekozen, anders de eerste om na te gaan', single: true },
  { keys: ['↑', '↓'], action: 'Naar de vorige of de volgende lediging' },
]

/** Opens the form of the chosen lift. Without a chosen lift: of the first lift to check. */
function openForm() {
  const chosen = document.activeElement?.closest('tr[data-stop]') ?? document.querySelector('tr[data-stop]:hover')
  const row = chosen ?? document.querySelector('tr[data-stop][data-flagged]')
  if (row) row.querySelector<HTMLElement>('[data-wrong]')?.click()
  else document.querySelector<HTMLElement>('tr[data-stop]')?.focus()
}

type LiftTablesProps = { lifts: BillClearance[]; missed: NonClearance[]; equipment: Equipment[]; of: ShownBill }

/**
 * The lifts of a bill and what was not emptied, newest first, in one table per container. The tables are beside each
 * other where they fit.
 */
export function LiftTables({ lifts, missed, equipment, of: shown }: LiftTablesProps) {
  useKeyNotes('Ledigingen', keyNotes)
  usePageKeys('bubble', (event) => {
    if (event.key.toLowerCase() === 'k' && isFreeKey(event) && !event.defaultPrevented) {
      event.preventDefault()
      openForm()
    }
  })
  const keyOf = (event: LiftOrMissed) => containerKey('reason' in event ? containerOf(event, lifts, equipment) : event)
  const listed: LiftOrMissed[] =
    missed.length === 0
      ? lifts
      : [...lifts, ...missed].sort((one, other) => Date.parse(momentOf(other)) - Date.parse(momentOf(one)))
  const groups = [...Map.groupBy(listed, keyOf)].sort(
    ([, [one]], [, [other]]) => placeOf(one?.waste_type) - placeOf(other?.waste_type),
  )
  return (
    <div className={styles.tables}>
      {groups.map(([key, own]) => (
        <div key={key}>
          <LiftTable
            lifts={own}
            of={shown}
            caption={<Container of={own} lifts={lifts} equipment={equipment} />}
            showsCaption
          />
        </div>
      ))}
    </div>
  )
}

/** What the caption of a table names: the container of its lifts. */
type LiftedContainer = Pick<BillClearance, 'waste_type' | 'kind' | 'volume_litres' | 'container_number' | 'category'>

/**
 * Returns the container of a non-clearance: as its lifts name it, or as the address has it. Without a container, it is
 * that of the other lifts of the stream, if any.
 */
function containerOf(
  { equipment_id, waste_type }: NonClearance,
  lifts: BillClearance[],
  equipment: Equipment[],
): LiftedContainer {
  const lift = lifts.find((it) =>
    equipment_id === null ? it.waste_type === waste_type : it.equipment_id === equipment_id,
  )
  if (lift) return lift
  const found = equipment.find(({ id }) => id === equipment_id)
  const { kind = null, volume_litres = null, number = null } = found ?? {}
  return { waste_type, kind, volume_litres, container_number: number, category: undefined }
}

const containerKey = ({ waste_type, kind, volume_litres, container_number, category }: LiftedContainer) =>
  [waste_type, kind, volume_litres, container_number, kind === null && category].join()

const placeOf = (stream: WasteStream | undefined) => (stream ? WasteStream.options.indexOf(stream) : -1)

type ContainerProps = { of: LiftOrMissed[]; lifts: BillClearance[]; equipment: Equipment[] }

/** The container of some lifts: its stream, volume and number, the number of lifts, and how often it was not emptied. */
function Container({ of: own, lifts, equipment }: ContainerProps) {
  const [first] = own
  if (!first) return null
  const container = 'reason' in first ? containerOf(first, lifts, equipment) : first
  const { waste_type, kind, volume_litres, container_number, category } = container
  const missed = own.filter((event) => 'reason' in event)
  const place =
    kind === 'minicontainer'
      ? undefined
      : kind
        ? equipmentKindNames[kind]
        : category && clearanceCategoryNames[category]
  return (
    <span className={styles.container}>
      <StreamMark stream={waste_type} size={20} />
      <span>
        {wasteStreamNames[waste_type]}
        {volume_litres !== null && ` ${numberText(volume_litres)} l`}
      </span>{' '}
      <span className={styles.source}>
        {place && `${place} `}
        {container_number && <span className="code">{container_number}</span>}
      </span>{' '}
      <span className={styles.times}>
        {numberText(own.length - missed.length)} keer{missedText(missed)}
      </span>
    </span>
  )
}

/** The number of lifts in a table on a narrow screen, besides those with something to check. */
const shownFirst = 5

type LiftTableProps = {
  lifts: LiftOrMissed[]
  of: ShownBill
  caption: ReactNode
  showsCaption?: boolean
}

/**
 * Lifts of a bill and what was not emptied, newest first. The table is one tab stop: the arrow keys move between its
 * rows, and from the first row to the headers. The action of a row appears on hover and on focus. Enter and K start it
 * too.
 */
export function LiftTable({ lifts, of: shown, caption, showsCaption = false }: LiftTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const [stop, setStop] = useState<number>()
  const [showsAll, setShowsAll] = useState(false)
  const breakpoint = useBreakpoint()
  const columns: RowColumn<LiftOrMissed>[] = [
    { name: 'Dag', by: (event) => Date.parse(momentOf(event)) },
    { name: 'Tijd' },
    { name: 'Bijzonderheid' },
    { name: 'Bedrag', number: true, by: (event) => ('reason' in event ? null : event.charged_cents) },
  ]
  const { sorted, columns: sortable } = useSortedRows(lifts, columns)
  const flags = shown.bill.flags.filter(({ clearance_ids }) => clearance_ids.length <= maxFlagged)
  const isShort = !showsAll && (breakpoint === 'xs' || breakpoint === 'sm') && lifts.length > shownFirst
  const isSpecial = ({ id }: BillClearance) =>
    flags.some(({ clearance_ids }) => clearance_ids.includes(id)) ||
    shown.bill.objections.some(({ clearance_id }) => clearance_id === id)
  const rows = sorted.filter((event, index) => !isShort || index < shownFirst || 'reason' in event || isSpecial(event))
  const stops = rows.filter((event) => !('reason' in event))
  const current = stops.some(({ id }) => id === stop) ? stop : stops[0]?.id
  const moveFocus = (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement
    const isHeader = target.matches('thead button')
    if (!isHeader && !target.matches('tr[data-stop]')) return
    const stops = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-stop]') ?? [])]
    const headers = [...(table.current?.querySelectorAll<HTMLElement>('thead button') ?? [])]
    const at = (isHeader ? headers : stops).indexOf(target)
    const next: Partial<Record<string, HTMLElement | undefined>> = isHeader
      ? { ArrowDown: stops[0], ArrowRight: headers[at + 1], ArrowLeft: headers[at - 1] }
      : { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1] ?? headers[0], Home: stops[0], End: stops.at(-1) }
    if (!(event.key in next)) return
    event.preventDefault()
    next[event.key]?.focus()
  }
  const chips = [...new Set(lifts.flatMap((event) => ('reason' in event ? [] : (event.chip_number ?? []))))]
  return (
    <>
      <Table
        ref={table}
        caption={caption}
        showsCaption={showsCaption}
        className={styles.lifts}
        onKeyDown={moveFocus}
        columns={sortable.map(({ sort, ...column }) => ({
          ...column,
          ...(sort && { sort: { ...sort, isWithinStop: true } }),
        }))}
        rows={rows.map((lift) =>
          'reason' in lift ? (
            <MissedRow key={`missed ${lift.id}`} of={lift} start={shown.start} />
          ) : (
            <LiftRows
              key={lift.id}
              lift={lift}
              of={shown}
              stop={{ 'data-stop': true, tabIndex: lift.id === current ? 0 : -1, onFocus: () => setStop(lift.id) }}
              flags={flags.filter(({ clearance_ids }) => clearance_ids.includes(lift.id))}
              explained={flags.filter(
                ({ clearance_ids }) => stops.findLast(({ id }) => clearance_ids.includes(id))?.id === lift.id,
              )}
            />
          ),
        )}
      />
      {isShort && (
        <Button variant="default" size="sm" onClick={() => setShowsAll(true)}>
          Toon alle {numberText(lifts.length)}
        </Button>
      )}
      {chips.length > 0 && (
        <p className="remark">
          Chip{' '}
          {chips.map((chip, index) => (
            <span key={chip} className="code">
              {index > 0 && ', '}
              {groupedCode(chip)}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** What was not emptied, and the text that the employee reads aloud. It has no amount. */
const MissedRow = ({ of: missed, start }: { of: NonClearance; start: ShownBill['start'] }) => (
  <tr>
    <th scope="row">
      <time dateTime={missed.happened_at}>{weekdayShortDayText(missed.happened_at)}</time>
    </th>
    <td>{timeText(missed.happened_at)}</td>
    <td colSpan={2}>
      {notEmptiedText(missed)}
      <span className="below remark">{nonClearanceText(missed, start)}</span>
    </td>
  </tr>
)

type LiftRowsProps = {
  lift: BillClearance
  of: ShownBill
  /** The attributes of a row that can have the focus. */
  stop: object
  /** The flags of this lift. */
  flags: BillFlag[]
  /** The flags of which this is the last lift in the table: their texts are below it. */
  explained: BillFlag[]
}

/** A lift and, in rows below, its objections, the form to file one, and the texts of its flags. */
function LiftRows({ lift, of: { bill, purpose, alias }, stop, flags, explained }: LiftRowsProps) {
  const { id, cleared_at, waste_type, charged_cents } = lift
  // A form that the employee left with typed text is open again.
  const draft = useDraft(objectionDraft(id))
  const [isFiling, setFiling] = useState(() => draft.read() !== undefined)
  const wasOpened = useRef(false)
  const formId = useId()
  const row = useRef<HTMLTableRowElement>(null)
  const form = useRef<HTMLTableRowElement>(null)
  const objections = bill.objections.filter(({ clearance_id }) => clearance_id === id)
  // After a rejection or a retraction the resident may object again.
  const mayFile = objections.every(({ state }) => state === 'rejected' || state === 'retracted')
  const subject = `${wasteStreamNames[waste_type]}, ${weekdayText(cleared_at)} ${momentText(cleared_at)}`
  useEffect(() => {
    if (isFiling && wasOpened.current) form.current?.querySelector<HTMLElement>('[name="reason"]')?.focus()
  }, [isFiling])
  const toggle = () => {
    wasOpened.current = true
    setFiling(!isFiling)
  }
  const close = () => {
    setFiling(false)
    row.current?.focus()
  }
  const isOpen = isFiling && mayFile
  return (
    <>
      <tr
        ref={row}
        {...stop}
        aria-keyshortcuts={mayFile ? 'k' : undefined}
        data-flagged={flags.length > 0 || undefined}
        data-open={isOpen || objections.length > 0 || explained.length > 0 || undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target === row.current && mayFile) {
            event.preventDefault()
            toggle()
          }
        }}
      >
        <th scope="row">
          <time dateTime={cleared_at}>
            {weekdayShortDayText(cleared_at)}
            {!isOfYear(lift, bill.year) && ` ${cleared_at.slice(0, 4)}`}
          </time>
        </th>
        <td>{timeText(cleared_at)}</td>
        <td data-remark>
          <span className={styles.remarks}>
            {objections.map((objection) => (
              <span key={objection.id} className={`inline ${styles.objection}`}>
                <Icon name="scales" size={16} />
                <span>
                  {objection.state !== 'corrected' && (
                    <span className="visually-hidden">{disputeWord(objection)} </span>
                  )}
                  {objectionStateNames[objection.state].toLowerCase()}
                </span>
              </span>
            ))}
            {remarksOf(lift, bill, flags).join(' · ')}
          </span>
          {mayFile && (
            <button
              type="button"
              className={styles.wrong}
              tabIndex={-1}
              data-wrong
              aria-expanded={isOpen}
              aria-controls={isOpen ? formId : undefined}
              onClick={toggle}
            >
              <Icon name="alert" size={16} />
              <span>Klopt niet</span>
              <span className="visually-hidden">: {subject}</span>
            </button>
          )}
        </td>
        <td data-number>{charged_cents === null ? '–' : euroText(charged_cents)}</td>
      </tr>
      {explained.map(({ rule, clearance_ids, text, check }) => (
        <tr key={`${rule} ${clearance_ids.join(' ')}`} className={styles.below} data-flagged>
          <td colSpan={4}>
            {text} {check}{' '}
            {mayFile && (
              <button type="button" className={styles.link} tabIndex={-1} onClick={toggle}>
                Klopt niet
                <span className="visually-hidden">: {subject}</span>
              </button>
            )}
            <KeyHint>K</KeyHint>
          </td>
        </tr>
      ))}
      {objections.map((objection) => (
        <tr key={objection.id} className={styles.below}>
          <td colSpan={4}>
            <ObjectionNote of={objection} subject={subject} />
          </td>
        </tr>
      ))}
      {isOpen && (
        <tr ref={form} id={formId} className={styles.below}>
          <td colSpan={4}>
            <ObjectionForm lift={lift} bill={bill} alias={alias} purpose={purpose} onClose={close} />
          </td>
        </tr>
      )}
    </>
  )
}

/** What is unusual about a lift, in a few words each. */
function remarksOf(
  { id, is_late, weight_kg, rank, kind, charged_cents }: BillClearance,
  bill: Bill,
  flags: BillFlag[],
) {
  const moved_from = bill.days.find(({ clearance_ids }) => clearance_ids.includes(id))?.moved_from
  return [
    flags.length > 0 && 'na te gaan',
    is_late && 'Later geleverd',
    rank !== undefined && `telt als ${rank}e ${kind === 'ondergronds' ? 'opening' : kind ? 'lediging' : 'bezoek'}`,
    bill.unbilled_clearance_ids.includes(id) && 'Op geen aanslag',
    charged_cents === null && !bill.imposed_only && 'Niet op deze aanslag',
    moved_from && `was ${dayText(moved_from).replace(/ \d{4}$/, '')}`,
    weight_kg !== null && `${numberText(weight_kg)} kg`,
  ].filter((remark) => typeof remark === 'string' && remark !== '')
}
