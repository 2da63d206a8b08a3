import { useEffect, useEffectEvent } from 'react'
import { localStore } from './storage.ts'
import { makeStore } from './store.ts'

/** One row of the list of keys. `single`: a key of one character without Ctrl, which the user can switch off. */
export type KeyNote = { keys: string[]; action: string; single?: true }

const storeName = 'loket.single-keys'

/** Whether keys of one character work. Users of voice input switch them off; the browser remembers this. */
export const singleKeys = makeStore(localStore.read(storeName) !== 'off')
singleKeys.listen((on) => (on ? localStore.remove(storeName) : localStore.write(storeName, 'off')))

/** Whether the page may act on this one-character key: no field takes it, no dialog is open, and it is switched on. */
export function isFreeKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (!singleKeys.read() || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false
  const field = target instanceof Element && target.closest('input, select, textarea, [contenteditable="true"]')
  return !field || (/[/?]/.test(key) && field.matches('[data-code]') && startsNewText(field as HTMLInputElement))
}

/** Whether the next character starts a new text: the field is empty, or its whole text is selected. */
const startsNewText = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  Number(selectionEnd) - Number(selectionStart) === value.length

/** Calls `handle` for each key pressed on the page. In the capture phase the focused element receives the key later. */
export function usePageKeys(phase: 'capture' | 'bubble', handle: (event: KeyboardEvent) => void) {
  const onKey = useEffectEvent(handle)
  const capture = phase === 'capture'
  useEffect(() => {
    document.addEventListener('keydown', onKey, capture)
    return () => document.removeEventListener('keydown', onKey, capture)
  }, [capture])
}

/** The keys that work on the current page, by the part of the page that they belong to. */
export const keyNotes = makeStore<{ group: string; notes: KeyNote[] }[]>([])

/** Lists the keys of a part of the page while that part is shown. `notes` must be the same array in every render. */
export function useKeyNotes(group: string, notes: KeyNote[]) {
  useEffect(() => {
    const own = { group, notes }
    keyNotes.write([...keyNotes.read(), own])
    return () => keyNotes.write(keyNotes.read().filter((other) => other !== own))
  }, [group, notes])
}
