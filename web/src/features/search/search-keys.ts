import { useEffect, useEffectEvent } from 'react'

const fields = 'input, select, textarea, [contenteditable="true"]'

/** Brings the employee to the search box from anywhere: `/` where nothing is being typed, and Ctrl+K. */
export function useSearchKeys(focus: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, shiftKey } = event
    const control = event.ctrlKey || event.metaKey
    const at = target instanceof Element ? target : document.body
    const slash = key === '/' && !control && !altKey && !at.closest(fields)
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
