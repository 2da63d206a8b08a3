import { listMunicipalCollections, type RequestInput, showCalendar } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import {
  insertAddress,
  insertCollectionArea,
  insertCollectionSystem,
  insertContainer,
  insertRow,
} from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const kerkrade = { id: 928, name: 'Kerkrade' }

const period = { from: '2026-11-01', to: '2026-12-31' }
const calendar = (person: Person, query: Partial<RequestInput<typeof showCalendar>['query']>) =>
  call(person, showCalendar, { query: { ...period, ...query } })
const days = ({ data }: Awaited<ReturnType<typeof calendar>>) =>
  data.map(({ start, category }) => `${start} ${category}`)

beforeAll(async () => {
  await insertAddress(db, { alias: 'own', house_number: 118, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'north', house_number: 32, postal_code: '6417AT' })
  await insertAddress(db, { alias: 'nowhere', house_number: 1, postal_code: '6499AA' })
  await insertAddress(db, { alias: 'kerkrade', postal_code: '6461AA', city: 'Kerkrade', municipality: kerkrade })
  await sql`
    insert into collection_year (municipality_id, year, published_on) values
      (917, 2025, '2024-12-01'), (917, 2026, '2025-12-01'), (917, 2027, '2999-12-01'),
      (928, 2025, '2024-12-01'), (928, 2026, '2025-12-01')`.execute(db)
  await insertCollectionArea(db, {
    name: 'Heerlen 6411',
    postal_codes: ['6411AA', '6411ZZ'],
    rules: [
      { category: 'gft', every_weeks: 2, valid_from: '2025-01-03' },
      { category: 'residual_waste', every_weeks: 4, valid_from: '2025-01-10' },
      { category: 'christmas_trees', days: ['2026-01-15', '2027-01-14'] },
    ],
  })
  await insertCollectionArea(db, {
    name: 'Heerlen 6417',
    postal_codes: ['6417AA', '6417ZZ'],
    rules: [{ category: 'gft', every_weeks: 2, valid_from: '2025-01-03' }],
  })
  await insertCollectionArea(db, {
    name: 'Kerkrade',
    municipality_id: 928,
    postal_codes: ['6461AA', '6461ZZ'],
    rules: [{ category: 'pmd', every_weeks: 1, valid_from: '2025-01-03' }],
  })
})

