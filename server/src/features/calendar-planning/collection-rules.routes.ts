import {
  ApiError,
  listAreaRules,
  previewSchedule,
  type ScheduleChange,
  type ScheduleInput,
  saveSchedule,
} from '@rd4-loket/contract'
import { findLastChanges, recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { findAreas, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { findDivision, findNamedDoors } from './collection-areas.queries.ts'
import { countAddresses, withdraw } from './collection-exceptions.queries.ts'
import { changeRules, findPublishedYears, findStreamExceptions } from './collection-rules.queries.ts'
import { lastPlannedYear, refuseBeyondPlan } from './planning-period.ts'
import { comingDays, rulesUnder } from './schedule.ts'

/** So many days before and after a change are enough to see whether it is the right one. */
const shownDays = 6

const refused = (errors: Record<string, string[]>) => new ApiError(422, invalidInput, errors)

function checkDays({ from, until, first_day, days }: ScheduleInput) {
  const now = today()
  if (from < now) throw refused({ from: ['Kies vandaag of een latere dag: wat geweest is, blijft staan'] })
  refuseBeyondPlan({ from: [from], until: [until], first_day: [first_day], days: days ?? [] })
}

/** What an administrator changes in the rules: how often, or on which days, a stream comes from a day on. */
export function collectionRuleRoutes(api: Api, db: Db) {
  answer(api, listAreaRules, async ({ employee, params }) => {
    const municipality_id = await ownMunicipality(db, employee, Number(params.municipality_id))
    const areas = await findAreas(db, municipality_id)
    const ids = areas.map(({ id }) => id)
    const now = today()
    const current = (await findRules(db, ids))
      .map((rule) => ({ ...rule, days: rule.days?.filter((day) => day >= now) ?? null }))
      .filter(({ days, valid_to }) => (days === null ? valid_to === null || valid_to >= now : days.length > 0))
    const rulesOf = Map.groupBy(current, ({ collection_area_id }) => collection_area_id)
    const { ranges } = await findDivision(db, municipality_id)
    const doors = await findNamedDoors(db, municipality_id)
    const changes = await findLastChanges(db, ['collection_area', 'collection_rules'], ids)
    return areas.map(({ id, name }) => ({
      id,
      name,
      postal_codes: ranges
        .filter((it) => it.collection_area_id === id)
        .map(({ collection_area_id, ...range }) => range),
      addresses: doors.filter((it) => it.collection_area_id === id).map(({ text }) => text),
      rules: (rulesOf.get(id) ?? [])
        .map(({ collection_area_id, ...rule }) => rule)
        .sort((one, other) => one.valid_from.localeCompare(other.valid_from)),
      changed: changes.get(`${id}`) ?? null,
    }))
  })

  /** What a schedule would change; the days of the exceptions that it leaves without a day are in `without`. */
  async function look(at: Db, employee: SessionEmployee, schedule: ScheduleInput) {
    const { category, from } = schedule
    const municipality_id = await ownMunicipality(at, employee, schedule.municipality_id)
    const area =
      (await findAreas(at, municipality_id)).find(({ id }) => id === schedule.area_id) ??
      notFound('Dit ophaalgebied bestaat niet')
    checkDays(schedule)
    // A year further: what ends with the last day must show.
    const lastYear = lastPlannedYear() + 1
    const rules = await findRules(at, [area.id])
    const exceptions = await findStreamExceptions(at, area.id, category)
    const after = { rules: rulesUnder(schedule, rules), exceptions }
    const [are, become] = [{ rules, exceptions }, after].map((plan) => comingDays(plan, category, from, lastYear))
    const one = new Set(are?.map(({ day }) => day))
    const other = new Set(become?.map(({ day }) => day))
    const changed = [...one.symmetricDifference(other)]
    if (changed.length === 0) throw refused({ category: ['Hier verandert niets aan: de ophaaldagen zijn al zo'] })
    const planned = new Set(comingDays({ ...after, exceptions: [] }, category, from, lastYear).map((it) => it.planned))
    const without = exceptions.filter(({ day }) => day >= from && !planned.has(day)).map(({ day }) => day)
    const years = new Set(changed.map((day) => Number(day.slice(0, 4))))
    const found: ScheduleChange = {
      area: { id: area.id, name: area.name },
      addresses: await countAddresses(at, municipality_id, [area.id]),
      before: [...one].slice(0, shownDays),
      after: [...other].slice(0, shownDays),
      published: (await findPublishedYears(at, municipality_id)).filter((year) => years.has(year)),
      withdrawn: without.length,
    }
    return { found, without }
  }

  answer(api, previewSchedule, async ({ employee, body }) => (await look(db, employee, body)).found)

  answer(api, saveSchedule, ({ employee, body, actor }) =>
    db.transaction().execute(async (transaction) => {
      const { found, without } = await look(transaction, employee, body)
      await changeRules(transaction, found.area.id, (rules) => rulesUnder(body, rules))
      for (const day of without) await withdraw(transaction, body.municipality_id, [found.area.id], body.category, day)
      await recordChange(transaction, actor, { kind: 'collection_rules', key: found.area.id })
      return found
    }),
  )
}
