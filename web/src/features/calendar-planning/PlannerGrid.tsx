import { type PlannedCollection, wasteStreamNames } from '@rd4-loket/contract'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { addDays, weekdayOf } from '../../kit/browser/days.ts'
import { countText, longDayText, monthText, weekdayAndDayText, weekdayText } from '../../kit/browser/format.ts'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './Planner.module.css'
import { stateText } from './planner-texts.ts'
import { cellKey, collectionKeyOf, type MunicipalPlan, mondayOf, type PlannerCells } from './planner-weeks.ts'

export type PlannerView = {
  plan: MunicipalPlan
  /** The Mondays of the weeks. */
  weeks: string[]
  cells: PlannerCells
  selected: ReadonlySet<string>
  onCell: (event: MouseEvent<HTMLElement>, key: string) => void
  /** Selects collections, or removes them from the selection when all of them are selected. */
  onToggle: (keys: string[]) => void
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

const dayAndMonth = (day: string) => weekdayAndDayText(day).replace(/^\S+ /, '')

/** A week in a heading: `7 – 13 december` or `30 november – 6 december`. */
export function weekText(monday: string) {
  const sunday = addDays(monday, 6)
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  return `${isOneMonth ? Number(monday.slice(8)) : dayAndMonth(monday)} – ${dayAndMonth(sunday)}`
}

/** One collection: its stream and day, and whether it is moved, cancelled or selected. */
export function DayCell({
  of: collection,
  isSelected,
  isInColumn = false,
  tabIndex,
  onClick,
}: {
  of: PlannedCollection
  isSelected: boolean
  /** Whether the column shows the day. Then the cell itself shows only the stream. */
  isInColumn?: boolean
  tabIndex?: number
  onClick: PlannerView['onCell']
}) {
  const { category, day, start, cancelled } = collection
  const key = collectionKeyOf(collection)
  const state = stateText(collection)
  return (
    <button
      type="button"
      className={styles.day}
      data-cell
      data-key={key}
      data-cancelled={cancelled || undefined}
      data-selected={isSelected || undefined}
      aria-haspopup="dialog"
      title={`${wasteStreamNames[category]}${state && `: ${state}`}`}
      tabIndex={tabIndex}
      onClick={(event) => onClick(event, key)}
    >
      <StreamMark stream={category} size={20} />
      <span className="visually-hidden">{wasteStreamNames[category]}</span>{' '}
      <span className={isInColumn ? 'visually-hidden' : styles.date}>
        {weekdayText(start)} {Number(start.slice(8))}
      </span>{' '}
      <span className="visually-hidden">
        {[monthText(Number(start.slice(5, 7)) - 1), state, isSelected && 'geselecteerd'].filter(Boolean).join(', ')}
      </span>
      {day !== start && <Icon name="arrow-right" size={14} />}
    </button>
  )
}

/** Returns the cell to which a key moves the focus from `cell`, or undefined for another key. */
function targetOf({ key, ctrlKey }: KeyboardEvent, cell: HTMLElement, grid: HTMLElement): HTMLElement | undefined {
  const cellsIn = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  const rows = [...grid.querySelectorAll('tbody tr')]
  const row = rows.findIndex((it) => it.contains(cell))
  const cells = cellsIn(rows[row])
  const position = cells.indexOf(cell)
  /** The collection in another row that is nearest to this day, or the name of its area. */
  const nearest = (other: Element | undefined) => {
    const column = (it: Element) => it.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 0
    const [area, ...days] = cellsIn(other)
    if (column(cell) === 0 || days.length === 0) return area
    const distance = (it: Element) => Math.abs(column(it) - column(cell))
    return days.toSorted((one, next) => distance(one) - distance(next))[0]
  }
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => cells[position + 1],
    ArrowLeft: () => cells[position - 1],
    ArrowDown: () => nearest(rows[row + 1]),
    ArrowUp: () => nearest(rows[row - 1]),
    Home: () => (ctrlKey ? cellsIn(rows[0])[0] : cells[0]),
    End: () => (ctrlKey ? cellsIn(rows.at(-1)).at(-1) : cells.at(-1)),
  }
  return Object.hasOwn(targets, key) ? (targets[key]?.() ?? cell) : undefined
}

/** The areas as rows, the weekdays of each week as columns. One Tab stop: arrow keys move between areas and collections. */
export function PlannerGrid({ plan: { areas }, weeks, cells, selected, onCell, onToggle }: PlannerView) {
  const grid = useRef<HTMLTableElement>(null)
  const areaKey = (id: number) => `area ${id}`
  const [active, activate] = useState('')
  const keys = new Set(areas.map(({ id }) => areaKey(id)))
  for (const cell of cells.values()) for (const it of cell) keys.add(collectionKeyOf(it))
  // When the week or the filter hides the last focused cell, the first area is the Tab stop again.
  const tabStop = keys.has(active) ? active : areaKey(areas[0]?.id ?? 0)
  // A Saturday or Sunday is a column only when something is collected on it.
  const starts = [...cells.values()].flat().map(({ start }) => start)
  const daysOf = (monday: string) =>
    weekdays.map((day) => addDays(monday, day)).filter((day) => weekdayOf(day) < 5 || starts.includes(day))
  const columns = weeks.flatMap(daysOf)
  const tabIndexOf = (key: string) => (key === tabStop ? 0 : -1)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target instanceof Element && event.target.closest<HTMLElement>('[data-cell]')
    if (!cell || !grid.current || event.altKey || event.metaKey) return
    if (event.key === ' ') {
      event.preventDefault()
      cell.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, ctrlKey: true }))
      return
    }
    const target = targetOf(event, cell, grid.current)
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  return (
    <div className={styles.scroller}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of WAI-ARIA uses a table.
        role="grid"
        className={styles.grid}
        style={{ '--days': columns.length }}
        onKeyDown={onKeyDown}
        // Browsers click a button when the space bar is released.
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
        onFocus={({ target }) => activate(target.closest<HTMLElement>('[data-key]')?.dataset.key ?? '')}
      >
        <caption className="visually-hidden">Ophaaldagen per gebied en week</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Gebied
            </th>
            {weeks.map((monday) => (
              <th key={monday} scope="colgroup" colSpan={daysOf(monday).length}>
                {weekText(monday)}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map((day) => (
              <th key={day} scope="col" data-monday={weekdayOf(day) === 0 || undefined}>
                <abbr title={longDayText(day)}>
                  {weekdayText(day)} {Number(day.slice(8))}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map(({ id, name, addresses }) => {
            const inRow = weeks.flatMap((monday) => cells.get(cellKey(id, monday)) ?? [])
            return (
              <tr key={id}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.area}
                    data-cell
                    data-key={areaKey(id)}
                    tabIndex={tabIndexOf(areaKey(id))}
                    title="Selecteert alle ophaaldagen van dit gebied"
                    onClick={() => onToggle(inRow.map(collectionKeyOf))}
                  >
                    {name}
                    <span className="below dimmed small">{countText(addresses, 'adres', 'adressen')}</span>
                  </button>
                </th>
                {columns.map((day) => {
                  const inWeek = cells.get(cellKey(id, mondayOf(day))) ?? []
                  const onDay = inWeek.filter(({ start }) => start === day)
                  return (
                    <td key={day} data-monday={weekdayOf(day) === 0 || undefined}>
                      {onDay.map((it) => {
                        const key = collectionKeyOf(it)
                        return (
                          <DayCell
                            key={key}
                            of={it}
                            isSelected={selected.has(key)}
                            isInColumn
                            tabIndex={tabIndexOf(key)}
                            onClick={onCell}
                          />
                        )
                      })}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
