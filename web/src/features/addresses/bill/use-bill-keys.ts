import { useEffect, useRef } from 'react'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../../kit/browser/keys.ts'

const notes: KeyNote[] = [
  { keys: ['1', '2', '3', '4'], action: 'Een jaar kiezen: 1 is het nieuwste', single: true },
  { keys: ['C'], action: 'De gekozen uitleg kopiëren', single: true },
  { keys: ['L'], action: 'Naar wat u moet nagaan', single: true },
  { keys: ['G'], action: 'Container niet geleegd: nakijken en melden', single: true },
  { keys: ['E'], action: 'Een dossier, brief of bestand kiezen om op te slaan', single: true },
  { keys: ['P'], action: 'De aanslag afdrukken', single: true },
  { keys: ['B'], action: 'Vorige bewoners tonen bij een bezwaar, of weer verbergen', single: true },
]
const handled = new Set(notes.flatMap(({ keys }) => keys))

// Maximum time (ms) between two digits of a pass reader. A digit followed by another key in this time chooses no year.
const readerInterval = 80

/** Presses the control of the page that names a key in `aria-keyshortcuts`. A stale part of the page has none. */
const pressControl = (key: string) =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${key}"]:not([inert] *)`)?.click()

/** The single keys of the address page. Each presses the control that names it. */
export function useBillKeys() {
  const pendingDigit = useRef<ReturnType<typeof setTimeout>>(undefined)
  useKeyNotes('Aanslag van een adres', notes)
  useEffect(() => () => clearTimeout(pendingDigit.current), [])
  usePageKeys('bubble', (event) => {
    clearTimeout(pendingDigit.current)
    const key = event.key.toUpperCase()
    if (!isFreeKey(event) || event.defaultPrevented || !handled.has(key)) return
    if (/\d/.test(key)) pendingDigit.current = setTimeout(pressControl, readerInterval, key)
    else pressControl(key)
  })
}
