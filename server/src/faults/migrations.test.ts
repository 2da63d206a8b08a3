import { beforeAll, describe, expect, test } from 'vitest'
import { lockMigrations } from '../platform/database/migrate.queries.ts'
import { openPool } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { startProgram, startServer } from '../test/server-process.ts'

describe.skipIf(!postgresPrograms)('migrations', () => {
  let postgres: OwnPostgres
  let clean = ''

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    await makeDatabase('clean')
    expect(await start('clean').exited).toBe(0)
    clean = schemaOf('clean')
  })

  const makeDatabase = (name: string) => sql`create database ${sql.identifier(name)}`.execute(postgres.admin)
  const start = (name: string) =>
    startProgram('server/src/cli/loket.ts', ['migrate'], { DATABASE_URL: postgres.urlOf(name) })

  /** Returns a dump of the schema, without the lines that contain a random key. */
  const schemaOf = (name: string) =>
    postgres
      .run('pg_dump', '-h', '127.0.0.1', '-p', new URL(postgres.url).port, '-U', 'loket', '--schema-only', name)
      .replace(/^\\(un)?restrict .*$/gm, '')

  async function untilApplied(name: string, min: number) {
    const db = openPool({ connectionString: postgres.urlOf(name), max: 1 })
    const applied = () =>
      sql`select from migration`.execute(db).then(
        ({ rows }) => rows.length,
        () => 0,
      )
    await expect.poll(applied, { interval: 2 }).toBeGreaterThanOrEqual(min)
    await db.close()
  }

  test('result in the same schema when they were killed several times', async () => {
    await makeDatabase('killed')
    for (const count of [1, 3, 6]) {
      const program = start('killed')
      await untilApplied('killed', count)
      program.child.kill('SIGKILL')
      await program.exited
    }
    expect(await start('killed').exited).toBe(0)
    expect(schemaOf('killed')).toBe(clean)
  })

  test('stop the portal with one Dutch sentence while its role lacks all privileges, or the privileges for a new table', async () => {
    await makeDatabase('roles')
    await sql`create role portaal login`.execute(postgres.admin)
    const url = Object.assign(new URL(postgres.urlOf('roles')), { username: 'portaal' }).href
    const settings = { DATABASE_URL: url, JWT_SECRET: 'a secret of the fault tests that is long enough' }
    const startPortal = async () => {
      const { exited, output } = startProgram('server/src/main.ts', [], { ...settings, LOG_LEVEL: 'fatal' })
      expect(await exited).toBe(1)
      return output().replace(/^Rd4 Loket start\. Nu openen: PostgreSQL roles .*\n/, '')
    }
    const advice =
      "Draai voor het portaal na elke nieuwe versie als eigenaar: 'npm run loket -- migrate --app-role NAAM'.\n"
    const notAllowed =
      'De databasegebruiker van DATABASE_URL mag dit niet. Gebruik de eigenaar van de tabellen voor migrate, imports en ' +
      `restore. ${advice}`
    expect(await startPortal()).toBe(notAllowed)
    expect(await start('roles').exited).toBe(0)
    expect(await startPortal()).toBe(notAllowed)
    const grant = () =>
      startProgram('server/src/cli/loket.ts', ['migrate', '--app-role', 'portaal'], {
        DATABASE_URL: postgres.urlOf('roles'),
      })
    expect(await grant().exited).toBe(0)
    const owner = openPool({ connectionString: postgres.urlOf('roles'), max: 1 })
    await sql`create table added_by_an_upgrade (id int)`.execute(owner)
    expect(await startPortal()).toBe(
      'De databasegebruiker van DATABASE_URL mag deze tabellen niet lezen: added_by_an_upgrade. ' +
        "Draai als eigenaar van de tabellen: 'npm run loket -- migrate --app-role NAAM'.\n",
    )
    expect(await grant().exited).toBe(0)
    await owner.close()
    const server = await startServer(settings)
    expect(await server.stop()).toBe(0)
  })

  test('fail with a sentence when the database stops, and a retry results in the same schema', async () => {
    await makeDatabase('gone')
    const program = start('gone')
    await untilApplied('gone', 2)
    await postgres.stop('immediate')
    const code = await program.exited
    await postgres.start()
    // The migrations can be complete before the database stops.
    if (code !== 0) {
      expect(program.output()).toMatch(/De verbinding met de database is weggevallen|DATABASE_URL is niet bereikbaar/)
      expect(program.output()).not.toMatch(/^ {4}at /m)
    }
    expect(await start('gone').exited).toBe(0)
    expect(schemaOf('gone')).toBe(clean)
  })

  test('stop within seconds after SIGTERM while another program holds their lock', async () => {
    await makeDatabase('locked')
    const db = openPool({ connectionString: postgres.urlOf('locked'), max: 1 })
    await db.transaction(async (transaction) => {
      await lockMigrations(transaction)
      const program = start('locked')
      const waiting = () => sql`select from pg_stat_activity where wait_event = 'advisory'`.execute(postgres.admin)
      await expect.poll(async () => (await waiting()).rows.length).toBe(1)
      program.child.kill('SIGTERM')
      expect(await program.exited).toBe(1)
    })
    await db.close()
  })

  test('are applied once when two programs start at the same time', async () => {
    await makeDatabase('twice')
    const both = [start('twice'), start('twice')]
    expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0])
    expect(schemaOf('twice')).toBe(clean)
    const again = start('twice')
    expect(await again.exited).toBe(0)
    expect(again.output()).toContain('De database was al bij.')
  })
})
