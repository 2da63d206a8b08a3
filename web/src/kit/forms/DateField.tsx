import { lazy, Suspense, useRef, useState } from 'react'
import { today } from '../browser/days.ts'
import { Icon } from '../theme/Icon.tsx'
import styles from './DateField.module.css'
import type { DayPickerProps } from './DayPicker.tsx'
import { parseTypedDay, typedDay } from './dutch-day.ts'
import { type FieldCaption, useField } from './Form.tsx'
import { TextInput } from './Inputs.tsx'

// Loaded when the calendar is first opened. After a new release the chunk can be missing: then only typing works.
const DayPicker = lazy(async () => ({
  default: await import('./DayPicker.tsx').then(
    (part) => part.DayPicker,
    () => (_: DayPickerProps) => null,
  ),
}))

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/**
 * A date field of a form. A date is typed as `4-3-2026` or picked in a calendar with Dutch names, in every language of
 * the browser. The form has the value as `2026-03-04`; a text that is no day is passed on, so that the form rejects it.
 */
export function DateField({ name, label, description }: FieldCaption) {
  const { id, value, error, onChange } = useField(name)
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const input = () => document.getElementById(id)

  // The typed text is shown until the field loses the focus, or until the form gets another value.
  const shown = typed?.value === value ? typed.text : isDay(value) ? typedDay(value) : value
  const type = (text: string) => {
    const day = parseTypedDay(text, Number(today().slice(0, 4))) ?? text
    setTyped({ text, value: day })
    onChange({ currentTarget: { value: day } })
  }
  const pick = (day: string) => {
    setTyped(undefined)
    onChange({ currentTarget: { value: day } })
    close()
  }
  const close = () => {
    setOpen(false)
    input()?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only notices that the focus leaves the field.
    <div
      ref={frame}
      className={styles.frame}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !frame.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <TextInput
        id={id}
        label={label}
        description={description}
        error={error}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="d-m-jjjj"
        maxLength={20}
        value={shown}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
        endButton={
          <button
            type="button"
            className={`icon-button ${styles.opener}`}
            aria-label="Kalender openen"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="calendar" size={20} />
          </button>
        }
      />
      <input type="hidden" name={name} value={value} />
      {isOpen && (
        <Suspense>
          <DayPicker label={label} chosen={isDay(value) ? value : undefined} onPick={pick} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
