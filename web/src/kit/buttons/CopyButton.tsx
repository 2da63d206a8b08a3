import { useState } from 'react'
import { Icon } from '../theme/Icon.tsx'
import styles from './CopyButton.module.css'

/** Copies a code to the clipboard and reports the result. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult('Gekopieerd'),
      () => setResult('Kopiëren lukte niet'),
    )
  return (
    <span className={styles.copy}>
      <button type="button" aria-label={label} onClick={copy} onBlur={() => setResult('')}>
        <Icon name={result === 'Gekopieerd' ? 'check' : 'copy'} size={18} />
      </button>
      <span role="status">{result}</span>
    </span>
  )
}
