import {
  changeCollections,
  countAreaAddresses,
  deleteArea,
  listAreaRules,
  makePickupAppointment,
  openCalendarFeed,
  previewArea,
  type RequestInput,
  saveArea,
  showCalendar,
} from '@rd4-loket/contract'
import { exampleKeys, exampleRequest } from '@rd4-loket/contract/examples'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { dayOf, textOf, today } from '../../platform/runtime/days.ts'
import { afterWednesday, nextYear, thisYear } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { pickupDays } from '../pickups/pickup-days.ts'

const { app, call, db } = await testServer()
const heerlen = { municipality_id: '917' }
const day = afterWednesday(0)

type AreaBody = RequestInput<typeof saveArea>['body']
let west: number
let east: number
const area = (changes: Partial<AreaBody> = {}): AreaBody => ({
  municipality_id: 917,
  name: 'Centrum',
  postal_codes: ['6411CD'],
  addresses: [],
  ...changes,
})
const save = (changes: Partial<AreaBody> = {}) => call('administrator', saveArea, { body: area(changes) })
const areas = () => call('administrator', listAreaRules, { params: heerlen })
const idOf = async (name: string) => (await areas()).find((item) => item.name === name)?.id ?? 0
const areaOf = async (address: string) =>
  (await call('bsgw', showCalendar, { query: { address, from: day, to: day } })).meta.area?.name ?? null
const sequences = async (address: string) => {
  const { url } = await call('bsgw', openCalendarFeed, { body: { address } })
  const { body } = await app.inject(new URL(url).pathname)
  return [...body.matchAll(/SEQUENCE:(\d+)/g)].map(([, number]) => Number(number))
}

