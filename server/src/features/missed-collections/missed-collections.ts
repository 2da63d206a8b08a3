// Reasons: docs/missed-collections.md

import {
  ApiError,
  CalendarCategory,
  defaultCollectionHours,
  isBsgwEmployee,
  type listMissedCollections,
  type MissedCollection,
  maxReportAge_days,
  mayReportMissedCollection,
  missedCollectionText,
  type NonClearanceReason,
  type reportMissedCollection,
} from '@rd4-loket/contract'
import { findVisibleAddress } from '../../domain/collection-days/calendar-access.ts'
import { type CollectionDay, collectionDays } from '../../domain/collection-days/collection-days.ts'
import { decideMissedCollection, type MissedCollectionFacts } from '../../domain/missed-collections/decide.ts'
import { recordHouseholds } from '../../domain/occupancy/record-households.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { idempotencyKey, storeOnce } from '../../platform/http/idempotency.ts'
import { dayOf, dutchMomentText, textOf, today } from '../../platform/runtime/days.ts'
import {
  findFacts,
  findReportByKey,
  hasOpenReport,
  insertReport,
  lockReportsOfAddress,
  type StoredFacts,
} from './missed-collections.queries.ts'

/** Before a second visit, a collection is at most `maxReportAge_days` ago. Earlier records decide nothing. */
const factAge_days = maxReportAge_days + 40
const planAge_days = 400

type AddressInArea = { id: number; area: { id: number } | null }

/** Returns the facts about an address. A municipal employee never sees lifts, so the query leaves them out. */
async function readFacts(db: Db, employee: Caller, { id, area }: AddressInArea): Promise<StoredFacts> {
  const now = dayOf(today())
  const facts = await findFacts(
    db,
    { address_id: id, area_id: area?.id ?? null, employee_id: employee.id },
    {
      period: { from: textOf(now - planAge_days), to: textOf(now + planAge_days) },
      since: textOf(now - factAge_days),
      withLifts: isBsgwEmployee(employee),
      streams: CalendarCategory.options,
      initial: defaultCollectionHours,
    },
  )
  return facts ?? notFound('Dit adres bestaat niet')
}

/** A container of the address, or a stream without one. */
type Target = { waste_type: CalendarCategory; container_id: number | null }

/** Returns the collections of the area, and the appointments for pruning waste of today's household. */
function collectionsOf({ rules, exceptions, published, pickup_days, household_since }: StoredFacts): CollectionDay[] {
  const now = dayOf(today())
  const ofArea = collectionDays(
    { rules, exceptions, published },
    textOf(now - planAge_days),
    textOf(now + planAge_days),
  ).filter(({ category }) => category !== 'pruning_waste')
  const appointments = pickup_days.filter((day) => day >= household_since)
  const ofAddress = appointments.map(
    (day): CollectionDay => ({
      ...{ category: 'pruning_waste', planned: day, day, reason: null, cancelled: false, revision: 0 },
    }),
  )
  return [...ofArea, ...ofAddress]
}

const isPresent = ({ placed_on, removed_on }: StoredFacts['containers'][number]) =>
  placed_on <= today() && (removed_on === null || removed_on >= today())

/** Returns whether a container for a stream stands at the address. */
const isInContainer = ({ containers }: StoredFacts, stream: CalendarCategory) =>
  containers.some((it) => it.waste_type === stream && isPresent(it))

/** Returns the present containers of the address, and each collected stream that none of them has. */
function targetsOf(facts: StoredFacts, collections: CollectionDay[]): Target[] {
  const isStream = (it: string) => CalendarCategory.safeParse(it).success
  const containers = facts.containers
    .filter((it) => isPresent(it) && isStream(it.waste_type))
    .map(({ id, waste_type }): Target => ({ waste_type: waste_type as CalendarCategory, container_id: id }))
  const streams = new Set(collections.map(({ category }) => category))
  const others = [...streams].filter((stream) => !isInContainer(facts, stream))
  return [...containers, ...others.map((waste_type) => ({ waste_type, container_id: null }))]
}

const momentOf = (text: string | null) => (text === null ? null : new Date(text))
const keyOf = (container_id: number | null) => (container_id === null ? null : `${container_id}`)

/** Returns the facts of the rule about one container or stream. */
function factsOf(
  facts: StoredFacts,
  collections: CollectionDay[],
  { waste_type, container_id }: Target,
  { address_id, day }: { address_id: number; day: string | null },
): MissedCollectionFacts {
  const ofStream = <Item extends { waste_type: string }>(items: Item[]) =>
    items.filter((it) => it.waste_type === waste_type)
  const records = <Stored extends { waste_type: string; container_id: number | null; at: string }>(items: Stored[]) =>
    ofStream(items).map((it) => ({ ...it, container: keyOf(it.container_id), at: new Date(it.at) }))
  return {
    now: new Date(),
    stream: waste_type,
    container: keyOf(container_id),
    day,
    collections: collections.filter(({ category }) => category === waste_type),
    routes: ofStream(facts.routes).map((it) => ({
      day: it.day,
      started_at: momentOf(it.started_at),
      finished_at: momentOf(it.finished_at),
    })),
    containers: ofStream(facts.containers).map((it) => ({ ...it, number: `${it.id}` })),
    is_shared: facts.brought.some(({ category }) => category === waste_type),
    non_clearances: records(facts.non_clearances),
    clearances: records(facts.clearances),
    reports: ofStream(facts.reports).map((it) => ({
      ...it,
      address: it.address_id === address_id ? 'own' : it.address_id,
      container: keyOf(it.container_id),
      reported_at: new Date(it.reported_at),
      decided_at: momentOf(it.decided_at),
    })),
    household_since: facts.household_since,
    delivered: facts.delivered,
    hours: facts.hours,
  }
}

