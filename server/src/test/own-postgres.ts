import { afterTestFile } from './after-test-file.ts'
import { startPostgres } from './postgres/postgres-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A PostgreSQL server for one test file. Its tests can stop, kill and freeze the server. */
export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>

/**
 * Starts a PostgreSQL server with the empty database `loket`. Both are removed after the tests of the file. With
 * `leader`, the server is a streaming replica of that server.
 */
export async function startOwnPostgres(settings: Record<string, string | number> = {}, leader?: { url: string }) {
  const postgres = await startPostgres(temporaryFolder(), settings, leader)
  afterTestFile(postgres.close)
  return postgres
}
