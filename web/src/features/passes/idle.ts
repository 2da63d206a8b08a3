import { useEffect, useEffectEvent, useState } from 'react'

const idleTime = 5 * 60_000
const warningTime = 30_000

/**
 * Calls `clear` when nobody has touched the keyboard or the mouse for five minutes. Says whether that is about to happen: any
 * touch puts it off.
 */
export function useIdle(clear: () => void) {
  const [soon, setSoon] = useState(false)
  const onIdle = useEffectEvent(clear)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const end = () => {
      setSoon(false)
      onIdle()
    }
    const warn = () => {
      setSoon(true)
      timer = setTimeout(end, warningTime)
    }
    const wind = () => {
      clearTimeout(timer)
      setSoon(false)
      timer = setTimeout(warn, idleTime - warningTime)
    }
    wind()
    const signs = ['keydown', 'pointerdown', 'pointermove'] as const
    for (const sign of signs) document.addEventListener(sign, wind)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) document.removeEventListener(sign, wind)
    }
  }, [])
  return soon
}
