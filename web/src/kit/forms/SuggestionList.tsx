import type { ReactNode } from 'react'
import styles from './SuggestionList.module.css'
import type { SuggestionState } from './suggestions.ts'

/** Rows of one kind, under a name where a list has several kinds. */
export type SuggestionGroup<T> = { name?: string | undefined; rows: T[] }

/** The list under a field with suggestions; `children` draws a row, `note` stands under the rows or in their place. */
export function SuggestionList<T>({
  label,
  groups,
  state,
  keyOf,
  onChoose,
  note,
  children,
}: {
  label: string
  groups: SuggestionGroup<T>[]
  state: SuggestionState
  keyOf: (row: T) => string
  onChoose: (row: T) => void
  note?: ReactNode
  children: (row: T) => ReactNode
}) {
  const { open, listId, optionId, marked } = state
  const filled = groups.filter(({ rows }) => rows.length > 0)
  if (!open || (filled.length === 0 && !note)) return null
  const starts = filled.map((_, at) => filled.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0))

  const option = (row: T, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: the field marks it with aria-activedescendant.
    <div
      key={keyOf(row)}
      id={optionId(index)}
      role="option"
      aria-selected={index === marked}
      className={styles.option}
      onClick={() => onChoose(row)}
    >
      {children(row)}
    </div>
  )

  return (
    // A press here must not take the focus out of the field: that would close the list before the click.
    // biome-ignore lint/a11y/noStaticElementInteractions: it answers to nothing itself.
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      {filled.length > 0 && (
        <div id={listId} role="listbox" aria-label={label}>
          {filled.map(({ name, rows }, at) => {
            const options = rows.map((row, index) => option(row, (starts[at] ?? 0) + index))
            if (!name) return options
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
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
