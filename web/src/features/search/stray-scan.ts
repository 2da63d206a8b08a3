import { useEffect, useEffectEvent, useRef } from 'react'
import { isFreeKey } from '../../kit/browser/keys.ts'

/**
 * Gives what was scanned where nothing is being typed: digits and Enter, on any page. The Enter of a scan then presses no
 * button that happened to have the focus. Letters mean other things there, and are not listened to.
 */
export function useStrayScan(onScan: (digits: string) => boolean) {
  const digits = useRef('')
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const scanned = digits.current
    digits.current = ''
    if (!isFreeKey(event)) return
    if (/^\d$/.test(event.key)) digits.current = scanned + event.key
    else if (event.key === 'Enter' && scanned !== '' && onScan(scanned)) event.preventDefault()
  })
  useEffect(() => {
    // Before what has the focus: it must not hear the Enter.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}
