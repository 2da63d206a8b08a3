import { expect, test } from 'vitest'
import { IdSet } from '../reader/id-set.ts'
import type { ExistingAddress } from './import-addresses.queries.ts'
import { type AddressAtStreet, type CodeOwner, matchAddresses } from './match-addresses.ts'

const row = (line: number, changes: Partial<AddressAtStreet> = {}): AddressAtStreet => ({
  line,
  municipality: { id: 917, name: 'Heerlen' },
  city: 'Heerlen',
  street: 'Akerstraat',
  key: 'a',
  street_id: 1,
  house_number: 118,
  house_number_extension: null,
  postal_code: '6417AT',
  object_code: null,
  bag_id: null,
  register_object_id: null,
  is_additional: null,
  is_under_construction: null,
  former_bag_id: null,
  lon: 5.9,
  lat: 50.9,
  twin: 1,
  ...changes,
})
const existing = (id: number, changes: Partial<ExistingAddress> = {}): ExistingAddress => ({
  id,
  twin: 1,
  object_code: null,
  bag_id: null,
  register_object_id: null,
  is_additional: null,
  is_under_construction: null,
  lon: 5.9,
  lat: 50.9,
  retired: false,
  ...changes,
})

/**
 * Returns the outcomes of the rows. `+1` is a new address with twin number 1, and `=` is an unchanged address. `~7 5.9
 * A1` is the new longitude and code of address 7, and `>7 2` its twin number at another text. `!2` is a reject of line
 * 2 with its reason.
 */
function outcomes(
  rows: AddressAtStreet[],
  addresses: ExistingAddress[] = [],
  owners: [string, CodeOwner][] = [],
  seen = new IdSet(),
  numberOwners: [string, CodeOwner][] = [],
) {
  const rejected: string[] = []
  const reject = ({ line }: AddressAtStreet, reason: string) => rejected.push(`!${line} ${reason}`)
  const codes = { object_code: new Map(owners), bag_id: new Map(numberOwners) }
  const result = matchAddresses(rows, new Map([['a', addresses]]), codes, seen, reject)
  return [
    ...result.added.map(({ twin }) => `+${twin}`),
    ...Array.from({ length: result.unchanged }, () => '='),
    ...result.moved.map(({ id, twin }) => `>${id} ${twin}`),
    ...result.changed.map(({ id, lon, object_code, bag_id }) => `~${id} ${lon} ${bag_id ?? object_code}`),
    ...rejected,
  ]
}

test('numbers rows with the same text as twins, in the order of the file', () => {
  expect(outcomes([row(2), row(3), row(4)])).toEqual(['+1', '+2', '+3'])
  expect(outcomes([row(2), row(3), row(4)], [existing(7)])).toEqual(['+2', '+3', '='])
  expect(outcomes([row(2), row(3, { lon: 6 })], [existing(7), existing(8, { twin: 2 })])).toEqual(['=', '~8 6 null'])
})

test('matches existing twins when their rows are in different batches', () => {
  const seen = new IdSet()
  const addresses = [existing(7), existing(8, { twin: 2, lon: 6 })]
  expect(outcomes([row(2)], addresses, [], seen)).toEqual(['='])
  expect(outcomes([row(9000, { lon: 6 })], addresses, [], seen)).toEqual(['='])
  expect(outcomes([row(20_000)], addresses, [], seen)).toEqual(['+3'])
})

test('preserves a stored value when the field of the row is empty', () => {
  expect(outcomes([row(2, { lon: null, lat: null })], [existing(7, { object_code: 'A1' })])).toEqual(['='])
})

test('identifies a twin by its object code', () => {
  const twins = [existing(7, { object_code: 'A1' }), existing(8, { twin: 2, object_code: 'A2', lon: 6 })] as const
  const owners: [string, CodeOwner][] = [
    ['A1', { address: twins[0], key: 'a', description: '' }],
    ['A2', { address: twins[1], key: 'a', description: '' }],
  ]
  const [a1, a2, a3] = [
    row(4, { object_code: 'A1' }),
    row(2, { object_code: 'A2', lon: 6 }),
    row(3, { object_code: 'A3' }),
  ]
  expect(outcomes([a2, a3, a1], [...twins], owners)).toEqual(['+3', '=', '='])
})

test('stores the object code of a row on an address without a code, or on the only address with its text', () => {
  expect(outcomes([row(2, { object_code: 'A2' })], [existing(7)])).toEqual(['~7 5.9 A2'])
  expect(outcomes([row(2, { object_code: 'A2' })], [existing(7, { object_code: 'A1' })])).toEqual(['~7 5.9 A2'])
})

