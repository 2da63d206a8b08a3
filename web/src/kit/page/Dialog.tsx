import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import styles from './Dialog.module.css'

type DialogProps = {
  ref?: RefObject<HTMLDialogElement | null>
  open: boolean
  title: string
  size: 'small' | 'medium' | 'large' | 'wide'
  /** What closes the dialog, besides its buttons. By default only the Escape key. */
  closedby?: 'any' | 'none' | undefined
  /** Called after the dialog has closed, for any reason. */
  onClose?: () => void
  /** Called when Escape is pressed. With this handler the Escape key itself closes nothing. */
  onCancel?: () => void
  children: ReactNode
}

/** A modal dialog. The browser's `dialog` element keeps the focus inside, and restores it on close. */
export function Dialog({ ref, open, title, size, closedby, onClose, onCancel, children }: DialogProps) {
  const ownRef = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? ownRef
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open, dialog])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={open ? id : undefined}
      closedby={closedby}
      onClose={onClose}
      onCancel={
        onCancel &&
        ((event) => {
          event.preventDefault()
          onCancel()
        })
      }
    >
      {open && (
        <>
          <h2 id={id}>{title}</h2>
          {children}
        </>
      )}
    </dialog>
  )
}
