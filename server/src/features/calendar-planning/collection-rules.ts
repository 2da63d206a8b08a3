import {
  CalendarCategory,
  type CollectionListChange,
  type CollectionListInput,
  type CollectionRule,
  type ScheduleChange,
  type ScheduleInput,
} from '@rd4-loket/contract'
import { requireArea } from '../../domain/collection-days/calendar-access.ts'
import { recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { type AreaException, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor, SessionEmployee } from '../../platform/http/api.ts'
import { invalidField } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { countAddresses } from './collection-areas.queries.ts'
import { withdrawFromAreas } from './collection-exceptions.queries.ts'
import { findPublishedYears, findStreamExceptions, updateRules } from './collection-rules.queries.ts'
import { parseCollectionList, yearsOf } from './parse-collection-list.ts'
import { checkDaysPlanned, lastPlannedYear } from './planning-period.ts'
import { rulesWithList, rulesWithSchedule } from './replaced-rules.ts'

/** The number of days before and after a change that a preview shows. */
const shownDays = 6

/** The number of rejected lines that a preview shows. */
const maxRejected = 100

type PlannedDay = { category: CalendarCategory; day: string }

/** A change of the rules of an area, not yet saved. */
type PlannedChange<Change> = {
  change: Change
  municipality_id: number
  replaceRules: (rules: CollectionRule[]) => CollectionRule[]
  /** The exceptions whose days are not planned any more. */
  withdrawn: PlannedDay[]
}

/** Saves a change of rules, and withdraws the exceptions that lost their day. */
export const saveRules = <Change extends { area: { id: number } }>(
  db: Db,
  actor: Actor,
  plan: (transaction: Db) => Promise<PlannedChange<Change>>,
): Promise<Change> =>
  db.transaction().execute(async (transaction) => {
    const { change, municipality_id, replaceRules, withdrawn } = await plan(transaction)
    const { id } = change.area
    await updateRules(transaction, id, replaceRules)
    for (const planned of withdrawn) await withdrawFromAreas(transaction, municipality_id, [id], planned)
    await recordChange(transaction, actor, { kind: 'collection_rules', key: id })
    return change
  })

/** The collections of a stream that take place, from a day until the end of a year, published or not. */
function comingDays(
  { rules, exceptions }: { rules: CollectionRule[]; exceptions: AreaException[] },
  category: CalendarCategory,
  from: string,
  lastYear: number,
) {
  const firstYear = Number(from.slice(0, 4)) - 1
  const published = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)
  return collectionDays({ rules, exceptions, published }, from, `${lastYear}-12-31`).filter(
    (it) => it.category === category && !it.cancelled,
  )
}

/** Returns the effect of a schedule. Throws 422 for days outside the planning period, and for a schedule without an effect. */
export async function planSchedule(
  db: Db,
  employee: SessionEmployee,
  schedule: ScheduleInput,
): Promise<PlannedChange<ScheduleChange>> {
  const { category, from, until, first_day, days } = schedule
  const municipality_id = await ownMunicipality(db, employee, schedule.municipality_id)
  const { id, name } = await requireArea(db, municipality_id, schedule.area_id)
  if (from < today()) invalidField('from', 'Kies vandaag of een latere dag: wat geweest is, blijft staan')
  checkDaysPlanned({ from: [from], until: [until], first_day: [first_day], days: days ?? [] })

  const replaceRules = (rules: CollectionRule[]) => rulesWithSchedule(rules, schedule)
  const rules = await findRules(db, [id])
  const exceptions = await findStreamExceptions(db, id, category)
  // One more year shows rules that end with the last planned day.
  const coming = (plan: Parameters<typeof comingDays>[0]) => comingDays(plan, category, from, lastPlannedYear() + 1)
  const before = new Set(coming({ rules, exceptions }).map(({ day }) => day))
  const after = new Set(coming({ rules: replaceRules(rules), exceptions }).map(({ day }) => day))
  const changed = [...before.symmetricDifference(after)]
  if (changed.length === 0) invalidField('category', 'Hier verandert niets aan: de ophaaldagen zijn al zo')
  const planned = new Set(coming({ rules: replaceRules(rules), exceptions: [] }).map((it) => it.planned))
  const withdrawn = exceptions.filter(({ day }) => day >= from && !planned.has(day))
  const years = new Set(changed.map((day) => Number(day.slice(0, 4))))
  const change = {
    area: { id, name },
    addresses: await countAddresses(db, municipality_id, [id]),
    before: [...before].slice(0, shownDays),
    after: [...after].slice(0, shownDays),
    published: (await findPublishedYears(db, municipality_id)).filter((year) => years.has(year)),
    withdrawn: withdrawn.length,
  }
  return { change, municipality_id, replaceRules, withdrawn }
}

/** Returns the effect of a list of days. Throws 422 for a list without usable lines, and for a list without an effect. */
export async function planList(
  db: Db,
  employee: SessionEmployee,
  { text, ...input }: CollectionListInput,
): Promise<PlannedChange<CollectionListChange>> {
  const municipality_id = await ownMunicipality(db, employee, input.municipality_id)
  const { id, name } = await requireArea(db, municipality_id, input.area_id)
  const from = today()
  const lastYear = lastPlannedYear()
  const { listed, rejected } =
    parseCollectionList(text, { from, to: `${lastYear}-12-31` }) ??
    invalidField('text', 'De eerste regel noemt de kolommen datum en afvalsoort')
  const [first] = rejected
  if (listed.length === 0)
    invalidField(
      'text',
      first ? `Geen regel is bruikbaar. Regel ${first.line}: ${first.reason}` : 'In deze lijst staan geen dagen',
    )

  const years = yearsOf(listed)
  const isInYears = ({ day }: { day: string }) => years.includes(Number(day.slice(0, 4)))
  const replaceRules = (rules: CollectionRule[]) => rulesWithList(rules, listed, from)
  const rules = await findRules(db, [id])
  const streams: CollectionListChange['streams'] = []
  const withdrawn: PlannedDay[] = []
  let hasChanged = false
  for (const category of CalendarCategory.options) {
    const exceptions = await findStreamExceptions(db, id, category)
    const coming = (plan: Parameters<typeof comingDays>[0]) =>
      comingDays(plan, category, from, lastYear).filter(isInYears)
    const before = coming({ rules, exceptions }).map(({ day }) => day)
    const after = coming({ rules: replaceRules(rules), exceptions }).map(({ day }) => day)
    if (before.length + after.length > 0) streams.push({ category, before: before.length, after: after.length })
    hasChanged ||= before.join() !== after.join()
    const planned = new Set(coming({ rules: replaceRules(rules), exceptions: [] }).map((it) => it.planned))
    withdrawn.push(...exceptions.filter((it) => it.day >= from && isInYears(it) && !planned.has(it.day)))
  }
  if (!hasChanged) invalidField('text', 'Hier verandert niets aan: de ophaaldagen zijn al zo')
  const change = {
    area: { id, name },
    addresses: await countAddresses(db, municipality_id, [id]),
    years,
    streams,
    rejected_lines: rejected.length,
    rejected: rejected.slice(0, maxRejected),
    published: (await findPublishedYears(db, municipality_id)).filter((year) => years.includes(year)),
    withdrawn: withdrawn.length,
  }
  return { change, municipality_id, replaceRules, withdrawn }
}
