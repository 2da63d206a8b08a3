import {
  CalendarCategory,
  type CollectionListChange,
  type CollectionListInput,
  type CollectionRule,
  type LoggedValues,
  type ScheduleChange,
  type ScheduleInput,
} from '@rd4-loket/contract'
import { requireArea } from '../../domain/collection-days/calendar-access.ts'
import { recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import {
  type AreaException,
  type CollectionPlan,
  findRules,
  type MunicipalArea,
} from '../../domain/collection-days/collection-days.queries.ts'
import { type CollectionDay, collectionDays } from '../../domain/collection-days/collection-days.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Actor, Caller } from '../../platform/http/api.ts'
import { invalidField } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { countAddresses } from './collection-areas.queries.ts'
import { insertChange, writeExceptions } from './collection-exceptions.queries.ts'
import { findActiveExceptions, findPublishedYears, updateRules } from './collection-rules.queries.ts'
import { parseCollectionList, yearsOf } from './parse-collection-list.ts'
import { checkDaysPlanned, lastPlannedYear } from './planning-period.ts'
import { rulesWithList, rulesWithSchedule } from './replaced-rules.ts'

/** The maximum number of days in a list of a preview, and per stream in the log. */
const shownDays = 6

/** The maximum number of rejected lines in a preview. */
const maxRejected = 100

/** A change of the rules of an area, not yet saved. */
type PlannedChange<Change> = {
  change: Change
  /** The collections before and after the change, as the log stores them. */
  logged: { before: LoggedValues; after: LoggedValues }
  area: MunicipalArea
  replaceRules: (rules: CollectionRule[]) => CollectionRule[]
  /** The exceptions on days that the new rules do not have. */
  withdrawn: AreaException[]
}

/** Saves a change of rules, and withdraws the exceptions on days that the new rules do not have. */
export const saveRules = <Input, Change>(
  { db, employee, body, actor }: { db: Db; employee: Caller; body: Input; actor: Actor },
  plan: (transaction: Db, employee: Caller, input: Input) => Promise<PlannedChange<Change>>,
): Promise<Change> =>
  db.transaction(async (transaction) => {
    const { change, logged, area, replaceRules, withdrawn } = await plan(transaction, employee, body)
    await updateRules(transaction, area.id, replaceRules)
    if (withdrawn.length > 0) {
      const change_id = await insertChange(transaction, area.municipality_id, employee.id, 'rules')
      const exceptions = withdrawn.map(({ category, day }) => ({
        ...{ collection_area_id: area.id, category, day },
        ...{ state: 'withdrawn' as const, moved_to: null, reason: '' },
      }))
      await writeExceptions(transaction, change_id, exceptions)
    }
    await recordPlanningChange(transaction, actor, { kind: 'collection_rules', key: area.id }, logged)
    return change
  })

/** Returns the first collections of each stream that are in `days` and not in `others`, as the log stores them. */
function daysOnlyIn(days: CollectionDay[], others: CollectionDay[]): LoggedValues {
  const known = new Set(others.map(({ category, day }) => `${category} ${day}`))
  const values: Record<string, string[]> = {}
  for (const { category, day } of days) {
    if (known.has(`${category} ${day}`)) continue
    values[category] = [...(values[category] ?? []), day]
  }
  return Object.fromEntries(
    Object.entries(values).map(([category, own]) => [
      category,
      own.length > shownDays ? [...own.slice(0, shownDays), `nog ${own.length - shownDays} dagen`] : own,
    ]),
  )
}

/** Returns the collections that a change of rules removes and adds, as the log stores them. */
const loggedDays = ({ before, after }: { before: CollectionDay[]; after: CollectionDay[] }) => ({
  before: daysOnlyIn(before, after),
  after: daysOnlyIn(after, before),
})

const yearIn = (day: string) => Number(day.slice(0, 4))

/**
 * Returns an area's collections under the old and the new rules, from `from` until the end of `lastYear`. Includes
 * unpublished years, and omits cancelled collections. Returns only collections and withdrawn exceptions that match
 * `isAffected`.
 */
async function compareRules(
  db: Db,
  area: { id: number },
  replaceRules: PlannedChange<unknown>['replaceRules'],
  { from, lastYear }: { from: string; lastYear: number },
  isAffected: (collection: { category: CalendarCategory; day: string }) => boolean,
) {
  const rules = await findRules(db, [area])
  const exceptions = await findActiveExceptions(db, area.id)
  const published = Array.from({ length: lastYear - yearIn(from) + 2 }, (_, index) => yearIn(from) - 1 + index)
  const upcomingCollections = (plan: Omit<CollectionPlan, 'published'>) =>
    collectionDays({ ...plan, published }, from, `${lastYear}-12-31`).filter((it) => !it.cancelled && isAffected(it))
  const newRules = replaceRules(rules)
  const planned = new Set(
    upcomingCollections({ rules: newRules, exceptions: [] }).map((it) => `${it.category} ${it.planned}`),
  )
  return {
    before: upcomingCollections({ rules, exceptions }),
    after: upcomingCollections({ rules: newRules, exceptions }),
    withdrawn: exceptions.filter((it) => it.day >= from && isAffected(it) && !planned.has(`${it.category} ${it.day}`)),
  }
}

/** Returns the collections that new rules remove and add in these years, as the log stores them. */
export async function loggedDaysIn(
  db: Db,
  area: { id: number },
  replaceRules: PlannedChange<unknown>['replaceRules'],
  years: number[],
) {
  const period = { from: `${Math.min(...years)}-01-01`, lastYear: Math.max(...years) }
  return loggedDays(await compareRules(db, area, replaceRules, period, ({ day }) => years.includes(yearIn(day))))
}

/** Returns the fields that a change by schedule and a change by list both report. */
async function summarize(
  db: Db,
  { id, municipality_id, name }: MunicipalArea,
  years: number[],
  withdrawn: AreaException[],
) {
  return {
    area: { id, name },
    addresses: await countAddresses(db, municipality_id, [{ id }]),
    published: (await findPublishedYears(db, municipality_id)).filter((year) => years.includes(year)),
    withdrawn: withdrawn.length,
  }
}

/**
 * Returns the effect of a schedule. Throws 422 when no collection day changes, when the schedule begins before today,
 * or when it has a day after the last planned year.
 */
export async function planSchedule(
  db: Db,
  employee: Caller,
  schedule: ScheduleInput,
): Promise<PlannedChange<ScheduleChange>> {
  const { category, from, until, first_day, days } = schedule
  const municipality_id = await ownMunicipality(db, employee, schedule.municipality_id)
  const area = await requireArea(db, municipality_id, schedule.area_id)
  if (from < today()) invalidField('from', 'Kies vandaag of een latere dag: wat geweest is, blijft staan')
  checkDaysPlanned({ from: [from], until: [until], first_day: [first_day], days: days ?? [] })

  const replaceRules = (rules: CollectionRule[]) => rulesWithSchedule(rules, schedule)
  // Compares one extra year: a rule that ends on the last planned day changes only days after that day.
  const period = { from, lastYear: lastPlannedYear() + 1 }
  const ofStream = (it: { category: CalendarCategory }) => it.category === category
  const { withdrawn, ...compared } = await compareRules(db, area, replaceRules, period, ofStream)
  const before = new Set(compared.before.map(({ day }) => day))
  const after = new Set(compared.after.map(({ day }) => day))
  const changed = [...before.symmetricDifference(after)]
  if (changed.length === 0) invalidField('category', 'Hier verandert niets aan: de ophaaldagen zijn al zo')
  const change = {
    ...(await summarize(db, area, changed.map(yearIn), withdrawn)),
    before: [...before].slice(0, shownDays),
    after: [...after].slice(0, shownDays),
  }
  return { change, logged: loggedDays(compared), area, replaceRules, withdrawn }
}

/** Returns the effect of a list of days. Throws 422 when a column is missing, no line is usable, or no day changes. */
export async function planList(
  db: Db,
  employee: Caller,
  { text, ...input }: CollectionListInput,
): Promise<PlannedChange<CollectionListChange>> {
  const municipality_id = await ownMunicipality(db, employee, input.municipality_id)
  const area = await requireArea(db, municipality_id, input.area_id)
  const period = { from: today(), lastYear: lastPlannedYear() }
  const { listed, rejected } =
    parseCollectionList(text, { from: period.from, to: `${period.lastYear}-12-31` }) ??
    invalidField('text', 'De eerste regel noemt de kolommen datum en afvalstroom')
  const [first] = rejected
  if (listed.length === 0)
    invalidField(
      'text',
      first ? `Geen regel is bruikbaar. Regel ${first.line}: ${first.reason}` : 'In deze lijst staan geen dagen',
    )

  const years = yearsOf(listed)
  const replaceRules = (rules: CollectionRule[]) => rulesWithList(rules, listed, period.from)
  const inYears = ({ day }: { day: string }) => years.includes(yearIn(day))
  const { before, after, withdrawn } = await compareRules(db, area, replaceRules, period, inYears)
  const asText = (days: CollectionDay[]) => days.map(({ category, day }) => `${category} ${day}`).join()
  if (asText(before) === asText(after)) invalidField('text', 'Hier verandert niets aan: de ophaaldagen zijn al zo')
  const count = (days: CollectionDay[], category: CalendarCategory) =>
    days.filter((it) => it.category === category).length
  const change = {
    ...(await summarize(db, area, years, withdrawn)),
    years,
    streams: CalendarCategory.options
      .map((category) => ({ category, before: count(before, category), after: count(after, category) }))
      .filter((stream) => stream.before + stream.after > 0),
    rejected_lines: rejected.length,
    rejected: rejected.slice(0, maxRejected),
  }
  return { change, logged: loggedDays({ before, after }), area, replaceRules, withdrawn }
}
