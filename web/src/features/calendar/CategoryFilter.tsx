import { CalendarCategory, calendarCategoryNames } from '@rd4-loket/contract'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import styles from './CategoryFilter.module.css'

/** The categories that can be left out; in print it is the legend. */
export function CategoryFilter({
  chosen,
  onChoose,
}: {
  chosen: CalendarCategory[]
  onChoose: (categories: CalendarCategory[]) => void
}) {
  const toggle = (category: CalendarCategory) =>
    onChoose(CalendarCategory.options.filter((it) => (it === category ? !chosen.includes(it) : chosen.includes(it))))
  return (
    <fieldset className={styles.filter}>
      <legend>Toon deze afvalsoorten</legend>
      {CalendarCategory.options.map((category) => (
        <label key={category} className={styles.category}>
          <input type="checkbox" checked={chosen.includes(category)} onChange={() => toggle(category)} />
          <StreamMark stream={category} size={24} />
          {calendarCategoryNames[category]}
        </label>
      ))}
      {chosen.length < CalendarCategory.options.length && (
        <button type="button" className={styles.all} onClick={() => onChoose(CalendarCategory.options)}>
          Alles tonen
        </button>
      )}
    </fieldset>
  )
}
