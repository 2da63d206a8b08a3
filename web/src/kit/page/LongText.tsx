import type { ReactNode } from 'react'
import { truncatedText } from '../browser/format.ts'
import styles from './LongText.module.css'

/** A text in a list. A long text is cut, and a click on it shows the whole text. */
export function LongText({ text, whole = text }: { text: string; whole?: ReactNode }) {
  const short = truncatedText(text)
  if (short === text) return whole
  return (
    <details className={styles.text}>
      <summary>
        <span className={styles.short}>{short}</span>
        <span className={styles.less}>Toon minder</span>
      </summary>
      {whole}
    </details>
  )
}
