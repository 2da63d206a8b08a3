import { useEffect, useRef } from 'react'
import { Icon } from '../../kit/theme/Icon.tsx'
import { Brand } from './Brand.tsx'
import styles from './OverlayMenu.module.css'
import { Navigation } from './Sidebar.tsx'

/** In a window of this width or wider, the menu is beside the page. */
const besidePage = '(width >= 75em)'

/** The menu over the page, below 1200 px. The `dialog` element keeps the focus inside and closes on Escape. */
export function OverlayMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  useEffect(() => {
    const wide = matchMedia(besidePage)
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])

  return (
    <dialog ref={dialog} className={styles.menu} aria-label="Menu" onClose={onClose} closedby="any">
      <div className={`on-navy ${styles.inside}`}>
        <div className={`line ${styles.head}`}>
          <Brand />
          <button type="button" className="icon-button" aria-label="Menu sluiten" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {open && <Navigation onChoose={onClose} />}
      </div>
    </dialog>
  )
}
