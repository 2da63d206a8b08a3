import { listMunicipalities, searchAddresses, showAddress } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertAddress } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const kerkrade = { id: 928, name: 'Kerkrade' }

const search = async (body: Parameters<typeof call<typeof searchAddresses>>[2]['body']) => {
  const { data } = await call('bsgw', searchAddresses, { body })
  return data.map((address) => address.alias)
}

describe('S3.1 S7.6 searching addresses', () => {
  beforeAll(async () => {
    for (const [alias, house_number_extension] of [
      ['a118', null],
      ['a118-A', 'A'],
      ['a118-b', 'b'],
      ['a118-b-2', 'b-2'],
    ] as const)
      await insertAddress(db, { alias, house_number: 118, house_number_extension, postal_code: '6417AT' })
    await insertAddress(db, {
      alias: 'noord',
      street: 'Akerstraat-Noord',
      house_number: 118,
      postal_code: '6431HN',
      object_code: '0917000042',
    })
    await insertAddress(db, { alias: 'wieen', street: 'Wieënweg', house_number: 12, postal_code: '6411CD' })
    await insertAddress(db, { alias: 'glueck', street: 'Glück Auf', house_number: 7 })
    await insertAddress(db, {
      alias: 'karman',
      street: 'Professor von Kármánstraat',
      house_number: 31,
      house_number_extension: 'e-3',
    })
    await insertAddress(db, {
      alias: 'kerkrade',
      street: 'Akerstraat',
      city: 'Kerkrade',
      municipality: kerkrade,
      house_number: 118,
      postal_code: '6466AB',
    })
    for (const twin of [1, 2])
      await insertAddress(db, { alias: `twin${twin}`, street: 'Tweelingpad', house_number: 1, twin })
  })

  test('lists a number without an extension first, then every extension of the number', async () => {
    expect(await search({ postal_code: '6417at', house_number: '118' })).toEqual([
      'a118',
      'a118-A',
      'a118-b',
      'a118-b-2',
    ])
  })

  test('lists a street before streets with a longer name that begins with the same text', async () => {
    expect(await search({ street: 'akerstraat', municipality_id: 917 })).toEqual([
      'a118',
      'a118-A',
      'a118-b',
      'a118-b-2',
      'noord',
    ])
  })

  test('finds an object code, and finds nothing when another criterion does not match', async () => {
    expect(await search({ object_code: '0917 000042' })).toEqual(['noord'])
    expect(await search({ object_code: '0917000042', house_number: 119 })).toEqual([])
  })

  test('finds only addresses of the chosen municipality', async () => {
    expect(await search({ street: 'akerstraat', municipality_id: kerkrade.id })).toEqual(['kerkrade'])
  })

  test('accepts a postal code that was never issued and finds nothing', async () => {
    expect(await search({ postal_code: '6411SS' })).toEqual([])
  })

  test('returns each address once over all pages', async () => {
    const all = await search({ house_number: 118, limit: 100 })
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const { data, meta }: { data: { alias: string }[]; meta: { next: string | null } } = await call(
        'bsgw',
        searchAddresses,
        { body: { house_number: 118, limit: 2, cursor } },
      )
      expect(data.length).toBeLessThanOrEqual(2)
      paged.push(...data.map((address) => address.alias))
      cursor = meta.next
    } while (cursor)
    expect(paged).toEqual(all)
    expect(paged).toHaveLength(6)
  })

  test.each([
    'x',
    'WyJhIl0',
    Buffer.from('["a",1,2,"b","c"]').toString('base64url'),
    Buffer.from('["a",1,2,"b",99999999999]').toString('base64url'),
  ])('rejects the invalid cursor %s', async (cursor) => {
    await expect(search({ street: 'a', cursor })).rejects.toMatchObject({
      status: 422,
      errors: { cursor: expect.any(Array) },
    })
  })

  test('sorts numeric extensions by their numeric value', async () => {
    for (const extension of ['10', '9', '100', '1'])
      await insertAddress(db, {
        alias: `flat-${extension}`,
        street: 'Flatstraat',
        house_number: 5,
        house_number_extension: extension,
      })
    expect(await search({ street: 'flatstraat' })).toEqual(['flat-1', 'flat-9', 'flat-10', 'flat-100'])
  })
})

test.each([
  [{}, ['criteria']],
  [{ house_number_extension: 'b' }, ['house_number']],
  [{ postal_code: '6411' }, ['postal_code']],
  [{ postal_code: '0411 CD', house_number: 'x' }, ['house_number', 'postal_code']],
  [{ house_number: 0 }, ['house_number']],
  [{ house_number: 1.5 }, ['house_number']],
  [{ house_number: 100_000 }, ['house_number']],
  [{ house_number: true }, ['house_number']],
  [{ municipality_id: '917' }, ['municipality_id']],
  [{ municipality_id: 2 ** 40 }, ['municipality_id']],
  [{ street: 12 }, ['street']],
  [{ street: 'a'.repeat(10_000) }, ['street']],
  [{ street: ['a'] }, ['street']],
  [{ street: 'a\0b' }, ['street']],
  [{ object_code: '\ud800' }, ['object_code']],
  [{ street: 'a', limit: 0 }, ['limit']],
  [{ street: 'a', limit: 101 }, ['limit']],
  [{ street: 'a', stret: 'b' }, ['stret']],
])('S5.3 rejects %j with a message at %j', async (body, fields) => {
  await expect(search(body as never)).rejects.toMatchObject({ status: 422, message: 'Niet alles is goed ingevuld' })
  const { errors } = await search(body as never).catch((error) => error)
  expect(Object.keys(errors).sort()).toEqual(fields)
})

test('S7.7 S3.3 returns an address by its alias', async () => {
  await insertAddress(db, {
    alias: 'shown',
    street: 'Wieënweg',
    house_number: 14,
    house_number_extension: 'bis',
    postal_code: '6411CE',
    object_code: '0917000099',
    lon: 5.97,
    lat: 50.89,
  })
  expect(await call('bsgw', showAddress, { params: { alias: 'shown' } })).toEqual({
    alias: 'shown',
    object_code: '0917000099',
    street: 'Wieënweg',
    house_number: 14,
    house_number_extension: 'bis',
    postal_code: '6411CE',
    city: 'Heerlen',
    municipality: { id: 917, name: 'Heerlen' },
    location: { lon: 5.97, lat: 50.89 },
    retired_on: null,
  })
})

test('a retired address is in no search result, but a call with its alias returns it and its retirement day', async () => {
  const { alias } = await insertAddress(db, {
    street: 'Vervallenweg',
    object_code: '0917000077',
    retired_on: '2026-03-04',
  })
  for (const body of [{ street: 'Vervallenweg' }, { object_code: '0917000077' }])
    expect((await call('bsgw', searchAddresses, { body })).data).toEqual([])
  expect(await call('bsgw', showAddress, { params: { alias } })).toMatchObject({ alias, retired_on: '2026-03-04' })
})

test('S7.9 lists the municipalities by name', async () => {
  expect(await call('bsgw', listMunicipalities, {})).toEqual([{ id: 917, name: 'Heerlen' }, kerkrade])
})
