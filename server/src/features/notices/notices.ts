import { type addNotice, linkTarget, type ParsedInput } from '@rd4-loket/contract'
import sanitizeHtml from 'sanitize-html'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import { findNotices } from './notices.queries.ts'

/** Returns rich text reduced to paragraphs, lists, bold, italic and http(s) links. */
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

/** Returns a notice that this employee may change. Throws 404 for any other notice. */
export async function findOwnNotice(db: Db, employee: SessionEmployee, notice_id: number) {
  const [notice] = await findNotices(db, employee.municipality?.id ?? null, notice_id)
  return notice ?? notFound('Deze mededeling bestaat niet')
}

/** Returns the row to store for an input. Throws 422 when the sanitised text is empty. */
export async function noticeRow(
  db: Db,
  employee: SessionEmployee,
  { municipality_id, html, ...rest }: ParsedInput<typeof addNotice>['body'],
) {
  const safe = safeHtml(html)
  if (safe.replace(/<[^>]*>/g, '').trim() === '') invalidField('html', 'Dit veld is verplicht')
  const requested = municipality_id ?? employee.municipality?.id ?? null
  const stored = requested === null ? null : await ownMunicipality(db, employee, requested)
  return { ...rest, html: safe, municipality_id: stored }
}