/** Returns what the rule decides about one container or stream, with the text to read aloud. */
function decideTarget(
  facts: StoredFacts,
  collections: CollectionDay[],
  target: Target,
  of: { address_id: number; day: string | null },
): MissedCollection {
  const input = factsOf(facts, collections, target, of)
  const { about, cause, report_id, ...decision } = decideMissedCollection(input)
  const { at, escalation } = decision
  const report = facts.reports.find(({ id }) => id === report_id)
  const container = facts.containers.find(({ id }) => id === target.container_id)
  const row = {
    ...decision,
    waste_type: target.waste_type,
    at: at && dutchMomentText(at),
    truck_reason: decision.truck_reason as NonClearanceReason | null,
    escalation: escalation && { due: escalation.due, at: dutchMomentText(escalation.at) },
  }
  const isOpen = report && decision.reason === 'open_report'
  return {
    ...row,
    container: container
      ? { id: container.id, number: container.number, volume_litres: container.volume_litres }
      : null,
    text: missedCollectionText(row, {
      about,
      cause,
      answer: report?.answer ?? null,
      reasons_until: facts.delivered.find((it) => it.waste_type === target.waste_type)?.until ?? null,
      brought: facts.brought.find(({ category }) => category === target.waste_type),
      start: { container: facts.hours.collection_start, bag: facts.hours.collection_start_bags },
    }),
    report: isOpen
      ? {
          ...{ id: report.id, reported_at: report.reported_at, reported_by: report.reported_by },
          ...{ is_own: report.is_own, seconds_ago: report.seconds_ago, disputed: report.disputed },
        }
      : null,
  }
}

/** Throws 422 for a day after today, and for a day that is too long ago. */
function checkDay(day: string | undefined) {
  if (day === undefined) return null
  if (day > today()) invalidField('day', 'Kies een dag tot en met vandaag')
  const first = textOf(dayOf(today()) - maxReportAge_days)
  if (day < first) invalidField('day', `Kies een dag van de laatste ${maxReportAge_days} dagen`)
  return day
}

/** Returns for each container and stream of an address whether it can be reported, the latest collection first. */
export async function showMissedCollections({ access, employee, params, query }: Call<typeof listMissedCollections>) {
  const day = checkDay(query.day)
  const found = await findVisibleAddress(access.transaction, employee, params.alias)
  const facts = await readFacts(access.transaction, employee, found)
  recordHouseholds(access, { address_id: found.id, occupancy_ids: facts.occupancy_ids })
  const collections = collectionsOf(facts)
  // A collection that was moved has its new day. Without a collection day, the row is last.
  const dateOf = ({ day: of, date, step }: MissedCollection) => of ?? (step === 'wait_for_day' ? date : null) ?? ''
  const data = targetsOf(facts, collections)
    .map((target) => decideTarget(facts, collections, target, { address_id: found.id, day }))
    .sort((one, other) => dateOf(other).localeCompare(dateOf(one)))
  return { data, meta: { retired: facts.retired, today: today() } }
}

/**
 * Stores a report if the rule allows it, at most once per idempotency key. Locks the reports of the address, and decides
 * again. A refusal is 409 with the code of its reason.
 */
export async function storeReport({ access, employee, params, body, request }: Call<typeof reportMissedCollection>) {
  const { transaction } = access
  const { waste_type, container_id, disputed } = body
  const day = checkDay(body.day)
  const idempotency_key = idempotencyKey(request)
  const found = await findVisibleAddress(transaction, employee, params.alias)
  const address_id = found.id
  await lockReportsOfAddress(transaction, address_id)
  const decide = async () => {
    const facts = await readFacts(transaction, employee, found)
    return { facts, row: decideTarget(facts, collectionsOf(facts), body, { address_id, day }) }
  }
  const { facts, row } = await decide()
  recordHouseholds(access, { address_id, occupancy_ids: facts.occupancy_ids })
  if (container_id !== null && !facts.containers.some((it) => it.id === container_id && it.waste_type === waste_type))
    notFound('Deze container staat niet op dit adres')
  // Without its container, a report would miss the records of that container.
  if (container_id === null && isInContainer(facts, waste_type)) invalidField('container_id', 'Kies een container')
  await storeOnce(idempotency_key, {
    find: (key) => findReportByKey(transaction, employee.id, key),
    hasSameInput: (stored) =>
      stored.address_id === address_id &&
      stored.waste_type === waste_type &&
      stored.container_id === container_id &&
      stored.disputed === disputed &&
      (day === null || stored.day === row.day),
    repeat: ({ retracted }) => {
      requireAllowed(retracted ? 'Deze melding is ingetrokken. Meld het zo nodig opnieuw.' : undefined)
      return true
    },
    store: async () => {
      requireAllowed(mayReportMissedCollection(facts))
      if (row.day === null || !(disputed ? row.may_dispute : row.allowed))
        throw new ApiError(409, row.text, { reason: [row.reason], step: [row.step] })
      const report = { address_id, waste_type, container_id, day: row.day, disputed, employee_id: employee.id }
      // The rule does not read the reports of a former household.
      if (await hasOpenReport(transaction, report))
        throw new ApiError(409, 'Voor deze ophaaldag staat al een melding open.')
      return (await insertReport(transaction, { ...report, idempotency_key })) > 0 || undefined
    },
  })
  return (await decide()).row
}
