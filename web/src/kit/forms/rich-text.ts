/** Rich text as a tree: what the server lets through, and nothing else. */
export type RichText = string | { tag: RichTag; href?: string; children: RichText[] }

const tags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'] as const
type RichTag = (typeof tags)[number]

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name) => entities[name] ?? '')

const part = /<(\/?)([a-z]+)([^>]*)>|[^<]+/g
const hrefIn = (attributes: string) => plain(/ href="(https?:[^"]*)"/.exec(attributes)?.[1] ?? '') || undefined

/**
 * Reads the HTML of a notice into a tree. The browser is never handed the HTML itself: what is not on the list above
 * cannot come into being, whatever the server says.
 */
export function readRichText(html: string): RichText[] {
  const found: RichText[] = []
  const open: { tag: RichTag; children: RichText[] }[] = []
  for (const [text, closing, name, attributes = ''] of html.matchAll(part)) {
    const into = open.at(-1)?.children ?? found
    const tag = tags.find((it) => it === name)
    if (name === undefined) into.push(plain(text))
    else if (tag && closing) {
      const at = open.findLastIndex((it) => it.tag === tag)
      if (at >= 0) open.length = at
    } else if (tag) {
      const element = { tag, href: tag === 'a' ? hrefIn(attributes) : undefined, children: [] }
      into.push(element)
      if (tag !== 'br') open.push(element)
    }
  }
  return found
}
