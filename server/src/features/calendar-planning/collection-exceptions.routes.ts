import {
  ApiError,
  listCollectionYears,
  listExceptions,
  previewException,
  publishCollectionYear,
  type Received,
  saveException,
  withdrawException,
} from '@rd4-loket/contract'
import {
  exceptionKey,
  findLastChanges,
  recordChange,
  yearKey,
} from '../../domain/collection-days/collection-changes.queries.ts'
import { findAreas, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import {
  countAddresses,
  findCollectionYears,
  findExceptions,
  keepException,
  keepPublication,
  withdraw,
} from './collection-exceptions.queries.ts'
import { firstPlannedYear, lastPlannedYear, refuseBeyondPlan } from './planning-period.ts'

/** A reason is read after 'Vervalt' or 'Verplaatst van …'. */
const asReason = (typed: string) =>
  /^(wegens|vanwege|door|omdat|in verband met|i\.v\.m\.)\s/i.test(typed)
    ? `${typed[0]?.toLowerCase()}${typed.slice(1)}`
    : `wegens ${typed}`

/** Refuses days outside the years that are planned. */
function checkDays({ day, moved_to }: { day: string; moved_to?: string | null | undefined }) {
  refuseBeyondPlan({ day: [day], moved_to: [moved_to] })
  const first = firstPlannedYear()
  for (const [field, it] of Object.entries({ day, moved_to }))
    if (it && it < `${first}-01-01`)
      throw new ApiError(422, invalidInput, { [field]: [`Kies een dag vanaf 1 januari ${first}`] })
}

/** What an administrator changes in the collections: single days, and when a year is told. */
export function collectionSettingRoutes(api: Api, db: Db) {
  /** The areas whose rules have this stream on this day, and how many addresses they hold. */
  async function reach(at: Db, employee: SessionEmployee, asked: Received<typeof saveException>['body']) {
    const municipality_id = await ownMunicipality(at, employee, asked.municipality_id)
    checkDays(asked)
    const { area_id, category, day } = asked
    const areas = (await findAreas(at, municipality_id)).filter(({ id }) => id === (area_id ?? id))
    const ids = areas.map(({ id }) => id)
    const rules = Map.groupBy(
      (await findRules(at, ids)).filter((rule) => rule.category === category),
      ({ collection_area_id }) => collection_area_id,
    )
    // A year can be changed before it is published.
    const published = new Set([Number(day.slice(0, 4))])
    const touched = areas.filter(({ id }) => {
      const plan = { rules: rules.get(id) ?? [], exceptions: [], published }
      // A holiday may have pushed the day further.
      return collectionDays(plan, day, `${day.slice(0, 4)}-12-31`).some(({ planned }) => planned === day)
    })
    if (touched.length === 0)
      throw new ApiError(422, invalidInput, {
        day: ['Volgens de regels is deze afvalsoort er op deze dag niet gepland'],
      })
    const reached = touched.map(({ id }) => id)
    const addresses = await countAddresses(at, municipality_id, reached)
    return { areas: touched.map(({ id, name }) => ({ id, name })), addresses }
  }

  answer(api, previewException, ({ employee, body }) => reach(db, employee, body))

  answer(api, saveException, ({ employee, body, actor }) =>
    db.transaction().execute(async (transaction) => {
      const found = await reach(transaction, employee, body)
      const { category, day, moved_to = null, reason } = body
      await keepException(
        transaction,
        found.areas.map(({ id }) => id),
        { category, day, moved_to, reason: asReason(reason) },
      )
      const key = exceptionKey(body.municipality_id, body)
      await recordChange(transaction, actor, { kind: 'collection_exception', key })
      return found
    }),
  )

  answer(api, withdrawException, ({ employee, body, actor }) =>
    db.transaction().execute(async (transaction) => {
      const municipality_id = await ownMunicipality(transaction, employee, body.municipality_id)
      if (!(await withdraw(transaction, municipality_id, body.area_ids, body.category, body.day)))
        notFound('Op deze dag is hier niets verplaatst of vervallen')
      const key = exceptionKey(municipality_id, body)
      await recordChange(transaction, actor, { kind: 'collection_exception', key })
      return null
    }),
  )

  const inPath = (employee: SessionEmployee, { municipality_id }: { municipality_id: string }) =>
    ownMunicipality(db, employee, Number(municipality_id))

  answer(api, listExceptions, async ({ employee, params }) => {
    const municipality_id = await inPath(employee, params)
    const keyOf = (it: { category: string; day: string }) => exceptionKey(municipality_id, it)
    const exceptions = await findExceptions(db, municipality_id)
    const changes = await findLastChanges(db, ['collection_exception'], exceptions.map(keyOf))
    return exceptions.map((it) => ({ ...it, changed: changes.get(keyOf(it)) ?? null }))
  })

  answer(api, listCollectionYears, async ({ employee, params }) => {
    const municipality_id = await inPath(employee, params)
    const keyOf = ({ year }: { year: number }) => yearKey(municipality_id, year)
    const years = await findCollectionYears(db, municipality_id)
    const changes = await findLastChanges(db, ['collection_year'], years.map(keyOf))
    return years.map((it) => ({ ...it, changed: changes.get(keyOf(it)) ?? null }))
  })

  answer(api, publishCollectionYear, async ({ employee, params, body: { published_on }, actor }) => {
    const year = Number(params.year)
    const municipality_id = await inPath(employee, params)
    const [first, last] = [firstPlannedYear(), lastPlannedYear()]
    if (year < first || year > last)
      throw new ApiError(422, invalidInput, { year: [`Kies een jaar van ${first} tot en met ${last}`] })
    refuseBeyondPlan({ published_on: [published_on] })
    await db.transaction().execute(async (transaction) => {
      await keepPublication(transaction, municipality_id, year, published_on)
      await recordChange(transaction, actor, { kind: 'collection_year', key: yearKey(municipality_id, year) })
    })
    return { year, published_on }
  })
}
