import { expect, test } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { CommandError } from '../platform/runtime/command.ts'
import { insertAddress, insertCollectionSystem } from '../test/make.ts'
import { testDatabase } from '../test/test-database.ts'
import { checkSearch } from './check-search.ts'

const db = await testDatabase()
const { id: address_id } = await insertAddress(db, { house_number: 118, house_number_extension: 'b-2' })
await insertAddress(db, { street: 'Burgemeester Waszinkstraat' })
await insertAddress(db, { street: 'Glück Auf', house_number: 7 })
await insertCollectionSystem(db, { address_id })

const check = (db: Db) =>
  checkSearch.run({
    args: [],
    options: {},
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
  })

/** Returns the lines of the report that end in a number above 0. */
const differencesIn = (report: string) =>
  report
    .split('\n')
    .filter((line) => /[1-9]\d*$/.test(line))
    .map((line) => line.trim().replace(/ +/g, ' '))

test('reports no differences when the server inserted all rows', async () => {
  expect(differencesIn(await check(db))).toEqual([])
})

test.each([
  ['hoogste huisnummer van een straat 1', sql`update street set max_house_number = 117 where name = 'Akerstraat'`],
  ['kenmerk van een toevoeging in een straat 1', sql`update street set extension_marks = 0 where name = 'Akerstraat'`],
  [
    'zoeksleutel van een toevoeging 1',
    sql`alter table address alter extension_key drop expression;
      update address set extension_key = 'B2' where house_number_extension = 'b-2';
      update collection_system_listing set extension_key = 'B2' where extension_key <> '';
      update street set extension_marks = -1`,
  ],
  ['zoeksleutel van een plaats 1', sql`alter table town alter key drop expression; update town set key = 'heeren'`],
  [
    'zoeksleutel van een plaats 1',
    sql`alter table other_town_name alter key drop expression;
      update other_town_name set key = 'haag' where name = 'Den Haag'`,
  ],
  ['zoeksleutel van een straat 1', sql`update street set key = 'akerstraat' where name = 'Glück Auf'`],
  ['schrijfwijzen van een straat 1', sql`update street set spellings = ' gluckauf ' where name = 'Glück Auf'`],
  ['delen van een straatnaam 1', sql`delete from street_name_part where part = 'burgwaszinkstraat'`],
  ['delen van een straatnaam 1', sql`insert into street_name_part values (true, 'xyz', 'akerstraat')`],
  ['straatnaam die een draaiend portaal mist 1', sql`update street_name set id = 1000 where key = 'gluckauf'`],
  [
    'straat van een verzamelsysteem 1',
    sql`update collection_system set street_id = (select id from street where name = 'Glück Auf')`,
  ],
  ['vermelding van een verzamelsysteem 1', sql`delete from collection_system_listing where kind_id = 0`],
  [
    'vermelding van een verzamelsysteem 2',
    sql`update collection_system_listing set house_number = 1 where kind_id = 0`,
  ],
])('the command check search fails and reports the difference: %s', async (difference, plant) => {
  const stop = new Error('rolled back')
  await db
    .transaction(async (transaction) => {
      for (const statement of plant.statement().text.split(';')) await sql.raw(statement).execute(transaction)
      const error = await check(transaction).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(CommandError)
      expect(differencesIn((error as CommandError).message)).toEqual([difference])
      throw stop
    })
    .catch((error: unknown) => {
      if (error !== stop) throw error
    })
})
