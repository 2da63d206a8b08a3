import { useState } from 'react'
import { Icon } from '../theme/Icon.tsx'
import styles from './CopyButton.module.css'

/** Copies a code to the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Gekopieerd'),
      () => setSaid('Kopiëren lukte niet'),
    )
  return (
    <span className={styles.copy}>
      <button type="button" aria-label={label} onClick={copy} onBlur={() => setSaid('')}>
        <Icon name={said === 'Gekopieerd' ? 'check' : 'copy'} size={18} />
      </button>
      <span role="status">{said}</span>
    </span>
  )
}
