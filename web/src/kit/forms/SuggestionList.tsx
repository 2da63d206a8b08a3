import type { ReactNode } from 'react'
import styles from './SuggestionList.module.css'
import type { SuggestionState } from './suggestions.ts'

/** Rows of one kind. A list with several kinds shows their names. */
export type SuggestionGroup<T> = { name?: string | undefined; rows: T[] }

/** The list under a field with suggestions. `children` renders a row; `note` is shown below the rows. */
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
  const starts = filled.map((_, index) => filled.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0))

  const option = (row: T, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field refers to it with aria-activedescendant.
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
    // A press must not move the focus out of the field, because that would close the list before the click.
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles no click itself.
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
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
