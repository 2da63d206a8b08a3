import { useEffect, useState } from 'react'

const delay = 400

/** Returns a text for a live region once it is unchanged for 400 ms, so that fast typing announces only the last. */
export function useSettledText(text: string) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? delay : 0)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
