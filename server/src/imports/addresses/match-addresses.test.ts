import { expect, test } from 'vitest'
import { SeenIds } from '../reader/seen-ids.ts'
import { type KnownAddress, matchAddresses, type Owner, type PlacedRow } from './match-addresses.ts'

const row = (line: number, changed: Partial<PlacedRow> = {}): PlacedRow => ({
  row: { line, text: '', fields: [] },
  key: 'a',
  street_id: 1,
  house_number: 118,
  house_number_extension: null,
  postal_code: '6417AT',
  object_code: null,
  lon: 5.9,
  lat: 50.9,
  twin: 1,
  ...changed,
})
const known = (id: number, changed: Partial<KnownAddress> = {}): KnownAddress => ({
  id,
  twin: 1,
  object_code: null,
  lon: 5.9,
  lat: 50.9,
  retired: false,
  ...changed,
})

/** What becomes of rows: `+1` is a new first twin, `=7` address 7 as it was, `~7` address 7 changed, `!` a rejected row. */
function outcome(rows: PlacedRow[], addresses: KnownAddress[] = [], owners: [string, Owner][] = []) {
  const { added, changed, unchanged, rejected } = matchAddresses(
    rows,
    new Map([['a', addresses]]),
    new Map(owners),
    new SeenIds(),
  )
  return [
    ...added.map(({ twin }) => `+${twin}`),
    ...Array.from({ length: unchanged }, () => '='),
    ...changed.map(({ id, lon, object_code }) => `~${id} ${lon} ${object_code}`),
    ...rejected.map(({ row, reason }) => `!${row.line} ${reason}`),
  ]
}

test('rows that read the same are twins, in the order of the file', () => {
  expect(outcome([row(2), row(3), row(4)])).toEqual(['+1', '+2', '+3'])
  expect(outcome([row(2), row(3), row(4)], [known(7)])).toEqual(['+2', '+3', '='])
  expect(outcome([row(2), row(3, { lon: 6 })], [known(7), known(8, { twin: 2 })])).toEqual(['=', '~8 6 null'])
})

test('twins find themselves again when they come in different batches', () => {
  const seen = new SeenIds()
  const addresses = new Map([['a', [known(7), known(8, { twin: 2, lon: 6 })]]])
  expect(matchAddresses([row(2)], addresses, new Map(), seen)).toMatchObject({ unchanged: 1 })
  expect(matchAddresses([row(9000, { lon: 6 })], addresses, new Map(), seen)).toMatchObject({ unchanged: 1 })
  expect(matchAddresses([row(20_000)], addresses, new Map(), seen)).toMatchObject({ added: [{ twin: 3 }] })
})

test('what a file does not tell stays as it is', () => {
  expect(outcome([row(2, { lon: null, lat: null })], [known(7, { object_code: 'A1' })])).toEqual(['='])
})

test('an object code says which of the twins a row is', () => {
  const twins = [known(7, { object_code: 'A1' }), known(8, { twin: 2, object_code: 'A2', lon: 6 })]
  const owners: [string, Owner][] = [
    ['A1', { id: 7, key: 'a', address: '' }],
    ['A2', { id: 8, key: 'a', address: '' }],
  ]
  const [a1, a2, a3] = [
    row(4, { object_code: 'A1' }),
    row(2, { object_code: 'A2', lon: 6 }),
    row(3, { object_code: 'A3' }),
  ]
  expect(outcome([a2, a3, a1], twins, owners)).toEqual(['+3', '=', '='])
})

test('an address without an object code, or the only one with its text, takes a new code', () => {
  expect(outcome([row(2, { object_code: 'A2' })], [known(7)])).toEqual(['~7 5.9 A2'])
  expect(outcome([row(2, { object_code: 'A2' })], [known(7, { object_code: 'A1' })])).toEqual(['~7 5.9 A2'])
})

test('an object code belongs to one address and one row', () => {
  const elsewhere: [string, Owner] = ['A1', { id: 9, key: 'b', address: 'Akerstraat 1, 6417 AT Heerlen' }]
  expect(outcome([row(2, { object_code: 'A1' })], [], [elsewhere])).toEqual([
    '!2 de objectcode A1 hoort al bij een ander adres: Akerstraat 1, 6417 AT Heerlen',
  ])
  expect(outcome([row(2, { object_code: 'A1' }), row(3, { object_code: 'A1' })])).toEqual([
    '+1',
    '!3 de objectcode A1 staat al op een eerdere regel',
  ])
  expect(outcome([row(2, { object_code: 'A1' }), row(3, { object_code: 'A1' })], [known(7)])).toEqual([
    '~7 5.9 A1',
    '!3 de objectcode A1 staat al op een eerdere regel',
  ])
})

test('a file of one address over and over comes to an end', () => {
  const found = outcome(Array.from({ length: 1001 }, (_, index) => row(index + 2)))
  expect(found.at(-1)).toBe('!1002 hetzelfde adres staat al 1000 keer in het bestand')
})

test('a retired address comes back, after one that reads the same and is still there', () => {
  const alike = [known(7, { retired: true }), known(8, { twin: 2, lon: 6 })]
  expect(outcome([row(2)], alike)).toEqual(['~8 5.9 null'])
  expect(outcome([row(2, { lon: 6 }), row(3)], alike)).toEqual(['=', '~7 5.9 null'])
})