describe('the collections of an address', () => {
  test('S1.6 S3.9 are the collections of the area of its postal code, with title, day and category', async () => {
    const found = await calendar('bsgw', { address: 'own' })
    expect(days(found)).toEqual([
      '2026-11-06 gft',
      '2026-11-13 residual_waste',
      '2026-11-20 gft',
      '2026-12-04 gft',
      '2026-12-11 residual_waste',
      '2026-12-18 gft',
    ])
    expect(found.data[0]).toEqual({
      title: 'GFT en etensresten',
      start: '2026-11-06',
      category: 'gft',
      moved_from: null,
      cancelled: false,
      reason: null,
      areas: ['Heerlen 6411'],
    })
    expect(found.meta).toMatchObject({
      municipality: { id: 917, name: 'Heerlen' },
      area: { name: 'Heerlen 6411' },
      address: { alias: 'own', street: 'Akerstraat', house_number: 118 },
      brought: [],
      unpublished: [],
    })
    expect(found.meta.areas.map(({ name }) => name)).toEqual(['Heerlen 6411', 'Heerlen 6417'])
  })

  test('S2.11 are filtered by category', async () => {
    expect(days(await calendar('bsgw', { address: 'own', categories: 'residual_waste,paper' }))).toEqual([
      '2026-11-13 residual_waste',
      '2026-12-11 residual_waste',
    ])
    await expect(calendar('bsgw', { address: 'own', categories: 'snow' })).rejects.toMatchObject({ status: 422 })
  })

  test('include the planned day if they were moved, and the reason if they were moved or cancelled', async () => {
    const { id } = await insertCollectionArea(db, {
      name: 'Werk',
      postal_codes: ['6418AA', '6418ZZ'],
      rules: [{ category: 'gft', every_weeks: 4, valid_from: '2026-11-27' }],
    })
    await insertAddress(db, { alias: 'works', house_number: 8, postal_code: '6418KA' })
    await insertRow(db, 'collection_exception', {
      collection_area_id: id,
      category: 'gft',
      day: '2026-11-27',
      state: 'cancelled',
      reason: 'wegens gladheid',
    })
    const { data } = await calendar('bsgw', { address: 'works' })
    expect(data).toMatchObject([
      { start: '2026-11-27', moved_from: null, cancelled: true, reason: 'wegens gladheid' },
      { start: '2026-12-28', moved_from: '2026-12-25', cancelled: false, reason: 'wegens Kerstmis' },
    ])
    await sql`delete from collection_area where id = ${id}`.execute(db)
  })

  test('follow the exception, not the holiday, when both apply to a day before the requested period', async () => {
    const { id: collection_area_id } = await insertCollectionArea(db, {
      name: 'Kerst',
      postal_codes: ['6419AA', '6419ZZ'],
      rules: [
        { category: 'gft', every_weeks: 4, valid_from: '2026-12-25' },
        { category: 'paper', every_weeks: 4, valid_from: '2026-12-25' },
        { category: 'pmd', every_weeks: 4, valid_from: '2026-12-25' },
      ],
    })
    await insertAddress(db, { alias: 'christmas', house_number: 8, postal_code: '6419KA' })
    const exception = { collection_area_id, day: '2026-12-25', reason: 'wegens gladheid' }
    await insertRow(db, 'collection_exception', { ...exception, category: 'gft', state: 'cancelled' })
    await insertRow(db, 'collection_exception', {
      ...exception,
      category: 'paper',
      state: 'moved',
      moved_to: '2026-12-23',
    })
    const week = { from: '2026-12-28', to: '2026-12-31' }
    expect(days(await calendar('bsgw', { address: 'christmas', ...week }))).toEqual(['2026-12-28 pmd'])
    const area = { municipality: '917', area: `${collection_area_id}` }
    expect(days(await calendar('bsgw', { ...area, ...week }))).toEqual(['2026-12-28 pmd'])
    await sql`delete from collection_area where id = ${collection_area_id}`.execute(db)
  })

  test('are the collections of the narrower of two ranges, or of the area that serves only this address', async () => {
    const { id } = await insertCollectionArea(db, {
      name: 'Akerstraat in één ronde',
      postal_codes: ['6411CB', '6411CE'],
      rules: [{ category: 'paper', days: ['2026-11-24'] }],
    })
    expect(days(await calendar('bsgw', { address: 'own' }))).toEqual(['2026-11-24 paper'])
    const own = await insertCollectionArea(db, {
      name: 'Eigen dagen',
      rules: [{ category: 'pmd', days: ['2026-11-25'] }],
    })
    await sql`
      insert into collection_area_address (address_id, collection_area_id)
      select id, ${own.id} from address where alias = 'own'`.execute(db)
    expect(days(await calendar('bsgw', { address: 'own' }))).toEqual(['2026-11-25 pmd'])
    const { meta } = await calendar('bsgw', { municipality: '917' })
    expect(meta.areas.map(({ name }) => name)).toEqual(['Akerstraat in één ronde', 'Heerlen 6411', 'Heerlen 6417'])
    await sql`delete from collection_area where id in (${id}, ${own.id})`.execute(db)
  })

  test('follow the range that ends first or contains one street side, when ranges start at the same code', async () => {
    const { id } = await insertCollectionArea(db, { name: 'Reeksen in elkaar', postal_codes: ['6411CD', '6411CE'] })
    const range = { municipality_id: 917, collection_area_id: id, first_postal_code: '6411CD' }
    const areaWith = async (name: string, house_numbers: 'all' | 'odd' | 'even') => {
      const area = await insertCollectionArea(db, { name })
      const ofArea = { collection_area_id: area.id, last_postal_code: '6411CD', house_numbers }
      await insertRow(db, 'collection_area_range', { ...range, ...ofArea })
      return area.id
    }
    const currentArea = async () => (await calendar('bsgw', { address: 'own' })).meta.area?.name
    expect(await currentArea()).toBe('Reeksen in elkaar')
    const area_ids = [id, await areaWith('Alleen 6411 CD', 'all')]
    expect(await currentArea()).toBe('Alleen 6411 CD')
    area_ids.push(await areaWith('Oneven', 'odd'))
    expect(await currentArea()).toBe('Alleen 6411 CD')
    area_ids.push(await areaWith('Even', 'even'))
    expect(await currentArea()).toBe('Even')
    await sql`delete from collection_area where id = any (${area_ids})`.execute(db)
  })

  test('exclude streams that residents bring to a shared container, and the reply names the system', async () => {
    const { id: address_id } = await insertAddress(db, { alias: 'flat', house_number: 200, postal_code: '6411CD' })
    const system = await insertCollectionSystem(db, { alias: 'well', name: 'Akerstraat bij 100', address_id }, [
      address_id,
    ])
    const well = { collection_system_id: system.id, kind: 'ondergronds' as const, volume_litres: 5000 }
    await insertContainer(db, { ...well, waste_type: 'residual_waste' })
    await insertContainer(db, { ...well, waste_type: 'gft' })
    // The calendar has no collections of diapers.
    await insertContainer(db, { ...well, waste_type: 'diaper' })
    await insertContainer(db, { address_id, waste_type: 'gft' })
    const found = await calendar('bsgw', { address: 'flat' })
    expect(new Set(found.data.map(({ category }) => category))).toEqual(new Set(['gft']))
    expect(found.meta.brought).toEqual([
      {
        category: 'residual_waste',
        collection_system: {
          alias: 'well',
          name: 'Akerstraat bij 100',
          system: { id: 1, name: 'Ondergrondse container' },
        },
      },
    ])
  })

  test('are an empty list for an address without an area', async () => {
    const { data, meta } = await calendar('bsgw', { address: 'nowhere' })
    expect(data).toEqual([])
    expect(meta.area).toBeNull()
  })
})

