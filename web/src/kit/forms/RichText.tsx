import { createElement, type ReactNode } from 'react'
import styles from './RichText.module.css'
import { parseRichText, type RichTextNode } from './rich-text.ts'

const render = (node: RichTextNode, index: number): ReactNode =>
  typeof node === 'string'
    ? node
    : createElement(
        node.tag,
        { key: index, href: node.href, ...(node.href ? { rel: 'noopener noreferrer', target: '_blank' } : {}) },
        ...node.children.map(render),
        node.href && <span className="visually-hidden"> (opent in een nieuw tabblad)</span>,
      )

/** Renders the HTML of a notice. */
export function RichText({ html }: { html: string }) {
  return <div className={styles.text}>{parseRichText(html).map(render)}</div>
}
