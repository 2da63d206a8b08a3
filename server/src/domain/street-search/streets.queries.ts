import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { spellingParts, streetKey, streetSpellings } from './street-key.ts'

/** A street as people know it: its name, in a town or village of a municipality. */
export type StreetName = { municipality_id: number; city: string; name: string }

const columnsOf = (streets: StreetName[]) => sql`unnest(
  ${streets.map(({ municipality_id }) => municipality_id)}::int[],
  ${streets.map(({ city }) => city)}::text[],
  ${streets.map(({ name }) => name)}::text[])`

/** The ids of streets, in the order asked; the ones that were not there yet are made, with all that they are found by. */
export async function findOrInsertStreets(db: Db, streets: StreetName[]): Promise<number[]> {
  const { rows: known } = await sql<{ n: number; id: number }>`
    select asked.n::int, street.id
    from ${columnsOf(streets)} with ordinality as asked (municipality_id, city, name, n)
    join street using (municipality_id, city, name)`.execute(db)
  const ids: (number | undefined)[] = streets.map(() => undefined)
  for (const { n, id } of known) ids[n - 1] = id
  const missing = streets.flatMap((street, index) => (ids[index] === undefined ? [{ ...street, index }] : []))
  if (missing.length > 0)
    for (const [n, id] of (await insertStreets(db, missing)).entries()) ids[missing[n]?.index ?? -1] = id
  return ids as number[]
}

async function insertStreets(db: Db, streets: StreetName[]): Promise<number[]> {
  await insertStreetNames(db, [...new Set(streets.map(({ name }) => name))])
  await sql`
    insert into town (municipality_id, name)
    select distinct municipality_id, city from ${columnsOf(streets)} as made (municipality_id, city, name)
    on conflict do nothing`.execute(db)
  // The ids come first, so that the answer need not ask which row got which.
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('street', 'id'))::int as id
    from generate_series(1, ${streets.length}::int)`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into street (id, municipality_id, city, name, key, spellings)
    select * from unnest(
      ${ids}::int[],
      ${streets.map(({ municipality_id }) => municipality_id)}::int[],
      ${streets.map(({ city }) => city)}::text[],
      ${streets.map(({ name }) => name)}::text[],
      ${streets.map(({ name }) => streetKey(name))}::text[],
      ${streets.map(({ name }) => spellingsText(name))}::text[])`.execute(db)
  return ids
}

/** What the column `street.spellings` holds for a name. */
export const spellingsText = (name: string) => ` ${streetSpellings(name).join(' ')} `

/** Adds names that are new in the country, or written in a new way, with the parts by which they are found. */
async function insertStreetNames(db: Db, names: string[]) {
  const spellings = names.flatMap((name) =>
    streetSpellings(name).map((spelling) => ({ key: streetKey(name), spelling, name })),
  )
  await sql`
    insert into street_name (key) select distinct key from unnest(${names.map(streetKey)}::text[]) as made (key)
    on conflict do nothing`.execute(db)
  const { rows: missing } = await sql<{ name: string }>`
    select distinct name
    from unnest(
      ${spellings.map(({ key }) => key)}::text[],
      ${spellings.map(({ spelling }) => spelling)}::text[],
      ${spellings.map(({ name }) => name)}::text[]) as made (key, spelling, name)
    where not exists (
      select from street_name_part known
      where not known.inside and known.part = made.spelling and known.key = made.key
    )`.execute(db)
  const parts = missing.flatMap(({ name }) =>
    spellingParts(streetSpellings(name)).map((part) => ({ ...part, key: streetKey(name) })),
  )
  await sql`
    insert into street_name_part (inside, part, key)
    select * from unnest(
      ${parts.map(({ inside }) => inside)}::boolean[],
      ${parts.map(({ part }) => part)}::text[],
      ${parts.map(({ key }) => key)}::text[])
    on conflict do nothing`.execute(db)
}
