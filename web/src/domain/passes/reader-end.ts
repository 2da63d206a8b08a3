import { type KeyboardEvent, useRef } from 'react'

/** Input at this speed comes from a pass reader: 6 characters within 250 ms. */
const readerSpeed = { characters: 6, milliseconds: 250 }

/**
 * Returns a key handler that submits the form when a pass reader ends its input with another key than Enter: a line feed,
 * which browsers report as Ctrl+J, or a Tab. A Tab pressed by a person moves to the next field, as usual.
 */
export function useReaderEnd() {
  const times = useRef<number[]>([])
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, shiftKey, timeStamp } = event
    const { form, value } = event.currentTarget
    if (key.length === 1 && !ctrlKey) times.current = [...times.current.slice(1 - readerSpeed.characters), timeStamp]
    const [first = 0] = times.current
    const isReader = times.current.length === readerSpeed.characters && timeStamp - first < readerSpeed.milliseconds
    const isEnd = (key.toLowerCase() === 'j' && ctrlKey) || (key === 'Tab' && !shiftKey && isReader)
    if (!isEnd) return
    event.preventDefault()
    times.current = []
    if (value.trim() !== '') form?.requestSubmit()
  }
}
