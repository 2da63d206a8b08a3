import type { Db } from '../../platform/database/db.ts'
import { firstValue, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** Another name of a town. `city` is the official name. */
export type OtherTownName = { municipality_id: number; city: string; name: string }

const columns = { int: ['municipality_id'], text: ['city', 'name'] } as const
const names = columnNames(columns)

/** Inserts the names that do not exist yet, and returns their number. */
export const insertTownNames = (db: Db, rows: OtherTownName[]) => runSql(db)`
  insert into other_town_name (${names}) select ${names} from ${tableOf('file', rows, columns)} on conflict do nothing`

/** Deletes names and returns their number. */
export const deleteTownNames = (db: Db, rows: OtherTownName[]) => runSql(db)`
  delete from other_town_name using ${tableOf('file', rows, columns)}
  where other_town_name.municipality_id = file.municipality_id and other_town_name.city = file.city
    and other_town_name.name = file.name`

/** Returns the number of names of towns that are not in the database, among the municipalities of the database. */
export const countNamesWithoutTown = (db: Db) => firstValue<number>(db)`
  select count(*)::int from other_town_name
  where not exists (
    select from town where town.municipality_id = other_town_name.municipality_id and town.name = city)
    and exists (select from municipality where id = municipality_id)`
