import { useRef } from 'react'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'

const notes: KeyNote[] = [
  { keys: ['/'], action: 'Naar het zoekveld', single: true },
  { keys: ['Ctrl K'], action: 'Naar het zoekveld, ook terwijl u typt' },
  { keys: ['Ctrl K', 'kal', '↑', 'Enter'], action: 'Naar een pagina: typ het begin van de naam, zoals Kalender' },
  { keys: ['↑', '↓'], action: 'Een suggestie kiezen' },
]

/** Whether a key opens the search box: Ctrl+K from anywhere, and `/` outside text fields. */
function opensSearch(event: KeyboardEvent) {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  const focused = target instanceof Element ? target : document.body
  const isControlK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
  return (key === '/' && isFreeKey(event)) || (isControlK && !focused.closest('[contenteditable="true"]'))
}

// What was typed after Ctrl+K or `/`, before the search box is on screen. Undefined: neither key was pressed.
let early: string | undefined

function onEarlyKey(event: KeyboardEvent) {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (opensSearch(event)) early = ''
  else if (early !== undefined && isText) early += event.key
  else return
  event.preventDefault()
}

/** Remembers Ctrl+K, `/` and the text typed after it, while the portal loads. */
export const watchEarlySearch = () => document.addEventListener('keydown', onEarlyKey)

/** Ends `watchEarlySearch`. Returns the text typed after Ctrl+K or `/`; undefined if neither key was pressed. */
export function takeEarlySearch() {
  document.removeEventListener('keydown', onEarlyKey)
  const text = early
  early = undefined
  return text
}

/** Moves the focus to the search box: with Ctrl+K from anywhere, and with `/` outside text fields. */
export function useSearchKeys(focus: () => void) {
  useKeyNotes('Overal', notes)
  usePageKeys('capture', (event) => {
    if (!opensSearch(event)) return
    // The page behind an open dialog is inert.
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    focus()
  })
}

/**
 * Calls `onScan` with digits and Enter that were entered outside text fields, on any page. When `onScan` returns
 * true, the Enter does not press the focused button. Letters are ignored, because they can have other functions outside
 * text fields.
 */
export function useStrayScan(onScan: (digits: string) => boolean) {
  const digits = useRef('')
  usePageKeys('capture', (event) => {
    const scanned = digits.current
    digits.current = ''
    if (!isFreeKey(event)) return
    if (/^\d$/.test(event.key)) digits.current = scanned + event.key
    else if (event.key === 'Enter' && scanned !== '' && onScan(scanned)) event.preventDefault()
  })
}
