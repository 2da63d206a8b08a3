import { type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'

/** The shortcut key of the latest action that can be undone, as assistive technology reads it. */
export const undoKey = 'Control+Z'

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement && element.type !== 'radio') || element instanceof HTMLTextAreaElement

/**
 * Calls `undo` at Ctrl+Z. It returns whether there was something to undo. In a field with text, Ctrl+Z undoes typing as
 * usual. A single letter cannot be the key, because a pass number can begin with that letter.
 */
export function useUndoKey(title: string, notes: KeyNote[], undo: () => boolean) {
  useKeyNotes(title, notes)
  usePageKeys('bubble', (event) => {
    const focused = document.activeElement
    const isTyping = isText(focused) ? focused.value !== '' : (focused as HTMLElement | null)?.isContentEditable
    if (event.key.toLowerCase() !== 'z' || !event.ctrlKey || event.shiftKey || isTyping) return
    if (undo()) event.preventDefault()
  })
}
