import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { MouseEvent } from 'react'

/** A button that shows that it acts, and acts once. It is never disabled, so that it keeps the focus while it acts. */
export function ActionButton({
  busy,
  onClick,
  ...button
}: { busy: boolean } & Omit<ButtonProps, 'loading' | 'disabled'> & ElementProps<'button', keyof ButtonProps>) {
  const once = (event: MouseEvent<HTMLButtonElement>) => {
    // A double click is one wish, also where its first half is already answered.
    if (busy || event.detail > 1) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Button
      {...button}
      loading={busy}
      onClick={once}
      renderRoot={(props) => <button {...props} disabled={false} aria-disabled={busy || undefined} />}
    />
  )
}
