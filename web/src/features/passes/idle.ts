import { useEffect, useEffectEvent, useState } from 'react'

const idleTime = 5 * 60_000
const warningTime = 30_000

/**
 * Calls `clear` after five minutes without keyboard or pointer input. Returns true during the last 30 seconds before
 * that; any input starts the five minutes again.
 */
export function useIdle(clear: () => void) {
  const [isSoon, setIsSoon] = useState(false)
  const onIdle = useEffectEvent(clear)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const end = () => {
      setIsSoon(false)
      onIdle()
    }
    const warn = () => {
      setIsSoon(true)
      timer = setTimeout(end, warningTime)
    }
    const restart = () => {
      clearTimeout(timer)
      setIsSoon(false)
      timer = setTimeout(warn, idleTime - warningTime)
    }
    restart()
    const events = ['keydown', 'pointerdown', 'pointermove'] as const
    for (const event of events) document.addEventListener(event, restart)
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, restart)
    }
  }, [])
  return isSoon
}
