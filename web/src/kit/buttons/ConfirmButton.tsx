import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../forms/Form.tsx'
import { Dialog } from '../page/Dialog.tsx'
import { ActionButton } from './ActionButton.tsx'
import { Button, type ButtonProps } from './Button.tsx'
import { Buttons } from './Buttons.tsx'
import styles from './ConfirmButton.module.css'

/**
 * A button that asks first, because what it does is not easily undone. The browser's own dialog keeps the focus inside. When
 * the button goes with what it did, the focus goes to the heading of its panel.
 */
export function ConfirmButton({
  children,
  question,
  consequence,
  action,
  onConfirm,
  ...button
}: {
  children: ReactNode
  question: string
  consequence: ReactNode
  /** What the button says that really does it. */
  action: string
  onConfirm: () => Promise<unknown>
} & ButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, ask] = useState(false)
  const safeWay = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLElement>(null)
  // Who keeps Enter down, or presses it twice, has not read the question.
  useEffect(() => {
    if (asked) safeWay.current?.focus()
  }, [asked])
  useEffect(() => () => heading.current?.focus(), [])
  const act = useMutation({
    mutationFn: () => {
      heading.current = dialog.current?.closest('section')?.querySelector('h2') ?? null
      return onConfirm()
    },
    onSuccess: () => ask(false),
  })
  // Once it is sent, nobody can take it back: how it ends is seen here.
  const leave = () => {
    if (act.isPending) return
    ask(false)
    act.reset()
  }
  return (
    <>
      <Button variant="default" {...button} onClick={() => ask(true)}>
        {children}
      </Button>
      <Dialog
        ref={dialog}
        open={asked}
        title={question}
        width="30rem"
        closedby={act.isPending ? 'none' : undefined}
        onCancel={leave}
      >
        <p>{consequence}</p>
        {act.error && (
          <p role="alert" className={styles.failed}>
            {errorText(act.error)}
          </p>
        )}
        <Buttons>
          <ActionButton variant="danger" busy={act.isPending} onClick={() => act.mutate()}>
            {action}
          </ActionButton>
          <ActionButton ref={safeWay} variant="default" waits={act.isPending} onClick={leave}>
            Annuleren
          </ActionButton>
        </Buttons>
      </Dialog>
    </>
  )
}
