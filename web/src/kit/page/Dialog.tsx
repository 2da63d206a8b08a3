import { type CSSProperties, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import styles from './Dialog.module.css'

/** A window over the page. The browser's own dialog keeps the focus inside, and gives it back. */
export function Dialog({
  ref,
  open,
  title,
  width,
  closedby,
  onClose,
  onCancel,
  children,
}: {
  ref?: RefObject<HTMLDialogElement | null>
  open: boolean
  title: string
  /** How wide it is where there is room. */
  width: `${number}rem`
  /** What closes it besides its buttons; the Escape key alone, unless said otherwise. */
  closedby?: 'any' | 'none' | undefined
  /** It was closed, by whatever. */
  onClose?: () => void
  /** The Escape key asks to close it; without this, it does. */
  onCancel?: () => void
  children: ReactNode
}) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open, dialog])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      style={{ '--width': width } as CSSProperties}
      aria-labelledby={id}
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
