import { type KeyboardEvent, useEffect, useId, useState } from 'react'

/** Where a list of suggestions stands: open or closed, and which row the arrow keys have marked. */
export type SuggestionState = ReturnType<typeof useSuggestions>

/**
 * The keyboard of a field with suggestions, as WAI-ARIA describes a combobox with a listbox: the focus stays in the field, the
 * arrow keys mark a row, Escape closes the list and keeps the text. Enter is the field's own to answer.
 */
export function useSuggestions(count: number) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [wanted, mark] = useState(-1)
  const marked = open && wanted < count ? wanted : -1
  const optionId = (index: number) => `${id}option${index}`

  useEffect(() => {
    if (marked >= 0) document.getElementById(`${id}option${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, marked])

  const show = () => {
    setOpen(true)
    mark(-1)
  }
  const close = () => setOpen(false)
  const step = (by: 1 | -1) => {
    if (!open) return show()
    // One place more than there are rows: between the last and the first, nothing is marked.
    if (count > 0) mark(((marked + 1 + by + count + 1) % (count + 1)) - 1)
  }

  /** What a key does to the list; true where the key meant nothing else. */
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Escape' && open) close()
    else return false
    event.preventDefault()
    return true
  }

  return {
    open,
    marked,
    mark,
    show,
    close,
    onKey,
    listId: `${id}list`,
    optionId,
    /** What the field tells a screen reader about its list. */
    aria: {
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-expanded': open && count > 0,
      'aria-controls': open && count > 0 ? `${id}list` : undefined,
      'aria-activedescendant': marked >= 0 ? optionId(marked) : undefined,
    },
  }
}
