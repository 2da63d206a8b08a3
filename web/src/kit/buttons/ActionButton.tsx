import type { ComponentProps, MouseEvent } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

/** A button that starts its action once and shows that it is in flight. Never disabled, so it keeps the focus. */
export function ActionButton({
  busy = false,
  waits = false,
  onClick,
  ...button
}: {
  busy?: boolean
  /** The action of another button is in flight, and this button does nothing until that action ends. */
  waits?: boolean
} & Omit<ButtonProps, 'disabled'>) {
  const actOnce = (event: MouseEvent<HTMLButtonElement>) => {
    // A double click is one request, even if the reply to its first click has already arrived.
    if (busy || waits || event.detail > 1) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Button
      {...button}
      isBusy={busy}
      data-waits={waits || undefined}
      aria-disabled={busy || waits || undefined}
      onClick={actOnce}
    />
  )
}

/** The button that submits a form, as high as a field. */
export const SubmitButton = (button: ComponentProps<typeof ActionButton>) => (
  <ActionButton type="submit" size="md" {...button} />
)
