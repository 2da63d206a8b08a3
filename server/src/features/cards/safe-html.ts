import { linkTarget } from '@rd4-loket/contract'

/** Returns rich text reduced to paragraphs, lists, bold, italic and http(s) links. */
export async function safeHtml(html: string) {
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    transformTags: {
      b: 'strong',
      i: 'em',
      a: (tagName, { href = '' }) => ({ tagName, attribs: { href: linkTarget(href), rel: 'noopener noreferrer' } }),
    },
  }).trim()
}
