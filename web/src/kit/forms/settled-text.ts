import { useEffect, useState } from 'react'

const pause = 400

/** A text for a live region, once it has stood for a moment: who types fast is not read every answer in between. */
export function useSettledText(text: string) {
  const [calm, setCalm] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), text ? pause : 0)
    return () => clearTimeout(timer)
  }, [text])
  return calm
}
