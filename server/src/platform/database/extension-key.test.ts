import { extensionKey } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { rowOf, testDatabase } from '../../test/test-database.ts'
import { sql } from './sql.ts'

const db = await testDatabase()

test('the generated column address.extension_key equals extensionKey of the contract', async () => {
  const { definition } = await rowOf(
    db,
    sql<{ definition: string }>`
      select generation_expression as definition from information_schema.columns
      where table_name = 'address' and column_name = 'extension_key'`,
  )
  for (const extension of [
    'b-2',
    'B 2',
    '07',
    '100',
    'e-3',
    'III',
    'LToe',
    'a-12b3',
    'Ünï',
    '123456',
    'ß',
    'ﬁ2',
    'ı',
  ]) {
    const { key } = await rowOf(
      db,
      sql<{ key: string }>`
        select ${sql.raw(definition)} as key from (select ${extension}::text as house_number_extension) address`,
    )
    expect(key).toBe(extensionKey(extension))
  }
})
