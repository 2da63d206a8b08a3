import { CalendarCategory, calendarCategoryNames } from '@rd4-loket/contract'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import styles from './CategoryFilter.module.css'

/** Checkboxes that select the categories to show. When printed, they are the legend of the icons. */
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
    <fieldset className={`row gap-2 ${styles.filter}`}>
      <legend className="screen-only">Toon deze afvalstromen</legend>
      {CalendarCategory.options.map((category) => (
        <label key={category} className={`inline ${styles.category}`}>
          <input
            className="screen-only"
            type="checkbox"
            checked={chosen.includes(category)}
            onChange={() => toggle(category)}
          />
          <StreamMark stream={category} size={24} isByAppointment={category === 'pruning_waste'} withLetter />
          {calendarCategoryNames[category]}
        </label>
      ))}
      {chosen.length < CalendarCategory.options.length && (
        <button
          type="button"
          className={`screen-only ${styles.all}`}
          onClick={() => onChoose(CalendarCategory.options)}
        >
          Alles tonen
        </button>
      )}
    </fieldset>
  )
}
