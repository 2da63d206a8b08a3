import { type KeyboardEvent, useRef } from 'react'

/** Nobody types so many characters in so short a time (ms); a pass reader does. */
const reader = { characters: 6, time: 250 }

/**
 * Takes for Enter what a pass reader may end with instead: a line feed, which a browser hears as Ctrl+J, or a Tab. A Tab that
 * somebody presses goes to the next field, as always.
 */
export function useReaderEnd() {
  const times = useRef<number[]>([])
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, shiftKey, timeStamp } = event
    const { form, value } = event.currentTarget
    if (key.length === 1 && !ctrlKey) times.current = [...times.current.slice(1 - reader.characters), timeStamp]
    const [first = 0] = times.current
    const fast = times.current.length === reader.characters && timeStamp - first < reader.time
    const ends = (key.toLowerCase() === 'j' && ctrlKey) || (key === 'Tab' && !shiftKey && fast)
    if (!ends) return
    event.preventDefault()
    times.current = []
    if (value.trim() !== '') form?.requestSubmit()
  }
}
