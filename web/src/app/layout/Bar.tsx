import type { ReactNode } from 'react'
import styles from './StatusBar.module.css'

type BarProps = { text: ReactNode; action?: string; busy?: boolean; onAct?: () => void }

/** One sentence below the header, with at most one action. */
export function Bar({ text, action, busy = false, onAct }: BarProps) {
  return (
    <div className={`row on-navy ${styles.bar}`}>
      <p>{text}</p>
      {action && (
        <button type="button" aria-disabled={busy || undefined} onClick={() => busy || onAct?.()}>
          {action}
        </button>
      )}
    </div>
  )
}
