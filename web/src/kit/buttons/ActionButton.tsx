import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { MouseEvent, Ref } from 'react'

/** A button that shows that it acts, and acts once. It is never disabled, so that it keeps the focus while it acts. */
export function ActionButton({
  busy = false,
  waits = false,
  onClick,
  ...button
}: {
  busy?: boolean
  /** Another button acts, and this one can do nothing until that is done. */
  waits?: boolean
  ref?: Ref<HTMLButtonElement>
} & Omit<ButtonProps, 'loading' | 'disabled'> &
  ElementProps<'button', keyof ButtonProps>) {
  const once = (event: MouseEvent<HTMLButtonElement>) => {
    // A double click is one wish, also where its first half is already answered.
    if (busy || waits || event.detail > 1) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Button
      {...button}
      loading={busy}
      data-disabled={waits || undefined}
      onClick={once}
      renderRoot={(props) => <button {...props} disabled={false} aria-disabled={busy || waits || undefined} />}
    />
  )
}
