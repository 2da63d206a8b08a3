import { type KeyboardEvent, useEffect, useId, useState } from 'react'

/** The state of a list of suggestions: whether it is open, and the row that the arrow keys marked. */
export type SuggestionState = ReturnType<typeof useSuggestions>

/**
 * The keyboard of a field with suggestions, by WAI-ARIA's combobox with a listbox.
 * The focus stays in the field, the arrow keys mark a row, and Escape closes the list and keeps the text. The field
 * handles Enter itself.
 */
export function useSuggestions(count: number) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [chosen, mark] = useState(-1)
  const marked = open && chosen < count ? chosen : -1
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
    // One step more than there are rows: between the last and the first row, no row is marked.
    if (count > 0) mark(((marked + 1 + by + count + 1) % (count + 1)) - 1)
  }

  /** Applies a key to the list. Returns whether the list handled the key. */
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
    /** The ARIA attributes of the field. */
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
