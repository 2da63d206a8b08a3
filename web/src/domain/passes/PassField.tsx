import { findResident, parseInput } from '@rd4-loket/contract'
import { type KeyboardEvent, type ReactNode, type RefObject, type SubmitEvent, useId, useRef, useState } from 'react'
import { type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './PassField.module.css'

/** Input at this speed or faster comes from a pass reader: 6 characters within 250 ms. */
const readerSpeed = { characters: 6, milliseconds: 250 }

/**
 * Returns a key handler for pass readers that do not end their input with Enter. It submits the form at a line feed,
 * which browsers report as Ctrl+J, and at a Tab. A Tab pressed by a person moves to the next field, as usual.
 */
export function useReaderEnd() {
  const times = useRef<number[]>([])
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, shiftKey, timeStamp } = event
    const { form, value } = event.currentTarget
    if (key.length === 1 && !ctrlKey) times.current = [...times.current.slice(1 - readerSpeed.characters), timeStamp]
    const [first = 0] = times.current
    const isReader = times.current.length === readerSpeed.characters && timeStamp - first < readerSpeed.milliseconds
    const isEnd = (key.toLowerCase() === 'j' && ctrlKey) || (key === 'Tab' && !shiftKey && isReader)
    if (!isEnd) return
    event.preventDefault()
    times.current = []
    if (value.trim() !== '') form?.requestSubmit()
  }
}

/** Returns the error of a field and its setter. A screen reader also announces an error that is set again. */
export function useFieldError() {
  const [{ message, times }, set] = useState<{ message?: string | undefined; times: number }>({ times: 0 })
  const setMessage = (next: string | undefined) => set((before) => ({ message: next, times: before.times + 1 }))
  const error = message && (
    <span key={times} role="alert">
      {message}
    </span>
  )
  return [error, setMessage] as const
}

/** Returns why a text is not a pass number; undefined if it is a pass number. */
export const passNumberError = (typed: string) =>
  parseInput(findResident.body, { environmental_pass_number: typed }).errors?.environmental_pass_number?.join(' ')

/**
 * Returns the error of the last scan, and a function that handles a scan. The function passes a valid number to
 * `onPass`, and returns whether it did.
 */
export function usePassScan(onPass: (number: string) => void) {
  const [fieldError, setFieldError] = useFieldError()
  const scan = (typed: string) => {
    const error = passNumberError(typed)
    setFieldError(error)
    if (!error) onPass(typed)
    return !error
  }
  return [fieldError, scan] as const
}

/** Selectors of the elements that handle every key, and of the elements that handle only the space bar. */
const takesKeys = 'input:not([type=radio]), select, textarea, [contenteditable], dialog *'
const takesSpace = 'a, button, summary'

/** Moves the focus to the field at a key that the focused element does not handle: a scan works on the whole page. */
function useStrayKeys(field: RefObject<HTMLInputElement | null>) {
  usePageKeys('bubble', ({ key, ctrlKey, metaKey, altKey }) => {
    const focused = document.activeElement
    if (key.length !== 1 || ctrlKey || metaKey || altKey || focused?.matches(takesKeys)) return
    // A letter or digit takes the focus from a button. Otherwise the Enter at the end of a scan would press the button.
    if (!focused?.matches(takesSpace) || /^[\da-z]$/i.test(key)) field.current?.focus()
  })
}

const keyNotes: KeyNote[] = [{ keys: ['Pas', 'Enter'], action: 'De pas opzoeken; een scan werkt ook naast het veld' }]

type PassFieldProps = {
  field: RefObject<HTMLInputElement | null>
  error: ReactNode
  onEnter: (typed: string) => boolean
}

/**
 * The field for scanning a pass, with a button for devices without an Enter key. Text that `onEnter` rejects stays in
 * the field, selected, so that the next scan replaces it.
 */
export function PassField({ field, error, onEnter }: PassFieldProps) {
  const id = useId()
  useStrayKeys(field)
  useKeyNotes('Milieupas', keyNotes)
  const onKeyDown = useReaderEnd()

  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = field.current
    // A press of the button moved the focus to the button, but the next scan must go into the field.
    input?.focus()
    if (!input) return
    if (onEnter(input.value.trim())) input.value = ''
    else input.select()
  }

  return (
    <form className={styles.scan} onSubmit={enter} noValidate aria-label="Milieupas zoeken">
      <TextInput
        ref={field}
        id={`${id}pass`}
        name="environmental_pass_number"
        label="Pasnummer"
        description="Scan de pas, of typ het nummer en druk op Enter."
        error={error}
        large
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onKeyDown={onKeyDown}
        inputClassName={styles.number}
        icon={<Icon name="pass" />}
        submit={
          <Button type="submit" size="lg" variant="default">
            Zoek pas
          </Button>
        }
        data-code
        data-focus-first
      />
    </form>
  )
}
