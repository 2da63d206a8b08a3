import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPool } from '../platform/database/database.ts'
import { type OwnPostgres, postgresPrograms, startOwnPostgres } from '../test/own-postgres.ts'
import { startProgram } from '../test/server-process.ts'

describe.skipIf(!postgresPrograms)('migrations', { timeout: 120_000 }, () => {
  let postgres: OwnPostgres
  let clean = ''

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    await makeDatabase('clean')
    expect(await start('clean').exited).toBe(0)
    clean = schemaOf('clean')
  }, 120_000)

  const makeDatabase = (name: string) => sql`create database ${sql.id(name)}`.execute(postgres.admin)
  const start = (name: string) =>
    startProgram('server/src/cli/main.ts', ['migrate'], { DATABASE_URL: postgres.urlOf(name) })

  /** Everything that a database is made of, but for the lines that differ from one reading to the next. */
  const schemaOf = (name: string) =>
    postgres
      .run('pg_dump', '-h', '127.0.0.1', '-p', new URL(postgres.url).port, '-U', 'loket', '--schema-only', name)
      .replace(/^\\(un)?restrict .*$/gm, '')

  async function untilApplied(name: string, least: number) {
    const db = openPool({ connectionString: postgres.urlOf(name), max: 1 })
    const applied = () =>
      sql`select from migration`.execute(db).then(
        ({ rows }) => rows.length,
        () => 0,
      )
    await expect.poll(applied, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(least)
    await db.destroy()
  }

  test('that are killed again and again end up as if they never were', async () => {
    await makeDatabase('killed')
    for (const least of [1, 3, 6]) {
      const program = start('killed')
      await untilApplied('killed', least)
      program.child.kill('SIGKILL')
      await program.exited
    }
    expect(await start('killed').exited).toBe(0)
    expect(schemaOf('killed')).toBe(clean)
  })

  test('whose database goes away half-way say so, and end up as if it had not', async () => {
    await makeDatabase('gone')
    const program = start('gone')
    await untilApplied('gone', 2)
    await postgres.stop('immediate')
    const code = await program.exited
    await postgres.start()
    // It may just have been done.
    if (code !== 0) expect(program.output()).not.toMatch(/^ {4}at /m)
    expect(await start('gone').exited).toBe(0)
    expect(schemaOf('gone')).toBe(clean)
  })

  test('that are started twice at once are done once', async () => {
    await makeDatabase('twice')
    const both = [start('twice'), start('twice')]
    expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0])
    expect(schemaOf('twice')).toBe(clean)
    const again = start('twice')
    expect(await again.exited).toBe(0)
    expect(again.output()).toContain('De database was al bij.')
  })
})
