// Reasons: docs/cards.md

import {
  addCard,
  addNotice,
  type CardToEdit,
  cardPlaceNames,
  changeCard,
  changeNotice,
  codesAt,
  hasCardText,
  listCards,
  listCardsToEdit,
  listNotices,
  listNoticesToEdit,
  mayChoosePlaces,
  type ParsedInput,
  readableText,
  readCard,
  removeCard,
  removeNotice,
  unreadableMessage,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Actor, Api, Caller } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import {
  type CardRow,
  deleteCard,
  type EditedPlaces,
  endOfDay,
  findCards,
  findCurrentNotices,
  findNotices,
  findShownCards,
  insertCard,
  localMoment,
  lockCard,
  startOfDay,
  updateCard,
  upsertCardRead,
} from './cards.queries.ts'
import { safeHtml } from './safe-html.ts'

const placesOf = (employee: Caller): EditedPlaces =>
  mayChoosePlaces(employee, ['search']) === undefined ? 'any' : 'dashboard'

/** Returns a card that this employee may change. Throws 404 for any other card. */
async function findOwnCard(db: Db, employee: Caller, card_id: number) {
  const [card] = await findCards(db, employee, placesOf(employee), card_id)
  return card ?? notFound('Deze kaart bestaat niet')
}

/** Returns sanitised rich text. Throws 422 when it has unreadable characters, or when a card would have no text. */
async function textOf({ html, spoken = '' }: { html: string; spoken?: string }) {
  // HTML can write any character as an entity, such as &#x202e;.
  const safe = readableText(await safeHtml(html), { lines: true }) ?? invalidField('html', unreadableMessage)
  if (!hasCardText({ html: safe, spoken })) invalidField('html', 'Dit veld is verplicht')
  return safe === '<p></p>' ? '' : safe
}

/** Returns the municipality to store for a chosen municipality. */
async function storedMunicipality(db: Db, employee: Caller, chosen: number | null | undefined) {
  const requested = chosen ?? employee.municipality?.id ?? null
  return requested === null ? null : ownMunicipality(db, employee, requested)
}

/** Returns the row to store for an input. Throws 422 for places that the employee may not choose. */
async function cardRow(db: Db, employee: Caller, body: ParsedInput<typeof addCard>['body']): Promise<CardRow> {
  const refusal = mayChoosePlaces(employee, body.places)
  if (refusal) invalidField('places', refusal)
  return {
    ...body,
    html: await textOf(body),
    waste_type: body.waste_type ?? null,
    code: body.code ?? null,
    shown_from: localMoment(body.shown_from),
    shown_until: localMoment(body.shown_until),
    municipality_id: await storedMunicipality(db, employee, body.municipality_id),
  }
}

type NoticeBody = ParsedInput<typeof addNotice>['body']

/** Returns the row to store for a notice. `before`: the card that it changes. */
async function noticeRow(db: Db, employee: Caller, body: NoticeBody, before?: CardToEdit): Promise<CardRow> {
  const { spoken = '', waste_type = null, code = null, important = false } = before ?? {}
  return {
    title: body.title,
    html: await textOf(body),
    places: ['dashboard'],
    spoken,
    waste_type,
    code,
    important,
    shown_from: startOfDay(body.valid_from),
    shown_until: endOfDay(body.valid_to),
    municipality_id: await storedMunicipality(db, employee, body.municipality_id),
  }
}

/** Returns a moment without its seconds: 2026-03-04 07:30. */
const loggedMoment = (moment: string) => moment.slice(0, 16).replace('T', ' ')

const loggedCard = ({ title, html, spoken, places, shown_from, shown_until, ...card }: CardToEdit) => ({
  title,
  html,
  spoken,
  places: places.map((place) => cardPlaceNames[place]),
  waste_type: card.waste_type ? wasteStreamNames[card.waste_type] : '',
  code: codesAt(places).find(([code]) => code === card.code)?.[1] ?? '',
  important: card.important,
  shown_from: loggedMoment(shown_from),
  shown_until: loggedMoment(shown_until),
  municipality: card.municipality?.name ?? 'Alle gemeenten',
})

type CardChange = { id: number; before?: CardToEdit; after?: CardToEdit }

