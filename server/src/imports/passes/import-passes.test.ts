import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findLoadedKinds } from '../../domain/deliveries/deliveries.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { importPasses } from './import-passes.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-passes-'))
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  await clearTables(db, 'environmental_pass', 'resident', 'address', 'street', 'town', 'municipality')
  await insertAddress(db, { object_code: 'H118', street: 'Akerstraat', house_number: 118, postal_code: '6417BM' })
  await insertAddress(db, { object_code: 'H119', street: 'Akerstraat', house_number: 119, postal_code: '6417BM' })
})

const rejects = join(folder, 'rejects.csv')
const header =
  'pasnummer;naam;status;uitgegeven_op;geldig_tot;reden;geblokkeerd_op;objectcode;straat;huisnummer;toevoeging;postcode'
const active = '0101-0101 01;J. van den Berg;actief;2024-03-01;2034-02-28;;;H118;;;;'
const blocked = '0101010101;J. van den Berg;geblokkeerd;2024-03-01;;verloren;2025-06-10;H118;;;;'
const next = '0202020202;J. van den Berg;actief;2025-06-10;;;;H118;;;;'

/** Imports these lines and returns the summary. */
async function importFile(...lines: string[]) {
  await rm(rejects, { force: true })
  const file = join(folder, 'passen.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  return runCommand(importPasses, db, [file], { rejects })
}
/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
const importLines = async (...lines: string[]) =>
  countsIn(await importFile(...lines), 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
const findPasses = async () => {
  const rows = await rowsOf(
    db,
    sql<{ text: string }>`
      select concat_ws(' ', number, name, status, blocked_reason, issued_on, valid_until, blocked_on, object_code) as text
      from environmental_pass join resident on resident.id = resident_id
        join address on address.id = environmental_pass.address_id
      order by number`,
  )
  return rows.map(({ text }) => text)
}
const findRejects = async () => (await readFile(rejects, 'utf8')).trim().split('\n').slice(1)
const stored = () => rowsOf(db, sql`select environmental_pass.*, xmin::text from environmental_pass order by id`)

test('adds a pass with its resident at the address of the object code', async () => {
  expect(await importLines(active)).toEqual([1, 0, 0, 0])
  expect(await findPasses()).toEqual(['0101010101 J. van den Berg active 2024-03-01 2034-02-28 H118'])
})

test('states that the municipality of a pass has passes, only after a row was accepted', async () => {
  await expect(importLines(active.replace('H118', 'H999'))).rejects.toThrow(/afgekeurd +1/)
  expect([...(await findLoadedKinds(db))]).toEqual([])
  await importLines(active)
  expect([...(await findLoadedKinds(db))]).toEqual([[917, ['passes']]])
})

test('finds an address without an object code by its text', async () => {
  expect(await importLines('0303030303;K. Pas;vervallen;2020-01-01;;;;;akerstraat;119;;6417 bm')).toEqual([1, 0, 0, 0])
  expect(await findPasses()).toEqual(['0303030303 K. Pas expired 2020-01-01 H119'])
})

test('an import of passes changes nothing for the same file', async () => {
  await importLines(blocked, next)
  const before = await stored()
  expect(await importLines(blocked, next)).toEqual([0, 0, 2, 0])
  expect(await stored()).toEqual(before)
})

test.each([
  ['before', [blocked, next]],
  ['after', [next, blocked]],
])('blocks a pass and adds the next pass, when the row of the blocked pass is %s the other row', async (_, lines) => {
  await importLines(active)
  expect(await importLines(...lines)).toEqual([1, 1, 0, 0])
  expect(await findPasses()).toEqual([
    '0101010101 J. van den Berg blocked loss 2024-03-01 2025-06-10 H118',
    '0202020202 J. van den Berg active 2025-06-10 H118',
  ])
  expect(await rowsOf(db, sql`select name from resident`)).toEqual([{ name: 'J. van den Berg' }])
})

test('stores a corrected name, and deletes the resident who no longer has a pass', async () => {
  await importLines(active)
  expect(await importLines(active.replace('Berg', 'Bergh'))).toEqual([0, 1, 0, 0])
  expect(await rowsOf(db, sql`select name from resident`)).toEqual([{ name: 'J. van den Bergh' }])
})

test('rejects a second active pass of an address, and stores the rest', async () => {
  expect(await importLines(active, next, next.replace('0202020202', '0404040404').replace('H118', 'H119'))).toEqual([
    2, 0, 0, 1,
  ])
  expect(await findRejects()).toEqual([`3;het adres heeft al een andere actieve pas;${next};;;`])
  await expect(importLines(next)).rejects.toThrow('het adres heeft al een andere actieve pas')
})

test('rejects a row that would unblock a pass, and a row that would move a pass to another address', async () => {
  await importLines(blocked)
  await expect(importLines(active)).rejects.toThrow('de pas is geblokkeerd of vervallen, en wordt niet opnieuw actief')
  await expect(importLines(blocked.replace('H118', 'H119'))).rejects.toThrow('de pas hoort bij een ander adres')
  expect(await findPasses()).toEqual(['0101010101 J. van den Berg blocked loss 2024-03-01 2025-06-10 H118'])
})

test('rejects a second row with the same pass number, even in another batch', async () => {
  const many = Array.from({ length: 5001 }, (_, index) => blocked.replace('0101010101', `M${100_000 + index}`))
  const other = many.map((line, index) => (index % 2 ? line : line.replace('H118', 'H119')))
  expect(await importLines(...other, other[0] ?? '', other[5000] ?? '')).toEqual([5001, 0, 0, 2])
  expect((await findRejects())[0]).toMatch(/^5003;het pasnummer staat al op een eerdere regel;M100000;/)
})

test.each([
  [active.replace('H118', 'H120'), 'objectcode H120 is bij geen adres bekend'],
  [active.replace('0101-0101 01', '12'), 'het pasnummer heeft te weinig tekens'],
  [active.replace('0101-0101 01', ''), 'het pasnummer ontbreekt'],
  [active.replace('J. van den Berg', ''), 'de naam ontbreekt'],
  [active.replace('J. van den Berg', 'x'.repeat(101)), 'de naam is langer dan 100 tekens'],
  [active.replace('actief', 'kwijt'), 'de status ‘kwijt’ is onbekend; kies uit actief, geblokkeerd, vervallen'],
  [active.replace('2024-03-01', '31-4-2024'), 'de dag van uitgifte ‘31-4-2024’ is geen dag'],
  [active.replace('2034', '2014'), 'de laatste dag ligt voor de dag van uitgifte'],
  [blocked.replace('2025-06-10', '2023-06-10'), 'de dag van blokkeren ligt voor de dag van uitgifte'],
  [blocked.replace('verloren', ''), 'de reden ontbreekt'],
  [blocked.replace('verloren', 'stuk'), 'de reden ‘stuk’ is onbekend; kies uit verloren, gestolen, defect, verhuizing'],
  [blocked.replace('geblokkeerd', 'actief'), 'alleen een geblokkeerde pas heeft een reden of een dag van blokkeren'],
])('rejects %s: %s', async (line, reason) => {
  await expect(importLines(line)).rejects.toThrow(reason)
  expect(await findPasses()).toEqual([])
})

describe('a file that a spreadsheet has saved', () => {
  beforeEach(() =>
    sql`insert into pass_form values (917, 'digits', 10, 10)
      on conflict (municipality_id) do nothing`.execute(db),
  )
  const withNumber = (number: string, code = 'H118') => active.replace('0101-0101 01', number).replace('H118', code)

  test('has its text marks removed, and its lost digits are never accepted', async () => {
    expect(await importLines(withNumber('="0101010104"'), withNumber('1,01E+09', 'H119'))).toEqual([1, 0, 0, 1])
    expect(await findPasses()).toEqual(['0101010104 J. van den Berg active 2024-03-01 2034-02-28 H118'])
  })

  test.each([
    ['1,01E+09', 'Excel heeft van het pasnummer een afgerond getal met E+ gemaakt'],
    ['101010103', 'het pasnummer mist mogelijk een nul vooraan'],
    ['*0101010101', 'er staan extra tekens om het pasnummer'],
    ['010101010101', 'het pasnummer heeft te veel tekens'],
    ['M100000', 'in het pasnummer staat een letter'],
    ['onbekend', 'dit is geen pasnummer'],
  ])('S5.1 rejects the pass number %s: %s', async (number, reason) => {
    await expect(importLines(withNumber(number))).rejects.toThrow(reason)
    expect(await findPasses()).toEqual([])
  })

  test('is read with the form of the municipality of each address', async () => {
    const kerkrade = { municipality: { id: 928, name: 'Kerkrade' }, city: 'Kerkrade' }
    await insertAddress(db, { object_code: 'K1', postal_code: '6461AA', ...kerkrade })
    expect(await importLines(withNumber('M100000', 'K1'), withNumber('M100001'))).toEqual([1, 0, 0, 1])
    expect(await findPasses()).toEqual(['M100000 J. van den Berg active 2024-03-01 2034-02-28 K1'])
  })

  test('is stored with a remark when its municipality has set no form, which would show a lost zero', async () => {
    const remark =
      /^Niet gecontroleerd op cijfers die ontbreken: de pasnummers van Heerlen\. Stel de vorm van het pasnummer in/m
    expect(await importFile(withNumber('0101010101'))).not.toMatch(remark)
    await sql`delete from pass_form`.execute(db)
    expect(await importFile(withNumber('101010103', 'H119'))).toMatch(remark)
  })

  test('has the prefix of a reader removed when the municipality set it', async () => {
    await sql`update pass_form set prefixes = '{*}'`.execute(db)
    expect(await importLines(withNumber('*0101010101'))).toEqual([1, 0, 0, 0])
    expect((await findPasses())[0]).toMatch(/^0101010101 /)
  })
})

test('imports a compressed file, and lists a rejected row without the other columns of the file', async () => {
  const file = join(folder, 'passen.csv.gz')
  const lines = [
    'BSN;pasnummer;naam;status;uitgegeven_op;objectcode',
    '123456782;0101010101;J. Pas;actief;2024-03-01;H1',
  ]
  await writeFile(file, gzipSync(lines.join('\n')))
  await expect(runCommand(importPasses, db, [file], { rejects })).rejects.toThrow('is bij geen adres bekend')
  expect((await findRejects()).join()).not.toContain('123456782')
})
