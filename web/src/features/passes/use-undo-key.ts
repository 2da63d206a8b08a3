import type { RefObject } from 'react'
import { type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'

/** The shortcut key of the undo button on the card and in the newest row, as assistive technology reads it. */
export const undoKey = 'Control+Z'

const keyNotes: KeyNote[] = [{ keys: ['Ctrl', 'Z'], action: 'De laatste uitgifte ongedaan maken' }]

/**
 * Presses the undo button of the card at Ctrl+Z, or else that of the newest row. In a field with text, Ctrl+Z undoes typing as usual. A single letter
 * cannot be the key, because a pass number can begin with that letter.
 */
export function useUndoKey(page: RefObject<HTMLElement | null>) {
  useKeyNotes('Milieupas', keyNotes)
  usePageKeys('bubble', (event) => {
    const focused = document.activeElement
    const isTyping = focused instanceof HTMLInputElement && focused.type !== 'radio' && focused.value !== ''
    if (event.key.toLowerCase() !== 'z' || !event.ctrlKey || event.shiftKey || isTyping) return
    const button = page.current?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${undoKey}"]`)
    if (!button) return
    event.preventDefault()
    button.click()
  })
}
