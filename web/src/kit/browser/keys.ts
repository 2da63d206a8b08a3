import { useEffect } from 'react'
import { localStore } from './storage.ts'
import { makeStore } from './store.ts'

/** One line of the list of keys. A `single` key is a character without Ctrl, which can be switched off. */
export type KeyNote = { keys: string[]; does: string; single?: true }

const place = 'loket.single-keys'

/** Do keys of one character do anything? Who types by voice switches them off; the browser remembers it. */
export const singleKeys = makeStore(localStore.read(place) !== 'off')
singleKeys.listen((on) => (on ? localStore.remove(place) : localStore.write(place, 'off')))

/** Is this key of one character free for the page: not typed into a field, not behind a dialog, not switched off? */
export function isFreeKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (!singleKeys.read() || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false
  const field = target instanceof Element && target.closest('input, select, textarea, [contenteditable="true"]')
  return !field || (/[/?]/.test(key) && field.matches('[data-code]') && isBefore(field as HTMLInputElement))
}

/** Does the next character begin anew: is the field empty, or all of it selected? */
const isBefore = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  Number(selectionEnd) - Number(selectionStart) === value.length

/** The keys that work on the page as it stands, by what they belong to. */
export const keyNotes = makeStore<{ group: string; notes: KeyNote[] }[]>([])

/** Lists keys for as long as what they belong to is on the page; `notes` must be the same list at every drawing. */
export function useKeyNotes(group: string, notes: KeyNote[]) {
  useEffect(() => {
    const own = { group, notes }
    keyNotes.write([...keyNotes.read(), own])
    return () => keyNotes.write(keyNotes.read().filter((other) => other !== own))
  }, [group, notes])
}
