import type { Municipality } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, hasRow } from '../../platform/database/statements.queries.ts'
import { inMunicipality, type Viewer } from './in-municipality.queries.ts'

/** Returns all municipalities in alphabetical order. */
export const findMunicipalities = (db: Db) => allRows<Municipality>(db)`
  select id, name from municipality order by name collate "und-x-icu"`

/** Returns the municipalities that the caller may see, in alphabetical order. */
export const findVisibleMunicipalities = (db: Db, viewer: Viewer) => allRows<Municipality>(db)`
  select id, name from municipality where ${inMunicipality(viewer, sql`id`)} order by name collate "und-x-icu"`

/** Returns whether a municipality exists that the caller may see. */
export const municipalityExists = (db: Db, viewer: Viewer, id: number) => hasRow(db)`
  select from municipality where id = ${id} and ${inMunicipality(viewer, sql`id`)}`

/**
 * Returns the municipality with this name or CBS code (the number of Statistics Netherlands). Returns undefined when
 * no addresses of the municipality have been imported.
 */
export const findMunicipality = (db: Db, nameOrCode: string) => firstRow<Municipality>(db)`
  select id, name from municipality
  where lower(name) = ${nameOrCode.toLowerCase()} or id::text = ${nameOrCode.replace(/^0+/, '')}`
