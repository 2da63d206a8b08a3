import { setTimeout } from 'node:timers/promises'
import {
  ApiError,
  type AuditEntry,
  actionWords,
  auditResultNames,
  defaultOfficeHours,
  type exportAuditEvents,
  inRollWords,
  type LoggedValues,
  mayReviewMonth,
  type ParsedInput,
  purposeNames,
  type RollWords,
  type reviewMonth,
  type saveOfficeHours,
  type showSubjectReport,
} from '@rd4-loket/contract'
import { appendAuditEvent, checkLogs } from '../../domain/access-log/audit-log.queries.ts'
import { recordHouseholds } from '../../domain/occupancy/record-households.ts'
import type { Viewer } from '../../domain/places/in-municipality.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import { type SheetColumn, secondCell } from '../../platform/files/sheet.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller, LoggedAccess } from '../../platform/http/api.ts'
import { notFound, requireAllowed } from '../../platform/http/errors.ts'
import { page, readCursor } from '../../platform/http/page.ts'
import { shareInFlight } from '../../platform/runtime/share-in-flight.ts'
import {
  countPasses,
  findAuditEvents,
  findHouseholdOfPass,
  findKnownPasses,
  findMonth,
  findPassesAfter,
  findProcessings,
  isKnownPass,
  lockOfficeHours,
  updateOfficeHours,
  upsertReview,
} from './audit.queries.ts'

/** The transaction of a call, and the key of a person in the logs. */
type KeyAccess = Pick<LoggedAccess, 'transaction' | 'keyOf'>

/** How many passes get a key in one query, and how many queries one call makes. */
const keyBatches = { passes: 5000, per_call: 4 }

/** Returns the first 52 bits of a key: enough to find a pass, and small in memory. */
const shortKey = (key: string) => Number.parseInt(key.slice(0, 13), 16)

/**
 * Returns a function that adds to events about a pass its last four characters and its street. The key of a pass cannot
 * be reversed, so the keys of all passes are made once. The first call makes those of 20,000 passes, and the rest
 * follow without a call. A later call makes those of new passes. An event whose key is not made yet has no name. The
 * keys stay in memory: stored beside the passes, they would name the person of each row of the log.
 */
export function makePassNamer(db: Db, { passes: limit, per_call } = keyBatches) {
  const ids = new Map<number, number>()
  let last = 0
  let isReading = false

  /** Makes the keys of the next passes. Returns whether there are more. */
  const readNext = async (reader: Db, keyOf: KeyAccess['keyOf']) => {
    const passes = await findPassesAfter(reader, { id: last, limit })
    for (const { id, number } of passes) ids.set(shortKey(keyOf(number)), id)
    last = Math.max(last, passes.at(-1)?.id ?? 0)
    return passes.length === limit
  }
  const readRest = async (keyOf: KeyAccess['keyOf']) => {
    if (isReading) return
    isReading = true
    try {
      while (await readNext(db, keyOf));
    } catch {
      // The next call continues.
    }
    isReading = false
  }
  const update = async ({ transaction, keyOf }: KeyAccess) => {
    const stored = await countPasses(transaction)
    if (stored === ids.size) return
    let hasMore = true
    for (let batch = 0; hasMore && batch < per_call; batch += 1) hasMore = await readNext(transaction, keyOf)
    if (!hasMore && stored !== ids.size) {
      // A pass was deleted, or was stored after a pass with a higher id.
      ids.clear()
      last = 0
      hasMore = await readNext(transaction, keyOf)
    }
    // Not in the transaction, which ends with the call.
    if (hasMore) void readRest(keyOf)
  }

  return async (access: KeyAccess, viewer: Viewer, events: AuditEntry[]) => {
    const ofPasses = events.flatMap((event) =>
      event.object_kind === 'pass' && event.object_key !== null ? { event, key: event.object_key } : [],
    )
    if (ofPasses.length === 0) return
    await update(access)
    const found = ofPasses.flatMap(({ key }) => ids.get(shortKey(key)) ?? [])
    const known = await findKnownPasses(access.transaction, viewer, [...new Set(found)])
    const named = new Map(
      known.map(({ number, street }) => [access.keyOf(number), { ending: number.slice(-4), street }]),
    )
    for (const { event, key } of ofPasses) {
      const pass = named.get(key)
      if (pass) event.pass = pass
    }
  }
}

/**
 * Returns two functions that read a page of the events that match a filter. `firstPage` reads in the transaction of the
 * logged access. `pageAfter` reads a later page of an export, after that transaction was closed.
 */
