import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { importObjectCodes } from './import-object-codes.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-object-codes-'))
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  await clearTables(db, 'address', 'street', 'town', 'municipality')
  for (const [house_number, object_code] of [
    [1, 'A'],
    [2, 'B'],
    [3, null],
  ] as const)
    await insertAddress(db, { house_number, object_code, bag_id: `091720000000000${house_number}` })
})

const header = 'OBJECT_ID;nummeraanduiding;straat;huisnummer;postcode'
const byId = (code: string, number: number) => `${code};091720000000000${number};;;`
const byText = (code: string, number: number) => `${code};;Akerstraat;${number};6411 CD`

async function importText(...lines: string[]) {
  const file = join(folder, 'objectcodes.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  return runCommand(importObjectCodes, db, [file], { rejects: join(folder, 'rejects.csv') })
}
/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
const importLines = async (...lines: string[]) =>
  countsIn(await importText(...lines), 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
const storedCodes = async () =>
  (await rowsOf<{ object_code: string | null }>(db, sql`select object_code from address order by house_number`)).map(
    ({ object_code }) => object_code,
  )

test('an import of object codes finds addresses by BAG id and by text, and changes nothing the second time', async () => {
  expect(await importLines(byId('a7', 1), byText('C', 3))).toEqual([1, 1, 0, 0])
  expect(await storedCodes()).toEqual(['A7', 'B', 'C'])
  expect(await importLines(byText('A7', 1), byId('C', 3))).toEqual([0, 0, 2, 0])
})

test('addresses exchange their codes, and a rejected row keeps the code of its address occupied', async () => {
  expect(await importLines(byId('B', 1), byId('A', 2))).toEqual([0, 2, 0, 0])
  expect(await storedCodes()).toEqual(['B', 'A', null])
  // B is that of address 1, whose row is rejected because A is that of address 2.
  await expect(importLines(byId('A', 1), byId('B', 3))).rejects.toThrow('OBJECT_ID B hoort al bij een ander adres')
  expect(await storedCodes()).toEqual(['B', 'A', null])
})

test('an import of object codes counts the addresses that have none yet', async () => {
  await insertAddress(db, { house_number: 4, bag_id: null })
  expect(await importText(byId('C', 3))).toContain('Adressen in Heerlen die nog geen objectcode hebben: 1.')
  expect(await importText(byText('D', 4))).not.toContain('nog geen objectcode')
})

test.each([
  [byText('C', 9), 'het adres is onbekend'],
  [byId('C', 9), 'de nummeraanduiding 0917200000000009 is bij geen adres bekend'],
  ['C;0917200000000003;Akerstraat;2;6411 CD', 'de nummeraanduiding hoort bij een ander adres dan de straat'],
  ['C;917;;;', 'de nummeraanduiding is geen 16 cijfers'],
  ['C;;;;', 'er staat niet bij welk adres het is'],
  [byId('', 3), 'OBJECT_ID ontbreekt'],
  [`${byId('C', 3)}\n${byText('D', 3)}`, 'het adres staat al op een eerdere regel'],
  [`${byId('C', 3)}\n${byId('C', 2)}`, 'OBJECT_ID C staat al op een eerdere regel'],
  [byId('A', 3), 'OBJECT_ID A hoort al bij een ander adres'],
])('an import of object codes rejects %s: %s', async (lines, reason) => {
  const outcome = await importText(...lines.split('\n')).catch((error: Error) => error.message)
  expect(outcome).toContain(reason)
})
