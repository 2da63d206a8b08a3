import type { listCollectionYears, publishCollectionYear } from '@rd4-loket/contract'
import { addLastChanges, recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Actor } from '../../platform/http/api.ts'
import { invalidField } from '../../platform/http/errors.ts'
import { checkDaysPlanned, firstPlannedYear, lastPlannedYear } from './planning-period.ts'
import { findCollectionYears, lockPublication, upsertPublication } from './publication.queries.ts'

const yearKey = (municipality_id: number, year: number) => `${municipality_id} ${year}`

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
  await db
    .transaction()
    .execute((transaction) => storePublication(transaction, actor, { municipality_id, year, published_on }))
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
  await recordChange(transaction, actor, object, { before, after: { published_on } })
}
