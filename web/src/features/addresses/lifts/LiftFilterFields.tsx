import { useId, useState } from 'react'
import { parseTypedDay, typedDay } from '../../../kit/forms/dutch-day.ts'
import { TextInput } from '../../../kit/forms/Inputs.tsx'
import styles from './LiftTable.module.css'
import type { LiftFilter } from './lift-filter.ts'

type LiftFilterFieldsProps = { year: number; filter: LiftFilter; onFilter: (filter: LiftFilter) => void }

/** The first and last day of the shown lifts, behind a line below the lists. */
export function LiftFilterFields({ year, filter, onFilter }: LiftFilterFieldsProps) {
  const fill = (day: Partial<LiftFilter>) => onFilter({ ...filter, ids: undefined, ...day })
  return (
    <details className="screen-only">
      <summary>Van dag tot dag</summary>
      <div className={`row ${styles.fields}`}>
        <DayField label="Van" year={year} day={filter.from} onDay={(from) => fill({ from })} />
        <DayField label="Tot en met" year={year} day={filter.to} onDay={(to) => fill({ to })} />
      </div>
    </details>
  )
}

type DayFieldProps = { label: string; year: number; day: string; onDay: (day: string) => void }

/** A day, typed as 4-3-2025 or 4-3. Calls `onDay` with '' while the text is not a day. */
function DayField({ label, year, day, onDay }: DayFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(day && typedDay(day))
  const [shownDay, setShownDay] = useState(day)
  const [wasBlurred, setBlurred] = useState(false)
  // Another control, such as the header of a month, has set the day.
  if (day !== shownDay) {
    setShownDay(day)
    setTyped(day && typedDay(day))
  }
  const isUnreadable = typed.trim() !== '' && parseTypedDay(typed, year) === undefined
  const change = (text: string) => {
    setTyped(text)
    setBlurred(false)
    const parsed = parseTypedDay(text, year) ?? ''
    setShownDay(parsed)
    onDay(parsed)
  }
  return (
    <TextInput
      id={id}
      label={label}
      value={typed}
      inputMode="numeric"
      autoComplete="off"
      error={wasBlurred && isUnreadable && 'Vul een datum in, zoals 4-3-2025'}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={() => setBlurred(true)}
    />
  )
}
