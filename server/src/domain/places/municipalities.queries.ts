import type { Municipality } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows, firstRow, hasRow } from '../../platform/database/statements.queries.ts'

/** Returns all municipalities in alphabetical order. */
export const findMunicipalities = (db: Db) => allRows<Municipality>(db)`
  select id, name from municipality order by name collate "und-x-icu"`

export const municipalityExists = (db: Db, id: number) => hasRow(db)`select from municipality where id = ${id}`

/**
 * Returns the municipality with this name or CBS code (the number of Statistics Netherlands). Returns undefined when
 * no addresses of the municipality have been imported.
 */
export const findMunicipality = (db: Db, nameOrCode: string) => firstRow<Municipality>(db)`
  select id, name from municipality
  where lower(name) = ${nameOrCode.toLowerCase()} or id::text = ${nameOrCode.replace(/^0+/, '')}`
