import type { CalendarMeta } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { collectionKey, collectionNote, isByAppointment, shortAreasText } from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { streamColours } from '../../domain/waste-streams/stream-colours.ts'
import { addDays, today } from '../../kit/browser/days.ts'
import { longDayText, weekdayText } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { dayAfterKey, monthOf, monthsIn, monthTitle, weeksIn } from '../../kit/browser/months.ts'
import collectionListStyles from './CollectionList.module.css'
import type { ShownCollection } from './calendar-source.ts'
import styles from './MonthGrid.module.css'
import yearOverviewStyles from './YearOverview.module.css'

const keyNotes: KeyNote[] = [
  { keys: ['←', '→'], action: 'Een dag terug of verder' },
  { keys: ['↑', '↓'], action: 'Een week terug of verder' },
  { keys: ['Home', 'End'], action: 'Naar het begin of het einde van de week' },
  { keys: ['PageUp', 'PageDown'], action: 'Een maand terug of verder' },
  { keys: ['Shift PageUp', 'Shift PageDown'], action: 'Een jaar terug of verder' },
]

type MonthGridProps = {
  month: string
  collections: ShownCollection[]
  /** The municipality, if its areas share the calendar. Then each collection names its areas. */
  withAreasOf: CalendarMeta | null
  label: string
  /** The text for a day without collections. */
  emptyText: string
  onMonth: (month: string) => void
}

/**
 * A month as a grid of days. Arrow keys move through the days and to other months. A text below the grid describes the
 * chosen day.
 */
