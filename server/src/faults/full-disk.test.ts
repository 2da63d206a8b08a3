import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '@rd4-loket/contract'
import { afterAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { openPool } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import { afterTestFile } from '../test/after-test-file.ts'
import { fillCounter, findStoredIssues, logInClerk, retryUntilAvailable } from '../test/counter.ts'
import { startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { copyDataDirectory } from '../test/prepared.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

const disk = mountSmallDisk()

/** Mounts a disk of 200 MB. Returns undefined if this user may not mount. */
function mountSmallDisk() {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  afterAll(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills the disk to its last kilobyte. Returns a function that frees the space. */
function fill(folder: string) {
  const filler = join(folder, 'filler')
  for (const size of [1_000_000, 1000]) {
    const hasSpace = () => {
      try {
        writeFileSync(filler, Buffer.alloc(size, 1), { flag: 'a' })
        return true
      } catch {
        return false
      }
    }
    while (hasSpace());
  }
  return () => rmSync(filler)
}

describe.skipIf(!disk)('a full disk', () => {
  /** Expects 503 for writes and 200 for reads while the disk is full, and 200 for writes when the disk has space. */
  async function expectRecovery(server: ServerProcess, folder: string, email: string, numbers: string[]) {
    const clerk = await logInClerk(server.url, email)
    const undo = fill(folder)
    const responses = await Promise.all(numbers.map((number) => clerk.issueRolls(server.url, number, 1, number)))
    const reading = await retryUntilAvailable(() => clerk.showEmployee(server.url))
    const health = await fetch(`${server.url}/healthz`)
    undo()
    expect(responses.map(({ status }) => status)).toEqual(numbers.map(() => 503))
    expect(responses.map(({ headers }) => headers.get('retry-after'))).toEqual(numbers.map(() => '5'))
    const messages = responses.map(({ text }) => (JSON.parse(text) as Problem).message)
    expect(messages).toContain('De schijf van de server is vol: meld dit bij de beheerder.')
    expect([reading.status, health.status]).toEqual([200, 200])
    for (const number of numbers)
      expect((await retryUntilAvailable(() => clerk.issueRolls(server.url, number, 1, number))).status).toBe(200)
  }
  const expectEachOnce = async (db: Db, numbers: string[]) =>
    expect([...(await findStoredIssues(db)).rollsOf.values()]).toEqual(numbers.map(() => 1))

  test.skipIf(!postgresPrograms)(
    'under PostgreSQL causes 503 for writes and 200 for reads, until there is space',
    async () => {
      const postgres = await startOwnPostgres()
      const folder = join(disk ?? '', 'tablespace')
      mkdirSync(folder, { mode: 0o700 })
      const { uid, gid } = statSync(postgres.folder)
      chownSync(folder, uid, gid)
      await sql`create tablespace small location ${sql.literal(folder)}`.execute(postgres.admin)
      await sql`create database small tablespace small`.execute(postgres.admin)
      const db = openPool({ connectionString: postgres.urlOf('small'), max: 2 })
      afterTestFile(() => db.close())
      const server = await startServer({ DATABASE_URL: postgres.urlOf('small') })
      const { emails, numbers } = await fillCounter(db, { passes: 10 })
      await expectRecovery(server, disk ?? '', emails[0] ?? '', numbers)
      await expectEachOnce(db, numbers)
    },
  )

  test('under the embedded database causes 503 for writes and 200 for reads, until there is space', async () => {
    const data_dir = join(disk ?? '', 'data')
    const withDatabase = async <T>(use: (db: Db) => Promise<T>) => {
      const engine = await openEmbeddedEngine({ directory: join(data_dir, 'postgres') })
      const db = openPool({ stream: engine.stream, max: 1 })
      const result = await use(db)
      await db.close()
      await engine.close()
      return result
    }
    copyDataDirectory('migrated', data_dir)
    const { emails, numbers } = await withDatabase((db) => fillCounter(db, { passes: 10 }))
    const server = await startServer({ DATA_DIR: data_dir })
    await expectRecovery(server, disk ?? '', emails[0] ?? '', numbers)
    await server.stop()
    await withDatabase((db) => expectEachOnce(db, numbers))
  })
})