export function auditPages(
  access: LoggedAccess,
  administrator: Caller,
  { environmental_pass_number: number, ...filter }: ParsedInput<typeof exportAuditEvents>['body'],
  { limit, namePasses }: { limit: number; namePasses: ReturnType<typeof makePassNamer> },
) {
  const subject = number ? access.recordLookup(number) : undefined
  const criteria = { ...filter, subject, viewer: administrator }
  const pageAfter = async (db: Db, cursor: string | null | undefined) => {
    const [before] = cursor ? readCursor(cursor, ['number']) : []
    const events = await findAuditEvents(db, criteria, { before: before as number | undefined, limit: limit + 1 })
    const { rows: data, meta } = page(events, limit, ({ position }) => [position])
    return { data, meta }
  }
  const firstPage = async (cursor: string | null | undefined) => {
    const first = await pageAfter(access.transaction, cursor)
    await namePasses(access, administrator, first.data)
    if (number && first.data.length > 0) access.recordFound(number)
    return first
  }
  return { firstPage, pageAfter }
}

/**
 * Returns the processings of the data of a pass holder and of the pass holder's household, newest first. Throws 404 for
 * a pass outside the municipality.
 */
export async function subjectReport({ access, employee, body }: Call<typeof showSubjectReport>) {
  const number = body.environmental_pass_number
  const subject = access.recordLookup(number)
  if (!(await isKnownPass(access.transaction, employee, number))) notFound('Deze pas is niet bekend')
  access.recordFound(number)
  const household = await findHouseholdOfPass(access.transaction, number)
  const household_keys = household ? recordHouseholds(access, household) : []
  return findProcessings(access.transaction, [subject, ...household_keys])
}

/**
 * Stores and logs the review of an employee's month, and returns that month. Throws 404 for a month without accesses,
 * and 409 when administrators review their own month.
 */
export function storeReview({ db, employee: administrator, params, body, actor }: Call<typeof reviewMonth>) {
  const { month, employee_id } = params
  requireAllowed(mayReviewMonth({ own: employee_id === administrator.id }))
  const criteria = { month, employee_id, viewer: administrator, initial: defaultOfficeHours }
  return db.transaction(async (transaction) => {
    await upsertReview(transaction, { month, employee_id, reviewer_id: administrator.id, remark: body.remark || null })
    const [reviewed] = await findMonth(transaction, criteria)
    if (!reviewed) return notFound('Deze medewerker zocht die maand niets op')
    const object = { kind: 'employee_month', key: `${employee_id} ${month}` } as const
    await appendAuditEvent(transaction, actor, { action: 'review_month', result: 'done', object })
    return reviewed
  })
}

/** Stores and logs the office hours of a municipality, and returns them. */
export async function storeOfficeHours({ db, employee, params, body, actor }: Call<typeof saveOfficeHours>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  return db.transaction(async (transaction) => {
    const before = await lockOfficeHours(transaction, municipality_id, defaultOfficeHours)
    await updateOfficeHours(transaction, municipality_id, body)
    const object = { kind: 'office_hours', key: municipality_id } as const
    const change = { before, after: body }
    await appendAuditEvent(transaction, actor, { action: 'change_office_hours', result: 'done', object, change })
    return body
  })
}

/**
 * Returns a function that checks all logs. It resolves to true, or to false after `timeout_ms`. Simultaneous callers
 * share one check. A check that times out continues, and its result is stored.
 */
export function logChecker(db: Db, timeout_ms: number) {
  const checkShared = shareInFlight(() => checkLogs(db).then(() => true))
  return () => Promise.race([checkShared(), setTimeout(timeout_ms, false, { ref: false })])
}

/** Throws 503 when a log check did not finish in time. */
export function rejectUnfinished(finished: boolean) {
  if (!finished)
    throw new ApiError(503, 'Er zijn veel regels: de controle gaat door. Open deze pagina over enkele minuten opnieuw.')
}

const valuesText = (values: LoggedValues | null) =>
  values &&
  Object.entries(values)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' + ') : value}`)
    .join(', ')

/** Returns the columns of exported log entries. */
export const auditFileColumns = (words: RollWords | undefined): readonly SheetColumn<AuditEntry>[] => [
  ['Tijdstip', ({ happened_at }) => secondCell(happened_at)],
  ['Medewerker', ({ employee }) => employee],
  ['Handeling', ({ action }) => inRollWords(actionWords[action][0], words)],
  ['Doel', ({ purpose }) => purpose && inRollWords(purposeNames[purpose], words)],
  ['Resultaat', ({ result }) => auditResultNames[result]],
  ['Aantal', ({ result_count }) => result_count],
  ['Waarvan', ({ object_name }) => object_name],
  ['Soort', ({ object_kind }) => object_kind],
  ['Sleutel', ({ object_key }) => object_key],
  ['Was', ({ old_values }) => valuesText(old_values)],
  ['Is nu', ({ new_values }) => valuesText(new_values)],
  ['Herkomst', ({ origin }) => origin],
  ['Kenmerk', ({ trace_id }) => trace_id],
]
