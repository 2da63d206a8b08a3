import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { streetKey } from './street-key.ts'
import { type Among, type StreetWalk, streetsCloseTo, streetsNamed } from './street-scan.queries.ts'

/** A street to choose from while one types. */
export type StreetSuggestion = { street: string; city: string; municipality: { id: number; name: string } }

/** The first streets whose names are as typed, or where there are none those whose names are close to it. */
export async function suggestStreets(db: Db, among: Among & { limit: number }): Promise<StreetSuggestion[]> {
  const found: StreetSuggestion[] = []
  const take = async ({ streetsFrom }: StreetWalk) => {
    if (found.length >= among.limit) return
    const { rows } = await sql<StreetSuggestion>`
      select street.name as street, city, jsonb_build_object('id', municipality_id, 'name', municipality.name) as municipality
      from (select * from (${streetsFrom(undefined)}) street limit ${among.limit - found.length}) street
      join municipality on municipality.id = municipality_id
      order by part, key, city collate "C", street.id`.execute(db)
    found.push(...rows)
  }
  for (const streets of streetsNamed(among)) await take(streets)
  if (found.length > 0) return found
  for await (const close of streetsCloseTo(db, among)) {
    await take(close)
    if (found.length > 0) break
  }
  return found
}

/** A town or village, with its municipality. */
export type Place = { name: string; municipality: { id: number; name: string } }

/** The places whose names begin as typed, the name itself first. */
export async function findTowns(db: Db, typed: string, limit = 10): Promise<Place[]> {
  const key = streetKey(typed)
  if (key === '') return []
  const { rows } = await sql<Place>`
    select town.name, jsonb_build_object('id', municipality.id, 'name', municipality.name) as municipality
    from town join municipality on municipality.id = municipality_id
    where town.key >= ${key} and town.key < ${`${key}~`}
    order by town.key, municipality.id limit ${limit}`.execute(db)
  return rows
}
