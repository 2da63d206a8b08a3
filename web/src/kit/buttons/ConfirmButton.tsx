import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, type FormProps, type Values } from '../forms/Form.tsx'
import { Dialog } from '../page/Dialog.tsx'
import { ActionError } from '../page/Page.tsx'
import { ActionButton, Button, type ButtonProps, Buttons } from './Button.tsx'

export type ConfirmButtonProps = {
  children: ReactNode
  question: string
  consequence: ReactNode
  /** The text of the button that confirms. */
  action: string
  /** The style of the button that confirms. By default that of an action that is hard to undo. */
  actionVariant?: ButtonProps['variant']
  /** The fields with which the user confirms, their first values, and their check. */
  form?: Pick<FormProps, 'check' | 'children' | 'filled'> | undefined
  /** Default: medium. */
  dialogSize?: 'medium' | 'wide'
  /** Called with the values of the fields of `form`. */
  onConfirm: (values: Values) => Promise<unknown>
} & Omit<ButtonProps, 'form'>

/**
 * A button that asks for confirmation in a dialog, for an action that is hard to undo.
 * When the action removes this button from the page, the focus moves to the heading of the panel around it.
 */
export function ConfirmButton({
  children,
  question,
  consequence,
  action,
  actionVariant = 'danger',
  form,
  dialogSize = 'medium',
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLElement>(null)
  // The cancel button gets the focus, so that a user who holds Enter down or presses it twice confirms nothing. In a
  // dialog with a form, the first field has the focus.
  const hasForm = form !== undefined
  useEffect(() => {
    if (isOpen && !hasForm) cancelButton.current?.focus()
  }, [isOpen, hasForm])
  useEffect(() => () => heading.current?.focus(), [])
  const confirmed = useMutation({
    mutationFn: (values: Values) => {
      heading.current = dialog.current?.closest('section')?.querySelector('h2') ?? null
      return onConfirm(values)
    },
    onSuccess: () => setOpen(false),
  })
  // A request in flight cannot be cancelled. The dialog stays open to show its result.
  const cancel = () => {
    if (confirmed.isPending) return
    setOpen(false)
    confirmed.reset()
  }
  const buttons = (
    <Buttons>
      <ActionButton
        type={form ? 'submit' : 'button'}
        variant={actionVariant}
        busy={confirmed.isPending}
        onClick={form ? undefined : () => confirmed.mutate({})}
      >
        {action}
      </ActionButton>
      <ActionButton ref={cancelButton} variant="default" waits={confirmed.isPending} onClick={cancel}>
        Annuleren
      </ActionButton>
    </Buttons>
  )
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog
        ref={dialog}
        open={isOpen}
        title={question}
        size={dialogSize}
        closedby={confirmed.isPending ? 'none' : undefined}
        onCancel={cancel}
      >
        <p>{consequence}</p>
        {form ? (
          <Form
            label={question}
            filled={form.filled}
            check={form.check}
            error={confirmed.error}
            onSubmit={confirmed.mutate}
          >
            {form.children}
            {buttons}
          </Form>
        ) : (
          <>
            {confirmed.error && <ActionError error={confirmed.error} />}
            {buttons}
          </>
        )}
      </Dialog>
    </>
  )
}
