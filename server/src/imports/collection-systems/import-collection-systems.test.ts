import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { runCommand } from '../../test/commands.ts'
import { insertAddress } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importCollectionSystems } from './import-collection-systems.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-systems-'))
afterAll(() => rm(folder, { recursive: true }))

let home: number
beforeEach(async () => {
  await clearTables(db, 'container', 'collection_system', 'address', 'street', 'town', 'municipality')
  home = (await insertAddress(db, { object_code: 'H118', lon: 5.98, lat: 50.88 })).id
})

const header = 'verzamelsysteem;naam;soort;objectcode;straat;huisnummer;postcode;lat;lon'
const usual = 'V1;Akerstraat;Ondergrondse container;H118;;;;50,8881;5,9795'

/** Imports these lines and returns the counts of the summary: three outcomes and the rejected rows. */
async function importLines(...lines: string[]) {
  const file = join(folder, 'systems.csv')
  await writeFile(file, lines.join('\n'))
  const text = await runCommand(importCollectionSystems, db, [file], { rejects: join(folder, 'rejects.csv') })
  return [...text.matchAll(/^ {2}[a-z]+ +([0-9.]+)$/gm)].map(([, count]) => Number(count))
}

describe('imported collection systems', () => {
  const findSystems = async () =>
    (
      await sql`
        select object_code, system.name, kind_id, address_id, lon, lat, street.name as street
        from collection_system system join street on street.id = street_id order by object_code`.execute(db)
    ).rows

  test('are added, do not change when the same file is imported again, and are updated by a later file', async () => {
    const other = await insertAddress(db, { street: 'Wieënweg', house_number: 12, postal_code: '6411CD' })
    expect(await importLines(header, usual)).toEqual([1, 0, 0, 0])
    const [added] = await findSystems()
    expect(added).toMatchObject({
      object_code: 'V1',
      name: 'Akerstraat',
      kind_id: 1,
      address_id: home,
      lon: 5.9795,
      lat: 50.8881,
    })
    expect(await importLines(header, usual)).toEqual([0, 0, 1, 0])
    expect(await importLines(header, 'v1;Wieënweg;wijkcontainer;;Wieenweg;12;6411 CD;;')).toEqual([0, 1, 0, 0])
    expect(await findSystems()).toMatchObject([
      { name: 'Wieënweg', kind_id: 2, address_id: other.id, street: 'Wieënweg', lon: 5.9795, lat: 50.8881 },
    ])
  })

  test('get the location of their address when the row has no location', async () => {
    expect(await importLines(header, 'V2;Akerstraat;Verzamelcontainer;H118;;;;;')).toEqual([1, 0, 0, 0])
    expect(await findSystems()).toMatchObject([{ lon: 5.98, lat: 50.88 }])
  })

  test('are rejected when neither the file nor the address has a location', async () => {
    await insertAddress(db, { object_code: 'H1', house_number: 1, lon: null, lat: null })
    await expect(importLines(header, 'V2;Akerstraat;Verzamelcontainer;H1;;;;;')).rejects.toThrow(
      'waar het staat is onbekend',
    )
  })

  test.each([
    [usual.replace('H118', 'H119'), 'objectcode H119 is bij geen adres bekend'],
    [usual.replace('Ondergrondse container', 'Kliko'), 'de soort ‘Kliko’ is onbekend'],
    [usual.replace('H118', ''), 'er staat niet bij welk adres het is'],
    [usual.replace('50,8881', '5,8881'), 'liggen niet in Nederland'],
    [usual.replace('V1', ''), 'het verzamelsysteem ontbreekt'],
    [usual.replace(';Akerstraat;', ';;'), 'de naam ontbreekt'],
  ])('are rejected for the row %s: %s', async (line, reason) => {
    await expect(importLines(header, line)).rejects.toThrow(reason)
  })

  test('are rejected when an earlier row has the same object code', async () => {
    expect(await importLines(header, usual, usual.replace('Akerstraat', 'Anders'))).toEqual([1, 0, 0, 1])
    expect(await findSystems()).toMatchObject([{ name: 'Akerstraat' }])
  })
})

describe('imported connections of addresses', () => {
  const connections = 'verzamelsysteem;objectcode;vervalt'
  const findConnections = async () => (await sql`select address_id from collection_system_access`.execute(db)).rows
  beforeEach(() => importLines(header, usual))

  test('are added, do not change when the same file is imported again, and are ended by a later file', async () => {
    expect(await importLines(connections, 'V1;H118;')).toEqual([1, 0, 0, 0])
    expect(await findConnections()).toEqual([{ address_id: home }])
    expect(await importLines(connections, 'v1;h118;nee')).toEqual([0, 0, 1, 0])
    expect(await importLines(connections, 'V1;H118;ja')).toEqual([0, 1, 0, 0])
    expect(await findConnections()).toEqual([])
  })

  test('are rejected when the collection system or the address is unknown, or `vervalt` is not ja or nee', async () => {
    const lines = ['V9;H118;', 'V1;H119;', 'V1;H118;misschien', 'V1;H118;']
    expect(await importLines(connections, ...lines)).toEqual([1, 0, 0, 3])
  })
})