test('rejects a row whose object code belongs to another address or to an earlier row', () => {
  const elsewhere: [string, CodeOwner] = [
    'A1',
    { address: existing(9), key: 'b', description: 'Akerstraat 1, 6417 AT Heerlen' },
  ]
  expect(outcomes([row(2, { object_code: 'A1' })], [], [elsewhere])).toEqual([
    '!2 de objectcode A1 hoort al bij een ander adres: Akerstraat 1, 6417 AT Heerlen',
  ])
  expect(outcomes([row(2, { object_code: 'A1' }), row(3, { object_code: 'A1' })])).toEqual([
    '+1',
    '!3 de objectcode A1 staat al op een eerdere regel',
  ])
  expect(outcomes([row(2, { object_code: 'A1' }), row(3, { object_code: 'A1' })], [existing(7)])).toEqual([
    '~7 5.9 A1',
    '!3 de objectcode A1 staat al op een eerdere regel',
  ])
})

test('rejects a row whose address already occurs 1,000 times in the file', () => {
  const found = outcomes(Array.from({ length: 1001 }, (_, index) => row(index + 2)))
  expect(found.at(-1)).toBe('!1002 hetzelfde adres staat al 1000 keer in het bestand')
})

test('matches a retired address only when earlier rows matched all current addresses with the same text', () => {
  const sameText = [existing(7, { retired: true }), existing(8, { twin: 2, lon: 6 })]
  expect(outcomes([row(2)], sameText)).toEqual(['~8 5.9 null'])
  expect(outcomes([row(2, { lon: 6 }), row(3)], sameText)).toEqual(['=', '~7 5.9 null'])
})

const numbered = (bag_id: string) => ({ bag_id })
const ownerOf = (address: ExistingAddress, key: string): [string, CodeOwner] => [
  address.bag_id ?? '',
  { address, key, description: 'Akerstraat 1, 6417 AT Heerlen' },
]

test('moves an address whose BAG id has another text, as the next twin of that text', () => {
  const moving = existing(7, numbered('1'))
  const owners = [ownerOf(moving, 'b')]
  expect(outcomes([row(2, numbered('1'))], [], [], new IdSet(), owners)).toEqual(['>7 1', '~7 5.9 1'])
  expect(outcomes([row(2, numbered('1'))], [existing(8)], [], new IdSet(), owners)).toEqual(['>7 2', '~7 5.9 1'])
  expect(outcomes([row(2, numbered('1')), row(3, numbered('1'))], [], [], new IdSet(), owners)).toEqual([
    '>7 1',
    '~7 5.9 1',
    '!3 de nummeraanduiding 1 staat al op een eerdere regel',
  ])
})

test('stores the BAG id of a row on an address without one, and adds a twin when all have other ids', () => {
  expect(outcomes([row(2, numbered('1'))], [existing(7, { object_code: 'A1' })])).toEqual(['~7 5.9 1'])
  const others = [existing(7, numbered('1')), existing(8, { twin: 2, ...numbered('2') })]
  const owners = [ownerOf(existing(7, numbered('1')), 'a')]
  expect(outcomes([row(2, numbered('3')), row(3, numbered('1'))], others, [], new IdSet(), owners)).toEqual(['+3', '='])
})

test('rejects a row whose BAG id and object code belong to different addresses', () => {
  const [one, other] = [existing(7, numbered('1')), existing(9, { object_code: 'A1' })]
  const codes: [string, CodeOwner][] = [['A1', { address: other, key: 'b', description: 'Akerstraat 1' }]]
  const both = row(2, { bag_id: '1', object_code: 'A1' })
  expect(outcomes([both], [one], codes, new IdSet(), [ownerOf(one, 'a')])).toEqual([
    '!2 de objectcode A1 hoort al bij een ander adres: Akerstraat 1',
  ])
})

test('is the address of the number that the row replaces, unless another address without a BAG id has the text', () => {
  const old = existing(1, { bag_id: 'A' })
  const owner: [string, CodeOwner] = ['A', { address: old, key: 'b', description: '' }]
  const renumbered = row(2, { bag_id: 'B', former_bag_id: 'A' })
  expect(outcomes([renumbered], [], [], new IdSet(), [owner])).toEqual(['>1 1', '~1 5.9 B'])
  const retired = existing(2, { bag_id: 'C', retired: true })
  expect(outcomes([renumbered], [retired], [], new IdSet(), [owner])).toEqual(['>1 2', '~1 5.9 B'])
  expect(outcomes([renumbered], [existing(2)], [], new IdSet(), [owner])).toEqual(['~2 5.9 B'])
})
