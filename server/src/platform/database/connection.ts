import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../runtime/config.ts'
import { serverOptions } from './database.ts'
import { type Db, dbOfConnection } from './db.ts'
import { createDirectory } from './embedded/directory.ts'
import { requestCopy } from './embedded/directory-copies.ts'
import { openEmbeddedEngine } from './embedded/embedded.ts'
import { connectionOptions, sender } from './pool.ts'

/** One session with the database, for statements (`db`) and for streams of rows (`client`). */
export type Connection = {
  db: Db
  client: pg.Client
  /** True for the embedded engine, which does not support `copy … from stdin`. */
  isEmbedded: boolean
  close: () => Promise<void>
}

/** Opens one session without timeouts. */
async function connect(options: pg.ClientConfig, isEmbedded = false): Promise<Connection> {
  const client = new pg.Client({ ...connectionOptions, ...options })
  client.on('error', () => {})
  await client.connect()
  const db = dbOfConnection(sender(client, {}))
  return { db, client, isEmbedded, close: () => client.end() }
}

/**
 * Connects to the configured database for writing. Throws a DirectoryError if another process has the embedded
 * database open.
 */
export async function connectToWrite(config: Config): Promise<Connection> {
  if (config.database_url) return connect(serverOptions(config.database_url, config))
  return connectEmbedded(join(config.data_dir, 'postgres'))
}

/**
 * Connects to the configured database for reading. If a portal has the embedded database open, connects to a copy,
 * which is removed at the end.
 */
export async function connectToRead(config: Config): Promise<Connection> {
  if (config.database_url) return connect(serverOptions(config.database_url, config))
  const directory = await createDirectory(join(config.data_dir, 'postgres'))
  const copy = await requestCopy(directory)
  if (!copy) return connectEmbedded(directory)
  try {
    const connection = await connectEmbedded(copy.directory)
    return { ...connection, close: () => connection.close().finally(copy.remove) }
  } catch (error) {
    await copy.remove()
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
