import { createElement, type ReactNode } from 'react'
import styles from './RichText.module.css'

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

/** A node of rich text: text, or an element with one of the allowed tags. */
export type RichTextNode = string | { tag: RichTextTag; href?: string; children: RichTextNode[] }

const tags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'] as const
type RichTextTag = (typeof tags)[number]

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name) => entities[name] ?? '')

/** Returns the text of a notice in one line, without its markup. */
export const plainText = (html: string) =>
  decode(html.replace(/<(\/p|\/li|br)\b[^>]*>/g, ' ').replace(/<[^>]*>/g, '')).trim()

const token = /<(\/?)([a-z]+)([^>]*)>|[^<]+/g
const hrefIn = (attributes: string) => decode(/ href="(https?:[^"]*)"/.exec(attributes)?.[1] ?? '') || undefined

/** Parses the HTML of a notice. The browser never parses it, so only the tags above can result. */
export function parseRichText(html: string): RichTextNode[] {
  const nodes: RichTextNode[] = []
  const open: { tag: RichTextTag; children: RichTextNode[] }[] = []
  for (const [text, closing, name, attributes = ''] of html.matchAll(token)) {
    const siblings = open.at(-1)?.children ?? nodes
    const tag = tags.find((it) => it === name)
    if (name === undefined) siblings.push(decode(text))
    else if (tag && closing) {
      const index = open.findLastIndex((it) => it.tag === tag)
      if (index >= 0) open.length = index
    } else if (tag) {
      const element = { tag, href: tag === 'a' ? hrefIn(attributes) : undefined, children: [] }
      siblings.push(element)
      if (tag !== 'br') open.push(element)
    }
  }
  return nodes
}
