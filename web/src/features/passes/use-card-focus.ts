import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the first control of the card each time the key changes. Leaves the focus in the pass field while
 * the clerk is already typing the next pass there.
 */
export function useCardFocus(
  control: RefObject<HTMLElement | null>,
  passField: RefObject<HTMLInputElement | null>,
  key: unknown,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key decides when the focus moves.
  useEffect(() => {
    if (document.activeElement === passField.current && passField.current?.value === '') control.current?.focus()
  }, [control, passField, key])
}
