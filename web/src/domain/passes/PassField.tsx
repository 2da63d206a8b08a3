import { type PassForm, readPassNumber, required } from '@rd4-loket/contract'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { areKeysEarly, isField, takeEarlyKeys } from '../../kit/browser/early-keys.ts'
import { type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './PassField.module.css'
import { usePassForm } from './pass-form.ts'

/** Input at this speed or faster comes from a pass reader: 6 characters within 250 ms. */
const readerSpeed = { characters: 6, milliseconds: 250 }

type PressedKey = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'timeStamp'>

/**
 * Returns a function that returns whether a key ends the input of a pass reader that sends no Enter. It is a line feed,
 * which browsers report as Ctrl+J, or a Tab. A Tab pressed by a person moves to the next field, as usual.
 */
function makeReaderEnd() {
  let times: number[] = []
  return ({ key, ctrlKey, shiftKey, timeStamp }: PressedKey) => {
    if (key.length === 1 && !ctrlKey) times = [...times.slice(1 - readerSpeed.characters), timeStamp]
    const [first = 0] = times
    const isReader = times.length === readerSpeed.characters && timeStamp - first < readerSpeed.milliseconds
    const isEnd = (key.toLowerCase() === 'j' && ctrlKey) || (key === 'Tab' && !shiftKey && isReader)
    if (isEnd) times = []
    return isEnd
  }
}

/** Returns a key handler that submits the form of a field when a pass reader ends its input without Enter. */
export function useReaderEnd() {
  const [isEnd] = useState(makeReaderEnd)
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isEnd(event)) return
    const { form, value } = event.currentTarget
    event.preventDefault()
    if (value.trim() !== '') form?.requestSubmit()
  }
}

/**
 * Returns what was typed before the field was on screen: each text that Enter ended, and the text after them. Leaves
 * out the keys that another part of the page handled.
 */
function readEarlyKeys(keys: globalThis.KeyboardEvent[]) {
  const isEnd = makeReaderEnd()
  const entered: string[] = []
  let rest = ''
  for (const event of keys) {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (isEnd(event) || key === 'Enter') {
      if (rest.trim() !== '' && !defaultPrevented) entered.push(rest.trim())
      rest = ''
    } else if (key.length === 1 && !ctrlKey && !metaKey && !altKey && !defaultPrevented) rest += key
  }
  return { entered, rest: rest.trim() }
}

/** Enters what was typed while the page loaded, before the field was on screen. */
function useEarlyKeys(field: RefObject<HTMLInputElement | null>, enter: (typed: string) => void) {
  const onEarly = useEffectEvent((keys: globalThis.KeyboardEvent[]) => {
    const { entered, rest } = readEarlyKeys(keys)
    for (const typed of entered) enter(typed)
    if (field.current && rest !== '') field.current.value = rest
  })
  useLayoutEffect(() => {
    if (!areKeysEarly()) return
    const keys = takeEarlyKeys()
    if (!isField(document.activeElement)) field.current?.focus()
    // Runs before the next key, and after the page has opened the pass that another page handed over. The keys follow
    // that pass.
    queueMicrotask(() => onEarly(keys))
  }, [field])
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

/** Returns the pass number in a text, or why there is none. A near miss of a reader gets advice of its own. */
export function readPass(typed: string, form: PassForm) {
  if (typed === '') return { number: undefined, error: required }
  const { number, advice: error } = readPassNumber(typed, form)
  return number === undefined ? { number, error } : { number, error: undefined }
}

/**
 * Returns the error of the last scan, and a function that handles a scan. The function passes a valid number to
 * `onPass`, and returns whether it did.
 */
export function usePassScan(onPass: (number: string) => void) {
  const [fieldError, setFieldError] = useFieldError()
  const form = usePassForm()
  const scan = (typed: string) => {
    const { number, error } = readPass(typed, form)
    setFieldError(error)
    if (number !== undefined) onPass(number)
    return number !== undefined
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
    if (areKeysEarly() || key.length !== 1 || ctrlKey || metaKey || altKey || focused?.matches(takesKeys)) return
    // A character takes the focus from a button. Otherwise the Enter at the end of a scan would press the button.
    if (!focused?.matches(takesSpace) || key !== ' ') field.current?.focus()
  })
}

// When a pass was last entered, on the clock of events. Infinitely long ago after any other key.
let enteredAt = Number.NEGATIVE_INFINITY

/**
 * Ignores an Enter right after the Enter that entered a pass, wherever the focus is by then. A reader that ends each
 * scan with two Enters must not press a button of the card. No person reads the card and presses Enter so fast.
 */
function useSecondEnter() {
  usePageKeys('capture', (event) => {
    const isSecond = event.key === 'Enter' && event.timeStamp - enteredAt < readerSpeed.milliseconds
    if (!isSecond) enteredAt = Number.NEGATIVE_INFINITY
    else {
      event.preventDefault()
      event.stopPropagation()
    }
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
  useSecondEnter()
  useKeyNotes('Milieupas', keyNotes)
  const onKeyDown = useReaderEnd()

  const enter = (typed: string) => {
    const input = field.current
    if (!input) return
    input.value = typed
    // A press of the button moved the focus to the button, but the next scan must go into the field.
    input.focus()
    const isAccepted = onEnter(typed)
    if (isAccepted) input.value = ''
    else input.select()
    if (isAccepted) enteredAt = performance.now()
  }
  useEarlyKeys(field, enter)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    enter(field.current?.value.trim() ?? '')
  }

  return (
    <form className={styles.scan} onSubmit={submit} noValidate aria-label="Milieupas zoeken">
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
        data-scan
        data-focus-first
      />
    </form>
  )
}
