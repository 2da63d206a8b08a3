import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ActionButton } from './ActionButton.tsx'
import styles from './ConfirmButton.module.css'
import { reasonOf } from './Form.tsx'

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
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLElement>(null)
  useEffect(() => () => heading.current?.focus(), [])
  const act = useMutation({
    mutationFn: () => {
      heading.current = dialog.current?.closest('section')?.querySelector('h2') ?? null
      return onConfirm()
    },
    onSuccess: () => dialog.current?.close(),
  })
  return (
    <>
      <Button variant="default" {...button} onClick={() => dialog.current?.showModal()}>
        {children}
      </Button>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}question`} onClose={act.reset}>
        <h2 id={`${id}question`}>{question}</h2>
        <p>{consequence}</p>
        {act.error && (
          <p role="alert" className={styles.failed}>
            {reasonOf(act.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <ActionButton color="var(--rd4-error)" busy={act.isPending} onClick={() => act.mutate()}>
            {action}
          </ActionButton>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            Annuleren
          </Button>
        </div>
      </dialog>
    </>
  )
}
