import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'

const db = await testDatabase()

test('the types of the tables name exactly the columns that the migrations make', async () => {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name::text, array_agg(column_name::text order by column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name <> 'migration' group by table_name`.execute(db)
  const source = await readFile(new URL('tables.ts', import.meta.url), 'utf8')
  const typed = [...source.matchAll(/^ {2}(\w+): \{(.*?)\n? {0,2}\}$/gms)].map(([, table_name, body = '']) => ({
    table_name,
    columns: [...body.matchAll(/(?:^|[\s;{])(\w+): /g)].map(([, column]) => column).sort(),
  }))
  const byName = (a: { table_name?: string | undefined }, b: { table_name?: string | undefined }) =>
    String(a.table_name).localeCompare(String(b.table_name))
  expect(typed.sort(byName)).toEqual(rows.sort(byName))
})

test('the key of an extension is the same in the database and in the contract', async () => {
  const { extensionKey } = await import('@rd4-loket/contract')
  const extensions = ['b-2', 'B 2', '07', '100', 'e-3', 'III', 'LToe', 'a-12b3', 'Ünï', '123456']
  const { rows } = await sql<{ definition: string }>`
    select generation_expression as definition from information_schema.columns where table_name = 'address' and column_name = 'extension_key'`.execute(
    db,
  )
  const definition = rows[0]?.definition ?? ''
  for (const house_number_extension of extensions) {
    const result = await sql<{ key: string }>`
      select ${sql.raw(definition)} as key from (select ${house_number_extension}::text as house_number_extension) address`.execute(
      db,
    )
    expect(result.rows[0]?.key).toBe(extensionKey(house_number_extension))
  }
})
