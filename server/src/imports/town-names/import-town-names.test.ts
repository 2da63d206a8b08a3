import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { importTownNames } from './import-town-names.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-town-names-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => clearTables(db, 'other_town_name'))

async function importText(lines: string[]) {
  const file = join(folder, 'plaatsnamen.csv')
  await writeFile(file, lines.join('\n'))
  return runCommand(importTownNames, db, [file], { rejects: join(folder, 'rejects.csv') })
}

/** Imports these lines and returns four counts: added, ended, unchanged, rejected. */
const importLines = async (...lines: string[]) =>
  countsIn(
    await importText(['gemeente;woonplaats;andere_naam;vervalt', ...lines]),
    ...['toegevoegd', 'vervallen', 'ongewijzigd', 'afgekeurd'],
  )

const storedNames = () =>
  rowsOf(db, sql`select municipality_id, city, name, key from other_town_name order by name collate "C"`)

const heele = 'Heerlen;Heerlen;Heële;'
const welten = '917;Heerlen;Welten;nee'

test('adds names with their search keys, and changes nothing when the same file is imported again', async () => {
  expect(await importLines(heele, welten)).toEqual([2, 0, 0, 0])
  expect(await importLines(heele, welten, heele)).toEqual([0, 0, 3, 0])
  expect(await storedNames()).toEqual([
    { municipality_id: 917, city: 'Heerlen', name: 'Heële', key: 'heele' },
    { municipality_id: 917, city: 'Heerlen', name: 'Welten', key: 'welten' },
  ])
})

test('keeps the names that a later file omits, and deletes the names that it ends', async () => {
  await importLines(heele, welten)
  expect(await importLines('Heerlen;Heerlen;Heerlerbaan;')).toEqual([1, 0, 0, 0])
  expect(await importLines('Heerlen;Heerlen;Welten;ja', 'Heerlen;Heerlen;Molenberg;ja')).toEqual([0, 1, 1, 0])
  expect(await storedNames()).toMatchObject([{ name: 'Heerlerbaan' }, { name: 'Heële' }])
})

test('reports the names of towns without addresses, and accepts a file without the column vervalt', async () => {
  await insertAddress(db)
  const text = await importText([
    'gemeente;woonplaats;andere_naam',
    'Heerlen;Heerlen;Heële',
    'Heerlen;Hoensbroek;Gebrook',
  ])
  expect(text).toContain('Namen van een plaats waarvan er nog geen adressen zijn: 1. Ze werken zodra die er zijn.')
  await insertAddress(db, { city: 'Hoensbroek' })
  expect(await importText(['gemeente;woonplaats;andere_naam', 'Heerlen;Heerlen;Heële'])).not.toContain('nog geen')
})

test.each([
  ['Utopia;Heerlen;Heële;', 'de gemeente ‘Utopia’ is onbekend'],
  [';Heerlen;Heële;', 'de gemeente ontbreekt'],
  ['Heerlen;;Heële;', 'de woonplaats ontbreekt'],
  ['Heerlen;Heerlen;;', 'de andere naam ontbreekt'],
  ['Heerlen;Heerlen;—;', 'de andere naam ‘—’ heeft geen letters of cijfers'],
  ['Heerlen;Heerlen;HEERLEN;', 'de andere naam ‘HEERLEN’ is de woonplaats zelf'],
  [`Heerlen;Heerlen;${'a'.repeat(101)};`, 'de andere naam is langer dan 100 tekens'],
  ['Heerlen;Heerlen;Heële;misschien', 'vervalt ‘misschien’ is onbekend; kies uit ja, nee'],
])('rejects %s: %s', async (line, reason) => {
  await expect(importLines(line)).rejects.toThrow(reason)
})
