import { useEffect, useEffectEvent } from 'react'
import { areKeysEarly } from './early-keys.ts'
import { localStore } from './storage.ts'
import { makeStore } from './store.ts'

/** One row of the list of shortcut keys. `single`: a one-character key without Ctrl, which the user can switch off. */
export type KeyNote = { keys: string[]; action: string; single?: true }

const storeName = 'loket.single-keys'

/** Whether one-character shortcut keys are on. Users of voice input switch them off. Stored in local storage. */
export const singleKeys = makeStore(localStore.read(storeName) !== 'off')
singleKeys.listen((on) => (on ? localStore.remove(storeName) : localStore.write(storeName, 'off')))

/**
 * Returns whether a key may be the first character of a scan, wherever the focus is: some readers start with `/` or
 * `?`. The page has a pass field (`data-scan`), or is loading and may have one.
 */
export const mayStartScan = (key: string) =>
  (key === '/' || key === '?') && (areKeysEarly() || document.querySelector('[data-scan]') !== null)

/** The fields that receive a typed character. A radio button and a checkbox do not. */
const textFields = 'input:not([type="radio"], [type="checkbox"]), select, textarea, [contenteditable="true"]'

/**
 * Returns whether the page may handle a one-character key: such keys are switched on, no dialog is open, and no field
 * would receive the character. A code field does not receive `/` or `?` at the start of its text. On a page with a pass
 * field, these keys are characters of that field.
 */
export function isFreeKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (!singleKeys.read() || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false
  if (mayStartScan(key)) return false
  const field = target instanceof Element && target.closest(textFields)
  return !field || (/[/?]/.test(key) && field.matches('[data-code]') && startsNewText(field as HTMLInputElement))
}

/** Whether the next character starts a new text: the field is empty, or its whole text is selected. */
const startsNewText = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  Number(selectionEnd) - Number(selectionStart) === value.length

/** Calls `handle` for each key pressed on the page. Handlers of the focused element run after phase 'capture'. */
export function usePageKeys(phase: 'capture' | 'bubble', handle: (event: KeyboardEvent) => void) {
  const onKey = useEffectEvent(handle)
  const capture = phase === 'capture'
  useEffect(() => {
    document.addEventListener('keydown', onKey, capture)
    return () => document.removeEventListener('keydown', onKey, capture)
  }, [capture])
}

/** The shortcut keys of the current page, in one group for each part of the page. */
export const keyNotes = makeStore<{ group: string; notes: KeyNote[] }[]>([])

/** Lists the shortcut keys of a part of the page while it is shown. `notes` must be the same array in every render. */
export function useKeyNotes(group: string, notes: KeyNote[]) {
  useEffect(() => {
    if (notes.length === 0) return
    const own = { group, notes }
    keyNotes.write([...keyNotes.read(), own])
    return () => keyNotes.write(keyNotes.read().filter((other) => other !== own))
  }, [group, notes])
}
