import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Town } from '../../domain/street-search/streets.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

const maxTowns = 10

const townColumns = sql`town.name, jsonb_build_object('id', municipality.id, 'name', municipality.name) as municipality`
const joinedTowns = sql`
  join town on town.municipality_id = named.municipality_id and town.name = named.city
  join municipality on municipality.id = town.municipality_id`

/** Returns the visible towns that have one of these keys as the key of their name, or of another name. */
export const findTownsByKeys = (db: Db, viewer: Viewer, keys: string[]) => allRows<Town>(db)`
  select ${townColumns}
  from (
    select municipality_id, name as city from town where key = any (${keys}::text[])
    union
    select municipality_id, city from other_town_name where key = any (${keys}::text[])
  ) named ${joinedTowns}
  where ${inMunicipality(viewer, sql`municipality.id`)}
  order by town.key, municipality.id limit ${maxTowns}`

/**
 * Returns the visible towns with a name that can be one typing error away from a key of at least three letters: its
 * length differs by at most one, and it has the same first or last letter. `key` is the key of that name.
 */
export const findTownsLike = (db: Db, viewer: Viewer, key: string) => allRows<Town & { key: string }>(db)`
  select named.key, ${townColumns}
  from (
    select municipality_id, name as city, key from town
    union all
    select municipality_id, city, key from other_town_name
  ) named ${joinedTowns}
  where length(named.key) between ${key.length - 1} and ${key.length + 1}
    and (left(named.key, 1) = ${key.slice(0, 1)} or right(named.key, 1) = ${key.slice(-1)})
    and ${inMunicipality(viewer, sql`municipality.id`)}
  order by named.key, municipality.id`
