import { type PassForm, passNumberIn } from '@rd4-loket/contract'
import { useState } from 'react'
import { deskBox } from '../../domain/passes/pass-box.ts'
import { makeReaderEnd, markEntered } from '../../domain/passes/pass-keys.tsx'
import { usePageKeys } from '../../kit/browser/keys.ts'
import { headerField } from '../../kit/forms/header-field.ts'

/** A pass reader types with pauses of at most `pause` ms, and on average `character` ms for each character. */
const speed = { pause: 150, character: 60 }

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldOf = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
    ? (target as Field)
    : undefined

/** Gives a field its earlier text, as if the employee typed it. */
function restore(field: Field, text: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, text)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Characters that came without a pause. `before`: the text of their field before the first of them. */
type Run = { field: Field | undefined; before: string; text: string; startedAt: number; at: number }

const noRun: Run = { field: undefined, before: '', text: '', startedAt: 0, at: Number.NEGATIVE_INFINITY }

/** Returns the run that a character continues, or a new run. */
function continueRun(run: Run, field: Field | undefined, timeStamp: number): Run {
  const value = field?.value ?? ''
  if (timeStamp - run.at < speed.pause) {
    if (field === run.field) return run
    // The first character outside a field moved the focus to the box in the header, and stands in that box.
    if (!run.field && field === headerField.current && value.endsWith(run.text))
      return { ...run, field, before: value.slice(0, value.length - run.text.length) }
  }
  return { field, before: value, text: '', startedAt: timeStamp, at: timeStamp }
}

/**
 * Opens a pass that is scanned in a field for something else, or after a half text. The field gets back the text that
 * was in it before the scan. Leaves a scan into the empty box in the header to that box.
 */
export function useScanInField(form: PassForm, open: (number: string) => void) {
  const [reader] = useState(() => ({ isEnd: makeReaderEnd(), run: noRun }))
  usePageKeys('capture', (event) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    if (key === 'Shift') return
    const { run } = reader
    const field = fieldOf(event.target)
    const isEnd = reader.isEnd(event) || key === 'Enter'
    const isCharacter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    reader.run = noRun
    if (isCharacter && !isEnd) {
      const started = continueRun(run, field, timeStamp)
      reader.run = { ...started, text: started.text + key, at: timeStamp }
    }
    if (!field || !isEnd || field !== run.field) return
    const isHeader = field === headerField.current
    const isFast = run.at - run.startedAt < run.text.length * speed.character
    const number = isFast ? passNumberIn(run.text, form) : undefined
    if (number === undefined || (isHeader && run.before === '')) return
    event.preventDefault()
    event.stopPropagation()
    // The next scan must not follow half a pass in the pass field.
    restore(field, isHeader && !deskBox.read()?.AddressBox ? '' : run.before)
    markEntered()
    open(number)
  })
}
