import type { Processing } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { purposeOfActivity } from '../../domain/access-log/access-log.queries.ts'
import type { Db } from '../../platform/database/database.ts'

/** Is this the number of a pass in the municipality (null: in any)? */
export async function passIsKnown(db: Db, municipality_id: number | null, number: string) {
  const { rows } = await sql`
    select from environmental_pass
    join resident on resident.id = resident_id
    join address on address.id = address_id
    join street on street.id = street_id
    where number = ${number} and (${municipality_id}::int is null or municipality_id = ${municipality_id})`.execute(db)
  return rows.length > 0
}

/** All that is kept of what was done with somebody's data, the last first. */
export async function findProcessings(db: Db, subject: string): Promise<Processing[]> {
  const { rows } = await sql<Omit<Processing, 'purpose'> & { activity: string }>`
    select dutch_time(start_time) as at, name as action, processing_activity_id as activity
    from processing_record where data_subject_id = ${subject} order by position desc`.execute(db)
  return rows.map(({ activity, ...processing }) => ({ ...processing, purpose: purposeOfActivity(activity) }))
}
