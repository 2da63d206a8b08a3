import type { StreetSuggestion } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { streetKey } from './street-key.ts'
import { type StreetFilter, type StreetScan, scansByName, scansByTypingErrors } from './street-scan.queries.ts'

/** Returns the first streets whose names match the typed text; if none do, the streets whose names are close to it. */
export async function suggestStreets(db: Db, filter: StreetFilter & { limit: number }): Promise<StreetSuggestion[]> {
  const found: StreetSuggestion[] = []
  for (const scan of scansByName(filter))
    if (found.length < filter.limit) found.push(...(await findStreets(db, scan, filter.limit - found.length)))
  if (found.length > 0) return found
  for await (const scan of scansByTypingErrors(db, filter)) {
    const close = await findStreets(db, scan, filter.limit)
    if (close.length > 0) return close
  }
  return []
}

async function findStreets(db: Db, { streetsFrom }: StreetScan, limit: number) {
  const { rows } = await sql<StreetSuggestion>`
    select street.name as street, city, jsonb_build_object('id', municipality_id, 'name', municipality.name) as municipality
    from (select * from (${streetsFrom(undefined)}) street limit ${limit}) street
    join municipality on municipality.id = municipality_id
    order by part, key, city collate "C", street.id`.execute(db)
  return rows
}

/** A town or village, with its municipality. */
export type Town = { name: string; municipality: { id: number; name: string } }

/** Returns the towns whose names begin with the typed text, in alphabetical order. */
export async function findTowns(db: Db, typed: string, limit = 10): Promise<Town[]> {
  const key = streetKey(typed)
  if (key === '') return []
  const { rows } = await sql<Town>`
    select town.name, jsonb_build_object('id', municipality.id, 'name', municipality.name) as municipality
    from town join municipality on municipality.id = municipality_id
    where town.key >= ${key} and town.key < ${`${key}~`}
    order by town.key, municipality.id limit ${limit}`.execute(db)
  return rows
}