/** Adds a change of a card to the audit log. Call it last in the transaction of the change. */
const recordCard = (transaction: Db, actor: Actor, { id, before, after }: CardChange) =>
  appendAuditEvent(transaction, actor, {
    action: 'change_card',
    result: 'done',
    object: { kind: 'card', key: id },
    change: { before: before && loggedCard(before), after: after && loggedCard(after) },
  })

type CardEdit = { db: Db; employee: Caller; actor: Actor }

/** Inserts, logs and returns a card. */
const placeCard = ({ db, employee, actor }: CardEdit, row: CardRow) =>
  db.transaction(async (transaction) => {
    const after = await findOwnCard(transaction, employee, await insertCard(transaction, row))
    await recordCard(transaction, actor, { id: after.id, after })
    return after
  })

/** Changes, logs and returns a card. `rowAfter` returns its new values. */
const replaceCard = (
  { db, employee, actor }: CardEdit,
  card_id: number,
  rowAfter: (transaction: Db, before: CardToEdit) => Promise<CardRow>,
) =>
  db.transaction(async (transaction) => {
    const before = await lockOwnCard(transaction, employee, card_id)
    await updateCard(transaction, before.id, await rowAfter(transaction, before))
    const after = await findOwnCard(transaction, employee, before.id)
    await recordCard(transaction, actor, { id: before.id, before, after })
    return after
  })

/** Deletes a card, and logs its last content. */
const withdrawCard = ({ db, employee, actor }: CardEdit, card_id: number) =>
  db.transaction(async (transaction) => {
    const before = await lockOwnCard(transaction, employee, card_id)
    await deleteCard(transaction, before.id)
    await recordCard(transaction, actor, { id: before.id, before })
    return null
  })

async function lockOwnCard(transaction: Db, employee: Caller, card_id: number) {
  await lockCard(transaction, card_id)
  return findOwnCard(transaction, employee, card_id)
}

/** Stores that the employee read a version of a card, and returns the card. Throws 404 if the card is not shown. */
async function markRead({ db, params, body, employee }: Call<typeof readCard>) {
  const find = () => findShownCards(db, employee, employee.id, params.card_id)
  const [card] = await find()
  if (!card) return notFound('Deze kaart bestaat niet')
  await upsertCardRead(db, card.id, employee.id, Math.min(body.version, card.version))
  const [after = card] = await find()
  return after
}

async function findOwnNotice(db: Db, employee: Caller, notice_id: number) {
  const [notice] = await findNotices(db, employee, notice_id)
  return notice ?? notFound('Deze mededeling bestaat niet')
}

/** Cards, and the notices of the previous release: cards on the dashboard, with days instead of moments. */
export function cardRoutes(api: Api) {
  answer(api, listCards, ({ db, employee }) => findShownCards(db, employee, employee.id))
  answer(api, readCard, markRead)
  answer(api, listCardsToEdit, ({ db, employee }) => findCards(db, employee, placesOf(employee)))
  answer(api, addCard, async (call) => placeCard(call, await cardRow(call.db, call.employee, call.body)))
  answer(api, changeCard, async ({ body, params, ...call }) => {
    const row = await cardRow(call.db, call.employee, body)
    return replaceCard(call, params.card_id, async () => row)
  })
  answer(api, removeCard, ({ params, ...call }) => withdrawCard(call, params.card_id))
  answer(api, listNotices, ({ db, employee }) => findCurrentNotices(db, employee))
  answer(api, listNoticesToEdit, ({ db, employee }) => findNotices(db, employee))
  answer(api, addNotice, async (call) => {
    const { id } = await placeCard(call, await noticeRow(call.db, call.employee, call.body))
    return findOwnNotice(call.db, call.employee, id)
  })
  answer(api, changeNotice, async ({ body, params, ...call }) => {
    const { notice_id } = params
    await findOwnNotice(call.db, call.employee, notice_id)
    await replaceCard(call, notice_id, (transaction, before) => noticeRow(transaction, call.employee, body, before))
    return findOwnNotice(call.db, call.employee, notice_id)
  })
  answer(api, removeNotice, async ({ params, ...call }) => {
    await findOwnNotice(call.db, call.employee, params.notice_id)
    return withdrawCard(call, params.notice_id)
  })
}
