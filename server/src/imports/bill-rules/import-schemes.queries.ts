import type { HouseholdScheme } from '@rd4-loket/contract'
import { schemeColumns } from '../../domain/bill/charge-rules.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** A code of a household or an address in a period, not stored yet. */
export type NewScheme = Omit<HouseholdScheme, 'id'>

const columns = {
  int: ['address_id', 'container_id'],
  text: ['subject_id', 'code', 'nature'],
  date: ['first_day', 'last_day'],
} as const
const names = columnNames(columns)

/** Returns the scheme rows of addresses. */
export const findSchemes = (db: Db, address_ids: number[]) => allRows<HouseholdScheme>(db)`
  select ${schemeColumns} from household_scheme where address_id = any (${address_ids}::int[]) order by first_day`

/** An address, with the ids of its own containers by their numbers. */
export type SchemeAddress = { id: number; municipality_id: number; containers: Record<string, number> }

/** Returns the municipality of each address, and the containers that belong to it. */
export const findSchemeAddresses = (db: Db, address_ids: number[]) =>
  allRows<SchemeAddress>(db)`
  select address.id, municipality_id,
    (select coalesce(json_object_agg(number, container.id), '{}') from container where address_id = address.id)
      as containers
  from address join street on street.id = street_id where address.id = any (${address_ids}::int[])`

/** Returns the codes that rows or prices use for what is owed, which a remission never is. */
export const findOwedCodes = (db: Db, municipality_ids: number[]) => allRows<{ municipality_id: number; code: string }>(
  db,
)`
  select municipality_id, scheme as code from charge_rule
  where kind = 'free' and scheme is not null and municipality_id = any (${municipality_ids}::int[])
  union
  select municipality_id, scheme from tariff
  where scheme is not null and municipality_id = any (${municipality_ids}::int[])`

/** Sets the last days of scheme rows. */
export const endSchemes = (db: Db, schemes: Pick<HouseholdScheme, 'id' | 'last_day'>[]) => runSql(db)`
  update household_scheme set last_day = file.last_day
  from ${tableOf('file', schemes, { bigint: ['id'], date: ['last_day'] })} where household_scheme.id = file.id`

/** Deletes scheme rows. */
export const deleteSchemes = (db: Db, ids: number[]) =>
  runSql(db)`delete from household_scheme where id = any (${ids}::int[])`

/** Inserts scheme rows. */
export const insertSchemes = (db: Db, schemes: NewScheme[]) => runSql(db)`
  insert into household_scheme (${names}) select * from ${tableOf('file', schemes, columns)}`
