import { useEffect, useEffectEvent, useState } from 'react'
import { type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { useUndoableQuery } from './undoable.ts'

/** The shortcut key of the latest action that can be undone, as assistive technology reads it. */
export const undoKey = 'Control+Z'

/** The time in ms after which a press that waits for the list has no effect: the user does something else by then. */
const maxWait = 10_000

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement && !/^(radio|checkbox)$/.test(element.type)) ||
  element instanceof HTMLTextAreaElement

/**
 * Calls `undo` at Ctrl+Z, as soon as the list of actions is up to date: it may not name the latest action yet. In a
 * field with text, Ctrl+Z undoes typing as usual. A single letter cannot be the key, because a pass number can begin
 * with that letter.
 */
export function useUndoKey(title: string, notes: KeyNote[], undo: () => void) {
  useKeyNotes(title, notes)
  const { data = [], isFetching } = useUndoableQuery()
  const [pressedAt, setPressedAt] = useState<number>()
  usePageKeys('bubble', (event) => {
    const focused = document.activeElement
    const isTyping = isText(focused) ? focused.value !== '' : (focused as HTMLElement | null)?.isContentEditable
    if (event.key.toLowerCase() !== 'z' || !event.ctrlKey || event.shiftKey || isTyping) return
    if ((data.length === 0 && !isFetching) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    setPressedAt(Date.now())
  })
  const onPress = useEffectEvent(undo)
  useEffect(() => {
    if (pressedAt === undefined || isFetching) return
    setPressedAt(undefined)
    if (Date.now() - pressedAt < maxWait) onPress()
  }, [pressedAt, isFetching])
}
