import type { Db } from '../../platform/database/db.ts'
import { allRows, allValues, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** The household of an address in a period, both days included. */
export type NewOccupancy = {
  address_id: number
  subject_id: string
  first_day: string
  last_day: string | null
  household_size: number | null
}
export type StoredOccupancy = NewOccupancy & { id: number }

const occupancyColumns = {
  int: ['address_id', 'household_size'],
  text: ['subject_id'],
  date: ['first_day', 'last_day'],
} as const
const names = columnNames(occupancyColumns)

/** Returns the occupancies of these addresses, in order of time. */
export const findOccupancies = (db: Db, address_ids: number[]) => allRows<StoredOccupancy>(db)`
  select found.* from unnest(${address_ids}::int[]) as file (address_id)
  cross join lateral (select id, ${names} from occupancy where address_id = file.address_id offset 0) as found
  order by first_day`

/** Updates occupancies. They may overlap during the statement: a deferrable constraint is checked at its end. */
export const updateOccupancies = (db: Db, occupancies: StoredOccupancy[]) => runSql(db)`
  update occupancy set subject_id = file.subject_id, first_day = file.first_day, last_day = file.last_day,
    household_size = file.household_size
  from ${tableOf('file', occupancies, { ...occupancyColumns, bigint: ['id'] })} where occupancy.id = file.id`

/** Inserts occupancies and returns their ids. */
export const insertOccupancies = (db: Db, occupancies: NewOccupancy[]) => allValues<number>(db)`
  insert into occupancy (${names}) select * from ${tableOf('file', occupancies, occupancyColumns)} returning id`
