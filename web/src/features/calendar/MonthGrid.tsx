import type { Collection } from '@rd4-loket/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { collectionKey } from '../../domain/collections/collections.ts'
import { today } from '../../kit/browser/days.ts'
import { longDayText } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { CollectionLine } from './CollectionLine.tsx'
import { EventChip } from './EventChip.tsx'
import styles from './MonthGrid.module.css'
import { dayAfterKey, monthOf, weeksIn } from './months.ts'
import { WeekdayHeads } from './WeekdayHeads.tsx'

const keyNotes: KeyNote[] = [
  { keys: ['←', '→'], does: 'Een dag terug of verder' },
  { keys: ['↑', '↓'], does: 'Een week terug of verder' },
  { keys: ['Home', 'End'], does: 'Naar het begin of het einde van de week' },
  { keys: ['PageUp', 'PageDown'], does: 'Een maand terug of verder' },
  { keys: ['Shift PageUp', 'Shift PageDown'], does: 'Een jaar terug of verder' },
]

/** A month as a grid of days. The arrow keys walk through the days, also into other months; the chosen day is told below. */
export function MonthGrid({
  month,
  events,
  withAreas,
  label,
  nothing,
  onMonth,
}: {
  month: string
  events: Collection[]
  withAreas: boolean
  label: string
  /** What is said of a day that has no events. */
  nothing: string
  onMonth: (month: string) => void
}) {
  useKeyNotes('Op een dag in de kalender', keyNotes)
  const now = today()
  const [walkedTo, setWalkedTo] = useState(now)
  const grid = useRef<HTMLTableElement>(null)
  const walking = useRef(false)
  const chosen = monthOf(walkedTo) === month ? walkedTo : `${month}-01`
  const eventsOn = (day: string) => events.filter(({ start }) => start === day)

  useEffect(() => {
    // Another month is not there until the page's address says so.
    if (!walking.current || monthOf(walkedTo) !== month) return
    walking.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [walkedTo, month])

  const walk = (event: KeyboardEvent) => {
    const next = dayAfterKey(walking.current ? walkedTo : chosen, event)
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    walking.current = true
    setWalkedTo(next)
    if (monthOf(next) !== month) onMonth(monthOf(next))
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked through is a grid. */}
      <table ref={grid} role="grid" aria-label={label} className={styles.grid} onKeyDown={walk}>
        <WeekdayHeads />
        <tbody>
          {weeksIn(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, weekday) =>
                day ? (
                  <td key={day} data-chosen={day === chosen || undefined}>
                    <button
                      type="button"
                      className={styles.day}
                      tabIndex={day === chosen ? 0 : -1}
                      aria-current={day === now ? 'date' : undefined}
                      onClick={() => setWalkedTo(day)}
                    >
                      <span className="visually-hidden">{longDayText(day)}. </span>
                      <span className={styles.number} aria-hidden="true">
                        {Number(day.slice(8))}
                      </span>
                      {eventsOn(day).map((event) => (
                        <EventChip key={collectionKey(event)} event={event} />
                      ))}
                    </button>
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is nothing but its weekday.
                  <td key={weekday} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.chosen} data-in-full={withAreas || undefined}>
        <p>{longDayText(chosen)}</p>
        {eventsOn(chosen).length > 0 ? (
          eventsOn(chosen).map((event) => (
            <CollectionLine key={collectionKey(event)} event={event} withAreas={withAreas} />
          ))
        ) : (
          <p className={styles.nothing}>{nothing}</p>
        )}
      </div>
    </>
  )
}
