import {
  addNotice,
  changeNotice,
  linkTarget,
  listNotices,
  listNoticesToEdit,
  type Notice,
  type ParsedInput,
  readableText,
  removeNotice,
  unreadableMessage,
} from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Actor, Api, Caller } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import {
  deleteNotice,
  findCurrentNotices,
  findNotices,
  insertNotice,
  lockNotice,
  updateNotice,
} from './notices.queries.ts'

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

/** Returns a notice that this employee may change. Throws 404 for any other notice. */
async function findOwnNotice(db: Db, employee: Caller, notice_id: number) {
  const [notice] = await findNotices(db, employee, notice_id)
  return notice ?? notFound('Deze mededeling bestaat niet')
}

/** Returns the row to store for an input. Throws 422 when the sanitised text is empty or has unreadable characters. */
async function noticeRow(
  db: Db,
  employee: Caller,
  { municipality_id, html, ...rest }: ParsedInput<typeof addNotice>['body'],
) {
  // HTML can write any character as an entity, such as &#x202e;.
  const safe = readableText(await safeHtml(html), { lines: true }) ?? invalidField('html', unreadableMessage)
  if (safe.replace(/<[^>]*>/g, '').trim() === '') invalidField('html', 'Dit veld is verplicht')
  const requested = municipality_id ?? employee.municipality?.id ?? null
  const stored = requested === null ? null : await ownMunicipality(db, employee, requested)
  return { ...rest, html: safe, municipality_id: stored }
}

const loggedNotice = ({ title, html, valid_from, valid_to, municipality }: Notice) => ({
  title,
  html,
  valid_from,
  valid_to,
  municipality: municipality?.name ?? 'Alle gemeenten',
})

type NoticeChange = { id: number; before?: Notice; after?: Notice }

/** Adds a change of a notice to the audit log. Call it last in the transaction of the change. */
const recordNotice = (transaction: Db, actor: Actor, { id, before, after }: NoticeChange) =>
  appendAuditEvent(transaction, actor, {
    action: 'change_notice',
    result: 'done',
    object: { kind: 'notice', key: id },
    change: { before: before && loggedNotice(before), after: after && loggedNotice(after) },
  })

/** Inserts, logs and returns a notice. */
async function placeNotice({ db, body, employee, actor }: Call<typeof addNotice>) {
  const row = await noticeRow(db, employee, body)
  return db.transaction(async (transaction) => {
    const after = await findOwnNotice(transaction, employee, await insertNotice(transaction, row))
    await recordNotice(transaction, actor, { id: after.id, after })
    return after
  })
}

/** Changes, logs and returns a notice. */
async function replaceNotice({ db, params, body, employee, actor }: Call<typeof changeNotice>) {
  const row = await noticeRow(db, employee, body)
  return db.transaction(async (transaction) => {
    const before = await lockOwnNotice(transaction, employee, params.notice_id)
    await updateNotice(transaction, before.id, row)
    const after = await findOwnNotice(transaction, employee, before.id)
    await recordNotice(transaction, actor, { id: before.id, before, after })
    return after
  })
}

/** Deletes a notice, and logs its last content. */
function withdrawNotice({ db, params, employee, actor }: Call<typeof removeNotice>) {
  return db.transaction(async (transaction) => {
    const before = await lockOwnNotice(transaction, employee, params.notice_id)
    await deleteNotice(transaction, before.id)
    await recordNotice(transaction, actor, { id: before.id, before })
    return null
  })
}

async function lockOwnNotice(transaction: Db, employee: Caller, notice_id: number) {
  await lockNotice(transaction, notice_id)
  return findOwnNotice(transaction, employee, notice_id)
}

/** Notices: shown on the dashboard during their period, and written by the municipality's employees. */
export function noticeRoutes(api: Api) {
  answer(api, listNotices, ({ db, employee }) => findCurrentNotices(db, employee))
  answer(api, listNoticesToEdit, ({ db, employee }) => findNotices(db, employee))
  answer(api, addNotice, placeNotice)
  answer(api, changeNotice, replaceNotice)
  answer(api, removeNotice, withdrawNotice)
}
