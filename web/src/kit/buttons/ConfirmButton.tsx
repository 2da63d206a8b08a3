import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from '../page/Dialog.tsx'
import { ActionError } from '../page/Page.tsx'
import { ActionButton, Button, type ButtonProps, Buttons } from './Button.tsx'

type ConfirmButtonProps = {
  children: ReactNode
  question: string
  consequence: ReactNode
  /** The text of the button that confirms. */
  action: string
  onConfirm: () => Promise<unknown>
} & ButtonProps

/**
 * A button that asks for confirmation in a dialog, for an action that is hard to undo.
 * When the action removes this button from the page, the focus moves to the heading of the panel around it.
 */
export function ConfirmButton({ children, question, consequence, action, onConfirm, ...button }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLElement>(null)
  // The cancel button gets the focus, so that a user who holds Enter down or presses it twice confirms nothing.
  useEffect(() => {
    if (isOpen) cancelButton.current?.focus()
  }, [isOpen])
  useEffect(() => () => heading.current?.focus(), [])
  const confirmed = useMutation({
    mutationFn: () => {
      heading.current = dialog.current?.closest('section')?.querySelector('h2') ?? null
      return onConfirm()
    },
    onSuccess: () => setOpen(false),
  })
  // A request in flight cannot be cancelled. The dialog stays open to show its result.
  const cancel = () => {
    if (confirmed.isPending) return
    setOpen(false)
    confirmed.reset()
  }
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog
        ref={dialog}
        open={isOpen}
        title={question}
        size="medium"
        closedby={confirmed.isPending ? 'none' : undefined}
        onCancel={cancel}
      >
        <p>{consequence}</p>
        {confirmed.error && <ActionError error={confirmed.error} />}
        <Buttons>
          <ActionButton variant="danger" busy={confirmed.isPending} onClick={() => confirmed.mutate()}>
            {action}
          </ActionButton>
          <ActionButton ref={cancelButton} variant="default" waits={confirmed.isPending} onClick={cancel}>
            Annuleren
          </ActionButton>
        </Buttons>
      </Dialog>
    </>
  )
}