test('a year that is not published has no collections, and the reply has its publication day or null', async () => {
  const heerlen = await calendar('bsgw', { address: 'own', from: '2026-12-01', to: '2027-12-31' })
  expect(heerlen.data.at(-1)?.start).toBe('2026-12-18')
  expect(heerlen.meta.unpublished).toEqual([{ year: 2027, published_on: '2999-12-01' }])
  const elsewhere = await calendar('bsgw', { address: 'kerkrade', from: '2026-12-01', to: '2027-12-31' })
  expect(elsewhere.meta.unpublished).toEqual([{ year: 2027, published_on: null }])
})

test('the calendar of a municipality lists equal collections of several areas once, with the names of these areas', async () => {
  const { data, meta } = await calendar('bsgw', { municipality: '917', to: '2026-11-13' })
  expect(data.map(({ start, category, areas }) => ({ start, category, areas }))).toEqual([
    { start: '2026-11-06', category: 'gft', areas: ['Heerlen 6411', 'Heerlen 6417'] },
    { start: '2026-11-13', category: 'residual_waste', areas: ['Heerlen 6411'] },
  ])
  expect(meta).toMatchObject({ area: null, address: null })
  const [, north] = meta.areas
  const one = await calendar('bsgw', { municipality: '917', area: `${north?.id}`, to: '2026-11-13' })
  expect(one.data.map(({ areas }) => areas)).toEqual([['Heerlen 6417']])
})

describe('S6.2 the calendar for a municipal employee', () => {
  test('has only that municipality on the dashboard, but a provider employee sees all municipalities', async () => {
    const onFriday = { from: '2026-11-06', to: '2026-11-07' }
    const seenBy = async (person: Person) =>
      (await call(person, listMunicipalCollections, { query: onFriday })).map(({ municipality, collections }) => [
        municipality.name,
        collections.map(({ start, category, areas }) => `${start} ${category} ${areas.length}`),
      ])
    const heerlen = ['Heerlen', ['2026-11-06 gft 2']]
    expect(await seenBy('municipal')).toEqual([heerlen])
    expect(await seenBy('bsgw')).toEqual([heerlen, ['Kerkrade', ['2026-11-06 pmd 1']]])
  })

  test('states on the dashboard which years of the period are not published', async () => {
    const newYear = { from: '2026-12-30', to: '2027-01-02' }
    const [own] = await call('municipal', listMunicipalCollections, { query: newYear })
    expect(own?.unpublished).toEqual([2027])
  })
})

test.each([
  [{}, 'municipality', 'Vraag om een adres of om een gemeente'],
  [{ address: 'own', municipality: '917' }, 'municipality', 'Vraag om een adres of om een gemeente'],
  [{ address: 'own', from: '2026-12-31', to: '2026-01-01' }, 'to', 'De laatste dag ligt voor de eerste'],
  [{ address: 'own', from: '2020-01-01', to: '2026-01-01' }, 'to', 'Vraag ten hoogste twee jaar tegelijk'],
  [{ address: 'own', from: '2026-02-30' }, 'from', 'Deze dag bestaat niet'],
  [{ municipality: 'Heerlen' }, 'municipality', 'Dit is geen nummer'],
])('returns 422 for the query %j, with an error at %s', async (query, field, message) => {
  await expect(calendar('bsgw', query)).rejects.toMatchObject({ status: 422, errors: { [field]: [message] } })
})
