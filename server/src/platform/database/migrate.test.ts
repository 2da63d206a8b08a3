import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testDatabase } from '../../test/test-database.ts'
import { migrate, readMigrations } from './migrate.queries.ts'
import { sql } from './sql.ts'

const db = await testDatabase({ migrated: false })

async function folderOf(files: Record<string, string>) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}
const findTables = async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'public' order by 1`.execute(db)
  return rows.map((row) => row.table_name)
}

test('a failed migration is rolled back, and the migrations before it remain', async () => {
  const folder = await folderOf({
    '0001_whole.sql': 'create table kept (id int); create table kept_too (id int)',
    '0002_broken.sql': 'create table lost (id int); select 1 / 0',
  })
  await expect(migrate(db, folder)).rejects.toThrow('division by zero')
  expect(await findTables()).toEqual(['kept', 'kept_too', 'migration'])
  await sql`drop table kept, kept_too, migration`.execute(db)
})

test('a database of a trial version is rejected with the advice to use an empty database, and remains unchanged', async () => {
  await sql`create table migration (name text primary key, checksum text not null)`.execute(db)
  await sql`insert into migration (name, checksum) values ('0001_places_and_addresses.sql', ''), ('0028_marks.sql', '')
  `.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'Deze database is gemaakt door een oudere proefversie van het loket (0001_places_and_addresses.sql) en kan niet ' +
      'worden bijgewerkt. Begin opnieuw met een lege database',
  )
  expect(await findTables()).toEqual(['migration'])
  await sql`drop table migration`.execute(db)
})

test('the migration applies each migration once when two programs migrate at the same time, and later applies none again', async () => {
  const applied = await Promise.all([migrate(db), migrate(db)])
  const names = (await readMigrations()).map(({ name }) => name)
  expect(applied.flat().sort()).toEqual(names)
  expect(await migrate(db)).toEqual([])
})

test('no two migration files have the same number', async () => {
  const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('every table has a comment', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and obj_description(oid) is null
      and relname <> 'migration'`.execute(db)
  expect(rows).toEqual([])
})

test('a database is rejected when the file of an applied migration has changed', async () => {
  const [first] = await readMigrations()
  const folder = await folderOf({ [first?.name ?? '']: 'select 1' })
  await sql`delete from migration where name <> ${first?.name}`.execute(db)
  await expect(migrate(db, folder)).rejects.toThrow(`Migratie ${first?.name} is veranderd`)
})

test('a database of a newer version is rejected', async () => {
  await sql`insert into migration (name, checksum) values ('9999_later.sql', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow('nieuwere versie van het loket (9999_later.sql)')
})
