import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { migrate, readMigrations } from './migrate.queries.ts'

const db = await testDatabase({ migrated: false })

async function folderOf(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}
const tables = async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'public' order by 1`.execute(db)
  return rows.map((row) => row.table_name)
}

test('a migration that fails half-way leaves nothing behind, and the ones before it stay', async () => {
  const folder = await folderOf({
    '0001_whole.sql': 'create table kept (id int); create table kept_too (id int)',
    '0002_broken.sql': 'create table lost (id int); select 1 / 0',
  })
  await expect(migrate(db, folder)).rejects.toThrow('division by zero')
  expect(await tables()).toEqual(['kept', 'kept_too', 'migration'])
  await sql`drop table kept, kept_too, migration`.execute(db)
})

test('two starters at once migrate once, and a second start finds nothing to do', async () => {
  const [one, other] = await Promise.all([migrate(db), migrate(db)])
  const names = (await readMigrations()).map(({ name }) => name)
  expect([...one, ...other].sort()).toEqual(names)
  expect(await migrate(db)).toEqual([])
})

test('every table says what it is for', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and obj_description(oid) is null and relname <> 'migration'`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('a migration that was changed after it was applied is refused by name', async () => {
  await migrate(db)
  const [first] = await readMigrations()
  const folder = await folderOf({ [first?.name ?? '']: 'select 1' })
  await expect(migrate(db, folder)).rejects.toThrow(`Migratie ${first?.name} is veranderd`)
})

test('a database of a newer version is refused', async () => {
  await migrate(db)
  await sql`insert into migration (name, checksum) values ('9999_later.sql', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow('nieuwere versie van het loket (9999_later.sql)')
})
