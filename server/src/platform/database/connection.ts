import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../runtime/config.ts'
import { columnTypes, type Db } from './database.ts'
import { makeDirectory } from './embedded/directory.ts'
import { askForCopy } from './embedded/directory-copies.ts'
import { openEmbeddedEngine } from './embedded/embedded.ts'
import type { Tables } from './tables.ts'

/** One session with the database, for work that streams whole tables: `db` asks in it, `client` carries the rows. */
export type Connection = {
  db: Db
  client: pg.Client
  /** The embedded engine reads rows from a query alone, never from a stream. */
  isEmbedded: boolean
  close: () => Promise<void>
}

/** Opens one session that has all the time it needs. */
async function connect(options: pg.ClientConfig, isEmbedded = false): Promise<Connection> {
  const client = new pg.Client({ types: columnTypes, application_name: 'rd4-loket', ...options })
  client.on('error', () => {})
  await client.connect()
  const session = Object.assign(client, { release: () => {} }) as unknown as pg.PoolClient
  const pool = { connect: async () => session, end: () => client.end() }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
  return { db, client, isEmbedded, close: () => client.end() }
}

/** Connects to the database of the settings to write in it; no other program may have the embedded one open. */
export async function connectToWrite(config: Config): Promise<Connection> {
  if (config.database_url) return connect({ connectionString: config.database_url })
  return connectEmbedded(join(config.data_dir, 'postgres'))
}

/** Connects to the database of the settings to read it, as it is now, also while a portal runs on the embedded one. */
export async function connectToRead(config: Config): Promise<Connection> {
  if (config.database_url) return connect({ connectionString: config.database_url })
  const directory = await makeDirectory(join(config.data_dir, 'postgres'))
  const copy = await askForCopy(directory)
  if (!copy) return connectEmbedded(directory)
  try {
    const connection = await connectEmbedded(copy.directory)
    return { ...connection, close: () => connection.close().finally(copy.done) }
  } catch (error) {
    await copy.done()
    throw error
  }
}

async function connectEmbedded(directory: string): Promise<Connection> {
  const engine = await openEmbeddedEngine({ directory })
  try {
    const connection = await connect({ stream: engine.stream }, true)
    return { ...connection, close: () => connection.close().finally(engine.close) }
  } catch (error) {
    await engine.close()
    throw error
  }
}
