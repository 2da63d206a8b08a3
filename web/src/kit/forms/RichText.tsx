import { createElement, type ReactNode } from 'react'
import styles from './RichText.module.css'
import { type RichText as Rich, readRichText } from './rich-text.ts'

const draw = (part: Rich, at: number): ReactNode =>
  typeof part === 'string'
    ? part
    : createElement(
        part.tag,
        { key: at, href: part.href, ...(part.href ? { rel: 'noopener noreferrer', target: '_blank' } : {}) },
        ...part.children.map(draw),
        part.href && <span className="visually-hidden"> (opent in een nieuw tabblad)</span>,
      )

/** Rich text of a notice, as it was written. */
export function RichText({ html }: { html: string }) {
  return <div className={styles.text}>{readRichText(html).map(draw)}</div>
}