beforeEach(async () => {
  for (const table of ['pickup_appointment', 'collection_area', 'collection_year', 'calendar_feed', 'address'])
    await sql`delete from ${sql.identifier(table)}`.execute(db)
  for (const [alias, house_number, postal_code] of [
    ['one', 1, '6411CD'],
    ['two', 2, '6411CD'],
    ['retired', 3, '6411CD'],
    ['far', 4, '6411KA'],
    ['east', 5, '6412AA'],
    ['nowhere', 6, '6499AA'],
  ] as const)
    await insertAddress(db, { alias, house_number, postal_code })
  await sql`update address set retired_on = '2020-01-01' where alias = 'retired'`.execute(db)
  await insertAddress(db, { postal_code: '6461AA', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
  for (const year of [thisYear, nextYear])
    await insertRow(db, 'collection_year', { municipality_id: 917, year, published_on: '2020-01-01' })
  const rules = [{ category: 'gft' as const, every_weeks: 1, valid_from: '2025-01-01' }]
  west = (await insertCollectionArea(db, { name: 'West', postal_codes: ['6411AA', '6411ZZ'], rules })).id
  east = (await insertCollectionArea(db, { name: 'Oost', postal_codes: ['6412AA', '6412ZZ'], rules })).id
})

describe('a collection area', () => {
  test('can be split: some addresses move to a new area with the rules and exceptions of the old area', async () => {
    const collection = { area_id: west, category: 'gft' as const, day, revision: 0, moved_to: afterWednesday(1) }
    const change = { municipality_id: 917, action: 'move' as const, collections: [collection], reason: 'werk' }
    await call('administrator', changeCollections, { body: change })
    const body = area({ days_of: west })
    const found = { moves: [{ from: 'West', to: 'Centrum', addresses: 2 }], without_days: false }
    expect(await call('administrator', previewArea, { body })).toEqual(found)
    expect(await areaOf('one')).toBe('West')
    expect(await call('administrator', saveArea, { body })).toEqual(found)
    expect([await areaOf('one'), await areaOf('far')]).toEqual(['Centrum', 'West'])
    const { data } = await call('bsgw', showCalendar, { query: { address: 'one', from: day, to: afterWednesday(7) } })
    expect(data.map(({ start }) => start)).toEqual([afterWednesday(1), afterWednesday(7)])
  })

  test('names the moves with the most addresses first', async () => {
    const body = area({ postal_codes: ['6411', '6412'], area_id: west, name: 'West' })
    await call('administrator', saveArea, { body: { ...body, area_id: east, name: 'Oost', postal_codes: ['6413'] } })
    await insertAddress(db, { house_number: 7, postal_code: '6413AA' })
    const { moves } = await call('administrator', previewArea, {
      body: area({ name: 'Alles', postal_codes: ['6411AB-6411ZY', '6413AA', '6499'] }),
    })
    expect(moves).toEqual([
      { from: 'West', to: 'Alles', addresses: 3 },
      { from: 'Oost', to: 'Alles', addresses: 1 },
      { from: null, to: 'Alles', addresses: 1 },
    ])
  })

  test('starts with the rules and exceptions of the chosen area only', async () => {
    const collection = { area_id: east, category: 'gft' as const, day, revision: 0, moved_to: afterWednesday(1) }
    const change = { municipality_id: 917, action: 'move' as const, collections: [collection], reason: 'werk' }
    await call('administrator', changeCollections, { body: change })
    const paper = { collection_area_id: east, category: 'paper', every_weeks: 4, valid_from: '2025-01-01' }
    await insertRow(db, 'collection_rule', paper)
    await save({ days_of: west })
    const { rules } = (await areas()).find(({ name }) => name === 'Centrum') ?? expect.unreachable()
    expect(rules.map(({ category }) => category)).toEqual(['gft'])
    const { data } = await call('bsgw', showCalendar, { query: { address: 'one', from: day, to: afterWednesday(6) } })
    expect(data.map(({ start }) => start)).toEqual([day])
  })

  test('can contain one side of a street', async () => {
    await insertAddress(db, { house_number: 5, postal_code: '6411CD' })
    expect(await save({ postal_codes: ['6411 CD even'] })).toEqual({
      moves: [{ from: 'West', to: 'Centrum', addresses: 1 }],
      without_days: true,
    })
    expect([await areaOf('one'), await areaOf('two')]).toEqual(['West', 'Centrum'])
  })

  test('is shown with its rules of today and later, in the order of their first days', async () => {
    const rule = { category: 'pmd', collection_area_id: west }
    const past = sql`array['2025-06-03', '2025-06-10']::date[]`
    await insertRow(db, 'collection_rule', {
      ...rule,
      every_weeks: 1,
      valid_from: '2024-01-01',
      valid_to: '2024-12-31',
    })
    await insertRow(db, 'collection_rule', { ...rule, days: past, valid_from: '2025-06-03' })
    await insertRow(db, 'collection_rule', { ...rule, every_weeks: 2, valid_from: '2024-06-01', valid_to: day })
    const rules = (await areas()).find(({ name }) => name === 'West')?.rules
    expect(rules?.map(({ category, valid_from }) => [category, valid_from])).toEqual([
      ['pmd', '2024-06-01'],
      ['gft', '2025-01-01'],
    ])
  })

  test('can contain individually assigned addresses with a postal code outside its ranges', async () => {
    await save({ postal_codes: [], addresses: ['6412 AA 5', '6499AA 6'] })
    expect([await areaOf('east'), await areaOf('nowhere')]).toEqual(['Centrum', 'Centrum'])
    expect(await areas()).toEqual([
      expect.objectContaining({ name: 'Centrum', addresses: ['6412 AA 5', '6499 AA 6'], postal_codes: [] }),
      expect.objectContaining({ name: 'Oost', addresses: [] }),
      expect.objectContaining({ name: 'West' }),
    ])
    const counted = await call('administrator', countAreaAddresses, { params: heerlen })
    expect(counted).toEqual({
      areas: [await idOf('Centrum'), east, west].map((id, index) => ({
        id,
        addresses: [2, 0, 3][index],
        has_pickups: false,
      })),
      without: 0,
    })
    // A later assignment to another area moves the address to that area.
    await save({ area_id: east, name: 'Oost', postal_codes: ['6412'], addresses: ['6499 AA 6'] })
    expect(await areaOf('nowhere')).toBe('Oost')
  })

  test('lists its individually assigned addresses by postal code, number and extension', async () => {
    await insertAddress(db, { house_number: 1, house_number_extension: 'b', postal_code: '6411CD' })
    await save({ postal_codes: [], addresses: ['6412AA 5', '6411CD 2', '6411CD 1b', '6411CD 1'] })
    const { addresses } = (await areas()).find(({ name }) => name === 'Centrum') ?? expect.unreachable()
    expect(addresses).toEqual(['6411 CD 1', '6411 CD 1 b', '6411 CD 2', '6412 AA 5'])
  })

  test('can lose addresses when its range shrinks, and these then count as addresses without an area', async () => {
    const { without } = await call('administrator', countAreaAddresses, { params: heerlen })
    expect(without).toBe(1)
    expect(await save({ area_id: west, name: 'West', postal_codes: ['6411AA-6411GZ'] })).toMatchObject({
      moves: [{ from: 'West', to: null, addresses: 1 }],
    })
    expect((await call('administrator', countAreaAddresses, { params: heerlen })).without).toBe(2)
  })

  test('moves no addresses when only its name changes', async () => {
    expect(await save({ area_id: west, name: 'Weststad', postal_codes: ['6411'] })).toEqual({
      moves: [],
      without_days: false,
    })
    expect(await areaOf('one')).toBe('Weststad')
  })

  test('raises the sequence in the feed of an address that moves to it, and not in other feeds', async () => {
    await sql`update collection_area set rules_revision = 7 where id = ${west}`.execute(db)
    expect(new Set(await sequences('one'))).toEqual(new Set([7]))
    await save({ days_of: east })
    expect(Math.min(...(await sequences('one')))).toBeGreaterThan(7)
    expect(new Set(await sequences('far'))).toEqual(new Set([7]))
  })

  test('is deleted only when it has no addresses and no pick-up appointments', async () => {
    const remove = (id: number) =>
      call('administrator', deleteArea, { params: { ...heerlen, area_id: `${id}` } }).then(
        () => 'deleted',
        ({ status, message }) => `${status} ${message}`,
      )
    expect(await remove(west)).toBe('409 In dit gebied liggen nog adressen. Geef ze eerst een ander ophaalgebied')
    const [pickup] = pickupDays(dayOf(today())).slice(-5)
    const keys = { ...exampleKeys, alias: 'east', free_day: textOf(pickup ?? 0) }
    await call('bsgw', makePickupAppointment, exampleRequest(makePickupAppointment, keys))
    await save({ area_id: west, name: 'West', postal_codes: ['6411', '6412CD'] })
    await save({ area_id: east, name: 'Oost', postal_codes: ['6413'] })
    expect(await remove(east)).toContain('409 In dit gebied zijn nog ophaalafspraken')
    await sql`delete from pickup_appointment`.execute(db)
    expect(await remove(east)).toBe('deleted')
    expect(await remove(east)).toContain('404')
    expect((await areas()).map(({ name }) => name)).toEqual(['West'])
  })
})

describe('S5.3 a collection area is rejected with an error at the field', () => {
  test.each<[string, Partial<AreaBody>, string, string]>([
    ['with the name of another area', { name: 'Oost' }, 'name', 'Er is al een ophaalgebied met deze naam'],
    ['without a name', { name: ' ' }, 'name', 'Dit veld is verplicht'],
    [
      'with a range that overlaps another range',
      { postal_codes: ['6411KA-6412KA'] },
      'postal_codes',
      '6411 KA tot en met 6412 KA overlapt met 6411 AA tot en met 6411 ZZ van West',
    ],
    [
      'with the range of another area',
      { postal_codes: ['6412'] },
      'postal_codes',
      '6412 AA tot en met 6412 ZZ hoort al bij Oost',
    ],
    ['with a range twice', { postal_codes: ['6413', '6413 t/m 6413'] }, 'postal_codes', 'staat er twee keer'],
    [
      'with text that is not a range',
      { postal_codes: ['6413', 'Heerlen'] },
      'postal_codes',
      'Dit zijn geen postcodes: Heerlen',
    ],
    [
      'with text that is not an address',
      { addresses: ['Akerstraat 1'] },
      'addresses',
      'Dit is geen adres: Akerstraat 1',
    ],
    ['with an unknown address', { addresses: ['6411CD 99 a'] }, 'addresses', 'niet bekend: 6411CD 99 a'],
    ['with an address of another municipality', { addresses: ['6461AA 118'] }, 'addresses', 'niet bekend: 6461AA 118'],
    ['when it copies the days of an unknown area', { days_of: 2147483647 }, 'days_of', 'Alleen een nieuw gebied'],
  ])('%s', async (_, change, field, message) => {
    for (const endpoint of [previewArea, saveArea])
      await expect(call('administrator', endpoint, { body: area(change) })).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.stringContaining(message)] },
      })
  })

  test('when it does not change, or when an existing area copies the days of another area', async () => {
    const same = area({ area_id: west, name: 'West', postal_codes: ['6411'] })
    await expect(call('administrator', previewArea, { body: same })).rejects.toMatchObject({
      errors: { name: ['Hier verandert niets aan dit gebied'] },
    })
    await expect(save({ area_id: west, days_of: east })).rejects.toMatchObject({
      errors: { days_of: [expect.anything()] },
    })
  })

  test('with number 1 1/2 when only number 1-12 exists, which has the same key', async () => {
    await insertAddress(db, { house_number: 1, house_number_extension: '12', postal_code: '6411CD' })
    await expect(save({ addresses: ['6411CD 1 1/2'] })).rejects.toMatchObject({
      errors: { addresses: ['Dit adres is in deze gemeente niet bekend: 6411CD 1 1/2'] },
    })
  })

  test('with an address that has its own collection days', async () => {
    const own = await insertCollectionArea(db, { name: '6411CD 1' })
    await sql`
      insert into collection_area_address (address_id, collection_area_id)
      select id, ${own.id} from address where alias = 'one'`.execute(db)
    await expect(save({ addresses: ['6411 CD 1'] })).rejects.toMatchObject({
      errors: { addresses: ['Dit adres heeft ophaaldagen van zichzelf: 6411 CD 1'] },
    })
    await expect(save({ area_id: own.id })).rejects.toMatchObject({ status: 404 })
    // The address remains in its own area, although a range of another area now includes its postal code.
    expect(await save()).toMatchObject({ moves: [{ from: 'West', to: 'Centrum', addresses: 1 }] })
    expect(await areaOf('one')).toBe('6411CD 1')
  })
})

test('rejects one of two parallel changes that assign the same postal codes to different areas', async () => {
  const outcomes = await Promise.allSettled([save({ name: 'Een' }), save({ name: 'Twee' })])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
