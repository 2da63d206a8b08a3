import type { listCollectionYears, publishCollectionYear } from '@rd4-loket/contract'
import { addLastChanges, recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Actor } from '../../platform/http/api.ts'
import { invalidField } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { firstPlannedYear, lastPlannedYear } from './planning-period.ts'
import { findCollectionYears, lockPublication, upsertPublication } from './publication.queries.ts'

const yearKey = (municipality_id: number, year: number) => `${municipality_id} ${year}`

/** Returns the publication days of this year and next year. */
export async function publicationYears({ db, employee, params }: Call<typeof listCollectionYears>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const years = await findCollectionYears(db, municipality_id)
  return addLastChanges(db, ['collection_year'], years, ({ year }) => yearKey(municipality_id, year))
}

/**
 * Throws 422 unless the publication day is in the year before or is the first day of the year. In the year itself,
 * every day until today is accepted. A later day would hide collections that take place before it.
 */
function checkPublicationDay(year: number, published_on: string) {
  const newYear = `${year}-01-01`
  const [last, lastText] = today() > newYear ? [today(), 'vandaag'] : [newYear, `1 januari ${year}`]
  if (published_on < `${year - 1}-01-01` || published_on > last)
    invalidField('published_on', `Kies een dag van 1 januari ${year - 1} tot en met ${lastText}`)
}

/** Sets the publication day of a year. Throws 422 for a year outside the planning period, and for a late day. */
export async function publishYear({ db, employee, params, body, actor }: Call<typeof publishCollectionYear>) {
  const { year } = params
  const { published_on } = body
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const [first, last] = [firstPlannedYear(), lastPlannedYear()]
  if (year < first || year > last) invalidField('year', `Kies een jaar van ${first} tot en met ${last}`)
  checkPublicationDay(year, published_on)
  await db.transaction((transaction) => storePublication(transaction, actor, { municipality_id, year, published_on }))
  return { year, published_on }
}

type Publication = { municipality_id: number; year: number; published_on: string }

/** Stores the publication day of a year, and logs the change. */
export async function storePublication(
  transaction: Db,
  actor: Actor,
  { municipality_id, year, published_on }: Publication,
) {
  const current = await lockPublication(transaction, municipality_id, year)
  await upsertPublication(transaction, municipality_id, year, published_on)
  const object = { kind: 'collection_year', key: yearKey(municipality_id, year) } as const
  const before = current === undefined ? undefined : { published_on: current }
  await recordPlanningChange(transaction, actor, object, { before, after: { published_on } })
}
