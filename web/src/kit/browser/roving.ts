import { type KeyboardEvent, useState } from 'react'

/** How many places each key moves the focus. */
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * One tab stop for a group of controls. Spread `stop(id)` on each control and `group` on the element around them: the
 * arrow keys, Home and End move the focus. The last focused control is the tab stop, at first `first` or the first one.
 */
export function useOneTabStop(ids: string[], first?: string) {
  const [last, setLast] = useState<string>()
  const current = [last, first].find((id) => id !== undefined && ids.includes(id)) ?? ids[0]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event
    const stops = [...currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
    const at = stops.indexOf(target as HTMLElement)
    if (at < 0 || ctrlKey || metaKey || altKey || event.defaultPrevented) return
    const ends: Partial<Record<string, HTMLElement>> = { Home: stops[0], End: stops.at(-1) }
    const next = ends[key] ?? stops[at + (steps[key] ?? Number.NaN)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return {
    group: { onKeyDown },
    stop: (id: string) => ({ 'data-stop': id, tabIndex: id === current ? 0 : -1, onFocus: () => setLast(id) }),
  }
}
