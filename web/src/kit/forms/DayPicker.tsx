import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { today, weekdayOf } from '../browser/days.ts'
import { longDayText, weekdayText } from '../browser/format.ts'
import { addMonths, dayAfterKey, monthOf, monthTitle, weeksIn } from '../browser/months.ts'
import { Icon } from '../theme/Icon.tsx'
import styles from './DayPicker.module.css'

export type DayPickerProps = {
  label: string
  chosen: string | undefined
  onPick: (day: string) => void
  onClose: () => void
}

/** A month from which a day is picked, below its field. The keys are those of WAI-ARIA's date picker. */
export function DayPicker({ label, chosen, onPick, onClose }: DayPickerProps) {
  const now = today()
  const [reached, setReached] = useState(chosen ?? now)
  const grid = useRef<HTMLTableElement>(null)
  // Whether the focus must move to the reached day: after the calendar opens, and after a key.
  const isMoving = useRef(true)
  const month = monthOf(reached)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the reached day.
  useEffect(() => {
    if (isMoving.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoving.current = false
  }, [reached])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return onClose()
    }
    const next = (event.target as Element).closest('td') ? dayAfterKey(reached, event) : undefined
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    isMoving.current = true
    setReached(next)
  }
  const showMonth = (count: number) => setReached(`${addMonths(month, count)}-01`)
  const weekdays = weeksIn('2024-01')[0] ?? []

  return (
    <div className={styles.picker} role="dialog" aria-label={`Kies een datum: ${label}`} onKeyDown={onKeyDown}>
      <div className={`line ${styles.head}`}>
        <button type="button" className="icon-button" aria-label="Vorige maand" onClick={() => showMonth(-1)}>
          <Icon name="chevron-left" size={20} />
        </button>
        <p className="bold" aria-live="polite">
          {monthTitle(month)}
        </p>
        <button type="button" className="icon-button" aria-label="Volgende maand" onClick={() => showMonth(1)}>
          <Icon name="chevron-right" size={20} />
        </button>
      </div>
      <table ref={grid} className={styles.grid} aria-label={monthTitle(month)}>
        <thead>
          <tr>
            {weekdays.map(
              (day) =>
                day && (
                  <th key={weekdayOf(day)} scope="col">
                    {weekdayText(day)}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody>
          {weeksIn(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, weekday) =>
                day ? (
                  <td key={day}>
                    <button
                      type="button"
                      tabIndex={day === reached ? 0 : -1}
                      aria-current={day === now ? 'date' : undefined}
                      aria-pressed={day === chosen}
                      aria-label={longDayText(day)}
                      onClick={() => onPick(day)}
                    >
                      {Number(day.slice(8))}
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
    </div>
  )
}
