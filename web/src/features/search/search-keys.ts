import { useEffect, useEffectEvent } from 'react'
import { isFreeKey, type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'

const notes: KeyNote[] = [
  { keys: ['/'], does: 'Naar het zoekveld', single: true },
  { keys: ['Ctrl K'], does: 'Naar het zoekveld, ook terwijl u typt' },
  { keys: ['Ctrl K', 'kal', '↑', 'Enter'], does: 'Naar een pagina: typ het begin van de naam, zoals Kalender' },
  { keys: ['↑', '↓'], does: 'Een suggestie kiezen' },
]

/** Brings the employee to the search box from anywhere: `/` where nothing is being typed, and Ctrl+K. */
export function useSearchKeys(focus: () => void) {
  useKeyNotes('Overal', notes)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, shiftKey } = event
    const control = event.ctrlKey || event.metaKey
    const at = target instanceof Element ? target : document.body
    const slash = key === '/' && isFreeKey(event)
    const letterK =
      key.toLowerCase() === 'k' && control && !altKey && !shiftKey && !at.closest('[contenteditable="true"]')
    // Behind an open dialog the page is out of reach.
    if ((!slash && !letterK) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    focus()
  })
  useEffect(() => {
    // Before anybody else on the page: the pass desk takes stray keys.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}
