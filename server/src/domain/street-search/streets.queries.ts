import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, allValues, runSql } from '../../platform/database/statements.queries.ts'
import { inMunicipality, type Viewer } from '../places/in-municipality.queries.ts'

/** The identity of a street: a name in a town of a municipality. */
export type StreetName = { municipality_id: number; city: string; name: string }

const rowsOf = (streets: StreetName[]) => sql`unnest(
  ${streets.map(({ municipality_id }) => municipality_id)}::int[],
  ${streets.map(({ city }) => city)}::text[],
  ${streets.map(({ name }) => name)}::text[])`

/** Returns the ids of the streets that exist, as a map by their index in `streets`. */
export async function findStreetIds(db: Db, streets: StreetName[]): Promise<Map<number, number>> {
  const rows = await allRows<{ position: number; id: number }>(db)`
    select given.position::int, street.id
    from ${rowsOf(streets)} with ordinality as given (municipality_id, city, name, position)
    join street using (municipality_id, city, name)`
  return new Map(rows.map(({ position, id }) => [position - 1, id]))
}

/** Inserts streets and their missing towns. Returns the ids in the order of `streets`. */
export async function insertStreets(
  db: Db,
  streets: (StreetName & { key: string; spellings: string })[],
): Promise<number[]> {
  await runSql(db)`
    insert into town (municipality_id, name)
    select distinct municipality_id, city from ${rowsOf(streets)} as given (municipality_id, city, name)
    on conflict do nothing`
  // The ids are taken from the sequence first, because `returning` does not guarantee the order of the rows.
  const ids = await allValues<number>(db)`
    select nextval(pg_get_serial_sequence('street', 'id'))::int
    from generate_series(1, ${streets.length}::int)`
  await runSql(db)`
    insert into street (id, municipality_id, city, name, key, spellings)
    select * from unnest(
      ${ids}::int[],
      ${streets.map(({ municipality_id }) => municipality_id)}::int[],
      ${streets.map(({ city }) => city)}::text[],
      ${streets.map(({ name }) => name)}::text[],
      ${streets.map(({ key }) => key)}::text[],
      ${streets.map(({ spellings }) => spellings)}::text[])`
  return ids
}

/** Inserts the keys of street names that do not exist yet in the country. */
export const insertStreetNames = (db: Db, keys: string[]) => runSql(db)`
  insert into street_name (key) select distinct key from unnest(${keys}::text[]) as given (key)
  on conflict do nothing`

/** Returns the names with a spelling that is not yet in `street_name_part`. */
export function findNamesWithoutParts(db: Db, spellings: { key: string; spelling: string; name: string }[]) {
  return allValues<string>(db)`
    select distinct name
    from unnest(
      ${spellings.map(({ key }) => key)}::text[],
      ${spellings.map(({ spelling }) => spelling)}::text[],
      ${spellings.map(({ name }) => name)}::text[]) as given (key, spelling, name)
    where not exists (
      select from street_name_part existing
      where not existing.inside and existing.part = given.spelling and existing.key = given.key
    )`
}

export const insertNameParts = (db: Db, parts: { inside: boolean; part: string; key: string }[]) => runSql(db)`
  insert into street_name_part (inside, part, key)
  select * from unnest(
    ${parts.map(({ inside }) => inside)}::boolean[],
    ${parts.map(({ part }) => part)}::text[],
    ${parts.map(({ key }) => key)}::text[])
  on conflict do nothing`

/** Returns the street names with an id above `lastId`, sorted by id. */
export const findStreetNamesAfter = (db: Db, lastId: number) => allRows<{ id: number; key: string }>(db)`
  select id, key from street_name where id > ${lastId} order by id`

/**
 * Returns the keys of street names that match another reading of a typed name, without duplicates. In `step`:
 * 1. a spelling of the name equals one of the keys;
 * 2. a spelling begins with the head, and ends with the tail, of a split name;
 * 3. a spelling begins with one of the keys, or contains it. The key has at least four letters.
 * Reads at most 50 names for each way in which a key or a split name can match.
 */
export const findRespelledNames = (db: Db, keys: string[], splits: { head: string; tail: string }[]) =>
  allRows<{ key: string; step: number }>(db)`
    select key, min(step) as step
    from (
      select found.key, found.step
      from (select key collate "C" as typed from unnest(${keys}::text[]) as given (key)) given
      cross join lateral (
        (
          select key, case when part = typed then 1 else 3 end as step from street_name_part
          where not inside and part >= typed and part < typed || '~' and (part = typed or length(typed) >= 4)
          order by part, key limit ${maxRespelled}
        )
        union all
        (
          select key, 3 from street_name_part
          where inside and part >= typed and part < typed || '~' and length(typed) >= 4
          order by part, key limit ${maxRespelled}
        )
      ) found
      union all
      select found.key, 2
      from (
        select head collate "C" as head, tail collate "C" as tail
        from unnest(
          ${splits.map(({ head }) => head)}::text[],
          ${splits.map(({ tail }) => tail)}::text[]) as given (head, tail)
      ) given
      cross join lateral (
        select key from street_name_part named
        where inside and part = tail and exists (
          select from street_name_part spelling
          where spelling.key = named.key and not spelling.inside
            and spelling.part >= head and spelling.part < head || '~')
        limit ${maxRespelled}
      ) found
    ) found
    group by key order by key`

const maxRespelled = 50

/** A town or village, with its municipality. */
export type Town = { name: string; municipality: { id: number; name: string } }

/** Returns the first towns that the caller may see and whose key begins with this key, in alphabetical order. */
export const findTownsByKey = (db: Db, viewer: Viewer, key: string, limit: number) => allRows<Town>(db)`
  select town.name, jsonb_build_object('id', municipality.id, 'name', municipality.name) as municipality
  from town join municipality on municipality.id = municipality_id
  where town.key >= ${key} and town.key < ${`${key}~`} and ${inMunicipality(viewer, sql`municipality.id`)}
  order by town.key, municipality.id limit ${limit}`