export function MonthGrid({ month, collections, withAreasOf, label, emptyText, onMonth }: MonthGridProps) {
  useKeyNotes('Op een dag in de kalender', keyNotes)
  const now = today()
  const [reachedDay, setReachedDay] = useState(now)
  const grid = useRef<HTMLTableElement>(null)
  // Whether a key has chosen another day, and the focus must still move to that day.
  const isMoving = useRef(false)
  const chosen = monthOf(reachedDay) === month ? reachedDay : `${month}-01`
  const collectionsOn = (day: string) => collections.filter(({ start }) => start === day)

  useEffect(() => {
    // A day in another month gets the focus only after the URL has changed and that month is rendered.
    if (!isMoving.current || monthOf(reachedDay) !== month) return
    isMoving.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [reachedDay, month])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(isMoving.current ? reachedDay : chosen, event)
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    isMoving.current = true
    setReachedDay(next)
    if (monthOf(next) !== month) onMonth(monthOf(next))
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its cells, as in a grid. */}
      <table ref={grid} role="grid" aria-label={label} className={styles.grid} onKeyDown={onKeyDown}>
        <WeekdayHeads />
        <tbody>
          {weeksIn(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, weekday) =>
                day ? (
                  <td key={day} data-chosen={day === chosen || undefined}>
                    <button
                      type="button"
                      className={`column ${styles.day}`}
                      tabIndex={day === chosen ? 0 : -1}
                      aria-current={day === now ? 'date' : undefined}
                      onClick={() => setReachedDay(day)}
                    >
                      <span className="visually-hidden">{longDayText(day)}. </span>
                      <span className={styles.number} aria-hidden="true">
                        {Number(day.slice(8))}
                      </span>
                      {collectionsOn(day).map((collection) => (
                        <CollectionChip
                          key={collectionKey(collection)}
                          of={collection}
                          withAreasOf={withAreasOf}
                          withLetter
                        />
                      ))}
                    </button>
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has no other key than its weekday.
                  <td key={weekday} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={`row screen-only ${styles.chosen}`} data-in-full={withAreasOf !== null || undefined}>
        <p className="bold capitalised">{longDayText(chosen)}</p>
        {collectionsOn(chosen).length > 0 ? (
          collectionsOn(chosen).map((collection) => (
            <CollectionLine key={collectionKey(collection)} of={collection} withAreas={withAreasOf !== null} />
          ))
        ) : (
          <p className={styles.nothing}>{emptyText}</p>
        )}
      </div>
    </>
  )
}

const textOf = (collection: ShownCollection, withAreasOf: CalendarMeta | null) =>
  [collection.title, collectionNote(collection), collection.outcome, withAreasOf && collection.areas.join(', ')]
    .filter(Boolean)
    .join('. ')

type YearOverviewProps = Pick<MonthGridProps, 'withAreasOf'> & {
  year: string
  collections: ShownCollection[]
  searchForMonth: (month: string) => Record<string, string>
}

/** A whole year on one page, with the icons of the collections under each day. */
export function YearOverview({ year, collections, withAreasOf, searchForMonth }: YearOverviewProps) {
  const now = today()
  return (
    <div className={yearOverviewStyles.year}>
      {monthsIn(year).map((month) => (
        <table key={month} className={yearOverviewStyles.month}>
          <caption>
            <Link to="." search={searchForMonth(month)}>
              {monthTitle(month)}
            </Link>
          </caption>
          <WeekdayHeads />
          <tbody>
            {weeksIn(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, weekday) => (
                  <td key={day ?? weekday} aria-current={day === now ? 'date' : undefined}>
                    {day && <span className={yearOverviewStyles.number}>{Number(day.slice(8))}</span>}
                    {collections
                      .filter(({ start }) => start === day)
                      .map((collection) => (
                        <span
                          key={collectionKey(collection)}
                          className={yearOverviewStyles.collection}
                          data-changed={collection.cancelled || collection.moved_from !== null || undefined}
                          title={textOf(collection, withAreasOf)}
                        >
                          <StreamMark
                            stream={collection.category}
                            size={18}
                            isByAppointment={isByAppointment(collection)}
                            withLetter
                          />
                          <span className="visually-hidden">{textOf(collection, withAreasOf)}</span>
                        </span>
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

const aMonday = '2023-01-02'
const weekdays = Array.from({ length: 7 }, (_, day) => addDays(aMonday, day))

/** The names of the weekdays above a month: short on screen, in full for screen readers. */
function WeekdayHeads() {
  return (
    <thead>
      <tr>
        {weekdays.map((day) => (
          <th key={day} scope="col">
            <span aria-hidden="true">{weekdayText(day)}</span>
            <span className="visually-hidden">{longDayText(day).split(' ')[0]}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Adds a soft hyphen to a title that is too wide for a day of the grid: `Ophaal-afspraak`. */
const breakable = (title: string) => title.replace(/(?<=[a-z])afspraak$/, '\u00adafspraak')

/**
 * The icon and title of a collection on the colour of its stream. Words mark a moved or cancelled collection, and what
 * is known about a past collection of an address.
 * With `withAreasOf` the areas are shown. A collection by appointment has a dashed edge instead of a colour.
 */
function CollectionChip({
  of: collection,
  withAreasOf = null,
  withLetter = false,
}: {
  of: ShownCollection
  withAreasOf?: CalendarMeta | null
  /** Whether paper shows the letter of the stream, because it has no space for the title. */
  withLetter?: boolean
}) {
  const { category, title, cancelled, moved_from, areas, outcome } = collection
  const { background, text } = streamColours[category]
  const optional = isByAppointment(collection)
  return (
    <span
      className={`inline ${collectionListStyles.chip}`}
      data-by-appointment={optional || undefined}
      style={{ '--stream': background, '--on-stream': text }}
    >
      <StreamMark stream={category} size={24} isByAppointment={optional} withLetter={withLetter} />
      <span className={collectionListStyles.label}>
        {cancelled ? <s>{breakable(title)}</s> : breakable(title)}
        {cancelled && ' (vervalt)'}
        {moved_from && ' (verplaatst)'}
        {outcome && ` (${outcome})`}
        {withAreasOf && (
          <span className={collectionListStyles.chipAreas} title={areas.join(', ')}>
            {' '}
            {shortAreasText(areas, withAreasOf)}
          </span>
        )}
      </span>
    </span>
  )
}

/** A collection with the note of a change and, in the calendar of a municipality, its areas. */
function CollectionLine({ of: collection, withAreas }: { of: ShownCollection; withAreas: boolean }) {
  const note = collectionNote(collection)
  return (
    <span className={`inline ${collectionListStyles.line}`}>
      <CollectionChip of={collection} />
      {note && <span className="small">{note}</span>}
      {withAreas && <span className="remark">{collection.areas.join(', ')}</span>}
    </span>
  )
}

/** The days with collections, below each other. */
export function CollectionList({ of: collections, withAreas }: { of: ShownCollection[]; withAreas: boolean }) {
  const now = today()
  return (
    <ol className={collectionListStyles.list}>
      {[...Map.groupBy(collections, ({ start }) => start)].map(([day, ofDay]) => (
        <li key={day} className="column gap-2" aria-current={day === now ? 'date' : undefined}>
          <h3 className="capitalised">
            {longDayText(day)}
            {day === now && <span className={collectionListStyles.today}>Vandaag</span>}
          </h3>
          <ul className={collectionListStyles.collections} data-in-full={withAreas || undefined}>
            {ofDay.map((collection) => (
              <li key={collectionKey(collection)}>
                <CollectionLine of={collection} withAreas={withAreas} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
