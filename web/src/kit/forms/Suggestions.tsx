import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import styles from './SuggestionList.module.css'

/** Rows of one kind. `name` is the heading above them, in a list with several kinds. */
export type SuggestionGroup<T> = { name?: string | undefined; rows: T[] }

type SuggestionListProps<T> = {
  label: string
  groups: SuggestionGroup<T>[]
  state: SuggestionState
  keyOf: (row: T) => string
  onChoose: (row: T) => void
  note?: ReactNode
  children: (row: T) => ReactNode
}

/** The list under a field with suggestions. `children` renders a row; `note` is shown below the rows. */
export function SuggestionList<T>({ label, groups, state, keyOf, onChoose, note, children }: SuggestionListProps<T>) {
  const { open, listId, optionId, marked } = state
  const filled = groups.filter(({ rows }) => rows.length > 0)
  if (!open || (filled.length === 0 && !note)) return null
  const starts = filled.map((_, index) => filled.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0))

  const option = (row: T, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field refers to the row with aria-activedescendant.
    <div
      key={keyOf(row)}
      id={optionId(index)}
      role="option"
      aria-selected={index === marked}
      className={`beside ${styles.option}`}
      onClick={() => onChoose(row)}
    >
      {children(row)}
    </div>
  )

  return (
    // A press must not move the focus out of the field, because that would close the list before the click. Tab must
    // not focus the panel either: browsers make a panel that scrolls a tab stop, and the closing list loses the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: this element handles no click.
    <div className={styles.panel} tabIndex={-1} onMouseDown={(event) => event.preventDefault()}>
      {filled.length > 0 && (
        <div id={listId} role="listbox" aria-label={label}>
          {filled.map(({ name, rows }, group) => {
            const options = rows.map((row, index) => option(row, (starts[group] ?? 0) + index))
            if (!name) return options
            return (
              // biome-ignore lint/a11y/useSemanticElements: a listbox may not contain a fieldset.
              <div key={name} role="group" aria-label={name}>
                <div className={styles.name} aria-hidden="true">
                  {name}
                </div>
                {options}
              </div>
            )
          })}
        </div>
      )}
      {note && <div className={styles.note}>{note}</div>}
    </div>
  )
}

/** The state of a list of suggestions: whether it is open, and the row that the arrow keys marked. */
type SuggestionState = ReturnType<typeof useSuggestions>

/**
 * The keyboard operation of a field with suggestions, as in WAI-ARIA's combobox with a listbox.
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
    // The arrow keys cycle through the rows and one extra position, in which no row is marked.
    if (count > 0) mark(((marked + 1 + by + count + 1) % (count + 1)) - 1)
  }

  /** Handles a key that opens, closes or moves through the list. Returns false for other keys. */
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

const delay = 400

/** Returns the text once it is unchanged for 400 ms, so that a live region announces only the last text. */
export function useSettledText(text: string) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? delay : 0)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const maxStale = 100

/**
 * Returns the reply to the text that is now in the field.
 * While that reply loads, the previous reply is shown for at most 100 ms, so that rows do not flicker.
 * After 100 ms nothing is shown, because the previous reply belongs to another text.
 */
export function useReplyWhileTyping<T>({
  enabled,
  ...options
}: UseQueryOptions<T, Error, T, QueryKey> & { enabled: boolean }) {
  const reply = useQuery({ ...options, enabled, placeholderData: keepPreviousData })
  const isStale = enabled && reply.isPlaceholderData
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => setIsLate(true), maxStale)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isStale])
  return {
    /** The data to show, which may belong to the previous text. */
    shown: enabled && !(isStale && isLate) ? reply.data : undefined,
    /** Whether the shown data belongs to the current text. */
    answered: enabled && reply.data !== undefined && !reply.isPlaceholderData,
    /** Whether to show the user that the reply is slow. */
    late: isLate || (enabled && reply.isFetching && reply.data === undefined),
    error: enabled ? reply.error : null,
  }
}
