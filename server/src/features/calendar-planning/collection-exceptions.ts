import {
  ApiError,
  type CalendarCategory,
  type CollectionChange,
  type CollectionChangeInput,
  type changeCollections,
  type listCollectionChanges,
  mayUndoCollectionChange,
  type undoCollectionChange,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { findAreas, findRules, maxHolidayShift_days } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { countAddresses } from './collection-areas.queries.ts'
import {
  type AreaDay,
  findChange,
  findChangedDays,
  findChanges,
  findExceptionsOn,
  insertChange,
  lockAreas,
  type NewException,
  writeExceptions,
} from './collection-exceptions.queries.ts'
import { checkDaysPlanned, firstPlannedYear } from './planning-period.ts'

/** Returns a typed reason in the form that can follow 'Vervalt' or 'Verplaatst van …' in a Dutch sentence. */
const asClause = (typed: string) =>
  /^(wegens|vanwege|door|omdat|in verband met|i\.v\.m\.)\s/i.test(typed)
    ? `${typed[0]?.toLowerCase()}${typed.slice(1)}`
    : `wegens ${typed}`

const keyOf = ({ collection_area_id, category, day }: AreaDay) => `${collection_area_id} ${category} ${day}`
const distinct = <Value>(values: Value[]) => [...new Set(values)]
const conflict = (message: string): never => {
  throw new ApiError(409, message)
}

/** Throws 422 at `day` or `moved_to` when one of the days is outside the planning period. */
function checkPeriod(fields: Record<'day' | 'moved_to', string[]>) {
  checkDaysPlanned(fields)
  const firstYear = firstPlannedYear()
  for (const [field, days] of Object.entries(fields))
    if (days.some((day) => day < `${firstYear}-01-01`)) invalidField(field, `Kies een dag vanaf 1 januari ${firstYear}`)
}

/** Returns the keys of the collections that the rules plan in the areas and on the days of these collections. */
async function findPlannedKeys(db: Db, collections: AreaDay[]) {
  const days = collections.map(({ day }) => day).sort()
  const [from = '', last = ''] = [days[0], days.at(-1)]
  // A holiday can move a planned collection to a later day.
  const to = textOf(dayOf(last) + maxHolidayShift_days)
  const yearIn = (day: string) => Number(day.slice(0, 4))
  // Treats the years as published, because an exception can be made before the publication.
  const published = Array.from({ length: yearIn(last) - yearIn(from) + 1 }, (_, index) => yearIn(from) + index)
  const areas = distinct(collections.map(({ collection_area_id }) => collection_area_id))
  const rules = await findRules(
    db,
    areas.map((id) => ({ id })),
  )
  return new Set(
    areas.flatMap((collection_area_id) => {
      const plan = {
        rules: rules.filter((it) => it.collection_area_id === collection_area_id),
        exceptions: [],
        published,
      }
      return collectionDays(plan, from, to).map(({ category, planned }) =>
        keyOf({ collection_area_id, category, day: planned }),
      )
    }),
  )
}

/**
 * Returns the exceptions on these days, and whether each still has the given revision. Revision 0 means no exception.
 */
async function findStored(transaction: Db, seen: (AreaDay & { revision: number })[]) {
  const stored = await findExceptionsOn(transaction, seen)
  const revisions = new Map(stored.map((it) => [keyOf(it), it.revision]))
  return { stored, isUnchanged: seen.every((it) => (revisions.get(keyOf(it)) ?? 0) === it.revision) }
}

/** Returns the states of collections as the log stores them: by area, stream and planned day. */
const loggedStates = (
  collections: Pick<NewException, keyof AreaDay | 'state' | 'moved_to'>[],
  areas: { id: number; name: string }[],
) =>
  Object.fromEntries(
    collections.map(({ collection_area_id, category, day, state, moved_to }) => {
      const area = areas.find(({ id }) => id === collection_area_id)?.name ?? ''
      const now = { moved: `naar ${moved_to}`, cancelled: 'vervalt', withdrawn: 'gepland' }[state]
      return [`${area}, ${wasteStreamNames[category as CalendarCategory]} op ${day}`, now]
    }),
  )

/** Stores new states as one change with its audit entry. */
async function storeChange(
  {
    transaction,
    employee,
    actor,
  }: { transaction: Db; employee: SessionEmployee; actor: Call<typeof changeCollections>['actor'] },
  municipality_id: number,
  kind: CollectionChange['kind'],
  exceptions: NewException[],
) {
  const before = await findExceptionsOn(transaction, exceptions)
  const change_id = await insertChange(transaction, municipality_id, employee.id, kind)
  await writeExceptions(transaction, change_id, exceptions)
  const known = await findAreas(transaction, municipality_id)
  const areas = distinct(exceptions.map(({ collection_area_id }) => collection_area_id)).map((id) => ({ id }))
  const addresses = await countAddresses(transaction, municipality_id, areas)
  const object = { kind: 'collection_change', key: change_id } as const
  const planned = exceptions.map((it) => ({ ...it, state: 'withdrawn' as const, moved_to: null }))
  await recordPlanningChange(transaction, actor, object, {
    before: { ...loggedStates(planned, known), ...loggedStates(before, known) },
    after: loggedStates(exceptions, known),
  })
  return { change_id, collections: exceptions.length, addresses }
}

const states = { move: 'moved', cancel: 'cancelled', restore: 'withdrawn' } as const

/** Returns the new states of the collections. */
const statesAfter = ({ action, reason, collections }: CollectionChangeInput): NewException[] =>
  collections.map(({ area_id, category, day, moved_to }) => ({
    collection_area_id: area_id,
    category,
    day,
    state: states[action],
    moved_to: action === 'move' ? (moved_to ?? null) : null,
    reason: action === 'restore' || !reason ? '' : asClause(reason),
  }))

/**
 * Moves, cancels or restores collections in one transaction. Throws 404 for an unknown area. Throws 409 when a
 * colleague has changed one of the collections. Throws 422 when the rules do not plan one of them.
 */
export const changePlan = ({ db, employee, body, actor }: Call<typeof changeCollections>) =>
  db.transaction(async (transaction) => {
    const municipality_id = await ownMunicipality(transaction, employee, body.municipality_id)
    const exceptions = statesAfter(body)
    checkPeriod({
      day: exceptions.map(({ day }) => day),
      moved_to: exceptions.flatMap(({ moved_to }) => (moved_to === null ? [] : [moved_to])),
    })
    const area_ids = distinct(exceptions.map(({ collection_area_id }) => collection_area_id))
    const known = await findAreas(transaction, municipality_id)
    if (area_ids.some((area_id) => !known.some(({ id }) => id === area_id))) notFound('Dit ophaalgebied bestaat niet')
    await lockAreas(transaction, area_ids)
    const planned = await findPlannedKeys(transaction, exceptions)
    if (exceptions.some((it) => !planned.has(keyOf(it))))
      invalidField('day', 'Volgens de regels is deze afvalstroom er op deze dag niet gepland')
    const seen = body.collections.map(({ area_id, ...rest }) => ({ collection_area_id: area_id, ...rest }))
    const { stored, isUnchanged } = await findStored(transaction, seen)
    if (!isUnchanged)
      conflict('Een collega heeft dit intussen gewijzigd. Bekijk de nieuwe planning en probeer het opnieuw')
    if (body.action === 'restore' && stored.filter(({ state }) => state !== 'withdrawn').length < exceptions.length)
      invalidField('day', 'Op deze dag is hier niets verplaatst of vervallen')
    return storeChange({ transaction, employee, actor }, municipality_id, 'planner', exceptions)
  })

/**
 * Restores the states that collections had before a change. Throws 404 for an unknown change. Throws 409 when new rules
 * made the change, and when one of the collections was changed again.
 */
export const undoChange = ({ db, employee, params, actor }: Call<typeof undoCollectionChange>) =>
  db.transaction(async (transaction) => {
    const { municipality_id, kind } =
      (await findChange(transaction, employee, params.change_id)) ?? notFound('Deze wijziging bestaat niet')
    const days = await findChangedDays(transaction, params.change_id)
    await lockAreas(transaction, distinct(days.map(({ collection_area_id }) => collection_area_id)))
    const { isUnchanged } = await findStored(transaction, days)
    requireAllowed(mayUndoCollectionChange({ kind, is_latest: days.length > 0 && isUnchanged }))
    const exceptions = days.map(({ revision, ...before }) => before)
    return storeChange({ transaction, employee, actor }, municipality_id, 'undo', exceptions)
  })

const asState = (state: NewException['state'], moved_to: string | null, reason: string) => ({
  state: state === 'withdrawn' ? ('planned' as const) : state,
  moved_to,
  reason: state === 'withdrawn' ? null : reason,
})

/** Returns the last changes of a municipality, or of one planned collection, newest first. */
export async function changesOf({ db, employee, params, query }: Call<typeof listCollectionChanges>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const { area, category, day } = query
  const of = area && category && day ? { collection_area_id: area, category, day } : null
  return (await findChanges(db, municipality_id, of)).map(
    ({ category, day, state, moved_to, reason, state_before, moved_to_before, reason_before, ...change }) => ({
      ...change,
      first: {
        category: category as CalendarCategory,
        day,
        before: asState(state_before, moved_to_before, reason_before),
        after: asState(state, moved_to, reason),
      },
    }),
  )
}
