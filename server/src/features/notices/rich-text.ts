import { linkTarget } from '@rd4-loket/contract'
import sanitizeHtml from 'sanitize-html'

/** Rich text as it may be kept and shown: paragraphs, lists, bold, italic and links that lead somewhere over http. */
export const safeHtml = (html: string) =>
  sanitizeHtml(html, {
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
