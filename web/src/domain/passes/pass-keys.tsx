import { type PassForm, passNumberIn, readPassNumber, required } from '@rd4-loket/contract'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { areKeysEarly, isField, takeEarlyKeys } from '../../kit/browser/early-keys.ts'
import { usePageKeys } from '../../kit/browser/keys.ts'
import { headerField } from '../../kit/forms/header-field.ts'
import { passBox, readerPause } from './pass-box.ts'

/** Input at this speed or faster comes from a pass reader: 6 characters within 250 ms. */
const readerSpeed = { characters: 6, milliseconds: readerPause }

type PressedKey = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'timeStamp'>

/**
 * Returns a function that returns whether a key ends the input of a pass reader that sends no Enter. It is a line feed,
 * which browsers report as Ctrl+J, or a Tab. A Tab pressed by a person moves to the next field, as usual.
 */
export function makeReaderEnd() {
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

/**
 * Hands what was typed while a page loaded to the box in the header: each text that Enter ended, and then the rest. Runs
 * before the next key, and after the page has taken the pass that another page handed over.
 */
export function useEarlyKeys(isOn = true) {
  useLayoutEffect(() => {
    if (!isOn || !areKeysEarly()) return
    const { entered, rest } = readEarlyKeys(takeEarlyKeys())
    if (!isField(document.activeElement)) headerField.current?.focus()
    queueMicrotask(() => {
      for (const typed of entered) passBox.enter(typed)
      // The next key must find the rest in the field. A later render would lose that key, or the rest.
      if (rest !== '') flushSync(() => passBox.type(rest))
    })
  }, [isOn])
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
  if (typed === '') return { number: undefined, miss: undefined, error: required }
  const { number, miss, advice } = readPassNumber(typed, form)
  return number === undefined ? { number, miss, error: advice } : { number, miss, error: undefined }
}

/** A text with a postal code is an address. */
export const withPostalCode = /(^|[\s,])[1-9]\d{3}\s?[a-z]{2}(?![a-z])/i

/** Returns the pass number in a line that can also be an address. A line with a postal code is not a pass number. */
export const passInLine = (line: string, form: PassForm) =>
  withPostalCode.test(line) ? undefined : passNumberIn(line, form)

/** Selectors of the elements that handle every key, and of those that handle only the space bar. */
const takesKeys = 'input:not([type=radio]), select, textarea, [contenteditable], dialog *'
const takesSpace = 'a, button, summary, input[type=radio]'

/**
 * Moves the focus to the box in the header at a key that it takes and that the focused element does not handle: a scan
 * works on the whole page.
 */
export function useStrayKeys(takes: (key: string) => boolean) {
  usePageKeys('bubble', ({ key, ctrlKey, metaKey, altKey, defaultPrevented }) => {
    const focused = document.activeElement
    if (areKeysEarly() || key.length !== 1 || !takes(key) || ctrlKey || metaKey || altKey || defaultPrevented) return
    if (focused?.matches(takesKeys)) return
    // A character takes the focus from a button. Otherwise the Enter at the end of a scan would press the button.
    if (!focused?.matches(takesSpace) || key !== ' ') headerField.current?.focus()
  })
}

/**
 * Hands a scan that begins with `?` to the box in the header, although `?` opens the list of keys elsewhere. The list
 * waits for the second character of a scan: see KeysDialog.tsx.
 */
export function useQuestionedScan(isOn: boolean) {
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  usePageKeys('capture', (event) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event
    const isScan = timeStamp - askedAt.current < readerPause
    if (key === 'Shift') return
    askedAt.current = Number.NEGATIVE_INFINITY
    if (!isOn || ctrlKey || metaKey || altKey || document.activeElement?.matches(takesKeys)) return
    if (key === '?') askedAt.current = timeStamp
    else if (isScan && /^[\da-z]$/i.test(key)) {
      event.preventDefault()
      headerField.current?.focus()
      passBox.type(`?${key}`)
    }
  })
}

// When a pass was last entered, on the clock of events. Infinitely long ago after any other key.
let enteredAt = Number.NEGATIVE_INFINITY

/** Remembers that a pass was entered now, for `useSecondEnter`. */
export const markEntered = () => {
  enteredAt = performance.now()
}

/**
 * Ignores an Enter right after the Enter that entered a pass, wherever the focus is by then. A reader that ends each
 * scan with two Enters must not press a button of the card. No person reads the card and presses Enter so fast.
 */
export function useSecondEnter() {
  usePageKeys('capture', (event) => {
    const isSecond = event.key === 'Enter' && event.timeStamp - enteredAt < readerSpeed.milliseconds
    if (!isSecond) enteredAt = Number.NEGATIVE_INFINITY
    else {
      event.preventDefault()
      event.stopPropagation()
    }
  })
}
