import type { Municipality } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { allRows, hasRow } from '../../platform/database/statements.queries.ts'

/** Returns all municipalities in alphabetical order. */
export const findMunicipalities = (db: Db) => allRows<Municipality>(db)`
  select id, name from municipality order by name collate "und-x-icu"`

export const municipalityExists = (db: Db, id: number) => hasRow(db)`select from municipality where id = ${id}`
