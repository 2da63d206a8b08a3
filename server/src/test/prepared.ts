import { cpSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'

/** The state of an embedded database without rows: `empty` has no tables, `migrated` has all tables. */
type PreparedState = 'empty' | 'migrated'

/** Copies a prepared database to a data directory. Creating a database takes six times as much processor time. */
export const copyDataDirectory = (state: PreparedState, data_dir: string) =>
  cpSync(join(inject('prepared'), state), data_dir, { recursive: true })

/** Opens a prepared database in memory. */
export const openPreparedEngine = async (state: PreparedState) =>
  openEmbeddedEngine({ dump: new Uint8Array(await readFile(join(inject('prepared'), `${state}.tar`))) })
