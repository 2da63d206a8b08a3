import type {
  listCollectionYears,
  listExceptions,
  publishCollectionYear,
  saveException,
  withdrawException,
} from '@rd4-loket/contract'
import { addLastChanges, recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { findAreas, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import { countAddresses } from './collection-areas.queries.ts'
import {
  findCollectionYears,
  findExceptions,
  upsertException,
  upsertPublication,
  withdrawFromAreas,
} from './collection-exceptions.queries.ts'
import { checkDaysPlanned, firstPlannedYear, lastPlannedYear } from './planning-period.ts'

const exceptionKey = (municipality_id: number, { category, day }: { category: string; day: string }) =>
  `${municipality_id} ${category} ${day}`
const yearKey = (municipality_id: number, year: number) => `${municipality_id} ${year}`

/** Returns the exceptions of a municipality from today on. */
export async function exceptionsOf({ db, employee, params }: Call<typeof listExceptions>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const exceptions = await findExceptions(db, municipality_id)
  return addLastChanges(db, ['collection_exception'], exceptions, (it) => exceptionKey(municipality_id, it))
}

/** Returns a typed reason in the form that can follow 'Vervalt' or 'Verplaatst van …' in a Dutch sentence. */
const asClause = (typed: string) =>
  /^(wegens|vanwege|door|omdat|in verband met|i\.v\.m\.)\s/i.test(typed)
    ? `${typed[0]?.toLowerCase()}${typed.slice(1)}`
    : `wegens ${typed}`

/** Returns the areas in which this stream is planned on this day, and their number of addresses. */
export async function previewImpact(db: Db, employee: SessionEmployee, input: Call<typeof saveException>['body']) {
  const { area_id, category, day, moved_to } = input
  const municipality_id = await ownMunicipality(db, employee, input.municipality_id)
  checkDaysPlanned({ day: [day], moved_to: [moved_to] })
  const firstYear = firstPlannedYear()
  for (const [field, value] of Object.entries({ day, moved_to }))
    if (value && value < `${firstYear}-01-01`) invalidField(field, `Kies een dag vanaf 1 januari ${firstYear}`)

  const candidates = (await findAreas(db, municipality_id)).filter(({ id }) => id === (area_id ?? id))
  const rules = await findRules(db, candidates)
  const year = Number(day.slice(0, 4))
  const areas = candidates
    .filter(({ id }) => {
      const ofStream = rules.filter((rule) => rule.collection_area_id === id && rule.category === category)
      // Treats the year as published, because an exception can be made before the publication.
      const plan = { rules: ofStream, exceptions: [], published: [year] }
      // Searches until the end of the year, because a holiday can move the planned collection to a later day.
      return collectionDays(plan, day, `${year}-12-31`).some(({ planned }) => planned === day)
    })
    .map(({ id, name }) => ({ id, name }))
  if (areas.length === 0) invalidField('day', 'Volgens de regels is deze afvalsoort er op deze dag niet gepland')
  return { areas, addresses: await countAddresses(db, municipality_id, areas) }
}

/** Moves or cancels a planned day. */
export const changeException = ({ db, employee, body, actor }: Call<typeof saveException>) =>
  db.transaction().execute(async (transaction) => {
    const impact = await previewImpact(transaction, employee, body)
    const { municipality_id, category, day, moved_to = null, reason } = body
    const area_ids = impact.areas.map(({ id }) => id)
    await upsertException(transaction, area_ids, { category, day, moved_to, reason: asClause(reason) })
    await recordChange(transaction, actor, { kind: 'collection_exception', key: exceptionKey(municipality_id, body) })
    return impact
  })

/** Withdraws an exception, so that the rules apply again. Throws 404 when it does not exist. */
export const endException = ({ db, employee, body, actor }: Call<typeof withdrawException>) =>
  db.transaction().execute(async (transaction) => {
    const municipality_id = await ownMunicipality(transaction, employee, body.municipality_id)
    if (!(await withdrawFromAreas(transaction, municipality_id, body.area_ids, body)))
      notFound('Op deze dag is hier niets verplaatst of vervallen')
    await recordChange(transaction, actor, { kind: 'collection_exception', key: exceptionKey(municipality_id, body) })
    return null
  })

/** Returns the publication days of this year and next year. */
export async function publicationYears({ db, employee, params }: Call<typeof listCollectionYears>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const years = await findCollectionYears(db, municipality_id)
  return addLastChanges(db, ['collection_year'], years, ({ year }) => yearKey(municipality_id, year))
}

/** Sets the publication day of a year. Throws 422 for a year or a day outside the planning period. */
export async function publishYear({ db, employee, params, body, actor }: Call<typeof publishCollectionYear>) {
  const { year } = params
  const { published_on } = body
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const [first, last] = [firstPlannedYear(), lastPlannedYear()]
  if (year < first || year > last) invalidField('year', `Kies een jaar van ${first} tot en met ${last}`)
  checkDaysPlanned({ published_on: [published_on] })
  await db.transaction().execute(async (transaction) => {
    await upsertPublication(transaction, municipality_id, year, published_on)
    await recordChange(transaction, actor, { kind: 'collection_year', key: yearKey(municipality_id, year) })
  })
  return { year, published_on }
}
