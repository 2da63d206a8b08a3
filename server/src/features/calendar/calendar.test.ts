import { listMunicipalCollections, type Sent, showCalendar } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertAddress, insertCollectionArea, insertCollectionSystem, insertContainer } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const kerkrade = { id: 928, name: 'Kerkrade' }

const period = { from: '2026-11-01', to: '2026-12-31' }
const calendar = (person: Person, query: Partial<Sent<typeof showCalendar>['query']>) =>
  call(person, showCalendar, { query: { ...period, ...query } })
const days = ({ data }: Awaited<ReturnType<typeof calendar>>) =>
  data.map(({ start, category }) => `${start} ${category}`)

beforeAll(async () => {
  await insertAddress(db, { alias: 'own', house_number: 118, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'north', house_number: 32, postal_code: '6417AT' })
  await insertAddress(db, { alias: 'nowhere', house_number: 1, postal_code: '6499AA' })
  await insertAddress(db, { alias: 'kerkrade', postal_code: '6461AA', city: 'Kerkrade', municipality: kerkrade })
  for (const municipality_id of [917, 928])
    await db
      .insertInto('collection_year')
      .values([2025, 2026].map((year) => ({ municipality_id, year, published_on: `${year - 1}-12-01` })))
      .execute()
  await db
    .insertInto('collection_year')
    .values({ municipality_id: 917, year: 2027, published_on: '2999-12-01' })
    .execute()
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
  test('S1.6 S3.9 are those of its postal code’s area: title, day and category', async () => {
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

  test('S2.11 are narrowed to categories', async () => {
    expect(days(await calendar('bsgw', { address: 'own', categories: 'residual_waste,paper' }))).toEqual([
      '2026-11-13 residual_waste',
      '2026-12-11 residual_waste',
    ])
    await expect(calendar('bsgw', { address: 'own', categories: 'snow' })).rejects.toMatchObject({ status: 422 })
  })

  test('say which day was moved or cancelled, and why', async () => {
    const { id } = await insertCollectionArea(db, {
      name: 'Werk',
      postal_codes: ['6418AA', '6418ZZ'],
      rules: [{ category: 'gft', every_weeks: 4, valid_from: '2026-11-27' }],
    })
    await insertAddress(db, { alias: 'works', house_number: 8, postal_code: '6418KA' })
    await db
      .insertInto('collection_exception')
      .values([
        {
          collection_area_id: id,
          category: 'gft',
          day: '2026-11-27',
          state: 'cancelled',
          moved_to: null,
          reason: 'wegens gladheid',
        },
      ])
      .execute()
    const { data } = await calendar('bsgw', { address: 'works' })
    expect(data).toMatchObject([
      { start: '2026-11-27', moved_from: null, cancelled: true, reason: 'wegens gladheid' },
      { start: '2026-12-28', moved_from: '2026-12-25', cancelled: false, reason: 'wegens Kerstmis' },
    ])
    await sql`delete from collection_area where id = ${id}`.execute(db)
  })

  test('are told as they were moved or cancelled, also in a period into which a holiday would have pushed them', async () => {
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
    await db
      .insertInto('collection_exception')
      .values([
        { ...exception, category: 'gft', state: 'cancelled', moved_to: null },
        { ...exception, category: 'paper', state: 'moved', moved_to: '2026-12-23' },
      ])
      .execute()
    const week = { from: '2026-12-28', to: '2026-12-31' }
    expect(days(await calendar('bsgw', { address: 'christmas', ...week }))).toEqual(['2026-12-28 pmd'])
    const area = { municipality_id: '917', area_id: `${collection_area_id}` }
    expect(days(await calendar('bsgw', { ...area, ...week }))).toEqual(['2026-12-28 pmd'])
    await db.deleteFrom('collection_area').where('id', '=', collection_area_id).execute()
  })

  test('are those of the narrower of two ranges of postal codes, or its own', async () => {
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
    const { id: address_id } = await db
      .selectFrom('address')
      .select('id')
      .where('alias', '=', 'own')
      .executeTakeFirstOrThrow()
    await db.insertInto('collection_area_address').values({ address_id, collection_area_id: own.id }).execute()
    const found = await calendar('bsgw', { address: 'own' })
    expect(days(found)).toEqual(['2026-11-25 pmd'])
    expect(found.meta.areas.map(({ name }) => name)).not.toContain('Eigen dagen')
    await sql`delete from collection_area where id in (${id}, ${own.id})`.execute(db)
  })

  test('are those of the range that ends first of two that begin together, and of one side before both', async () => {
    const { id } = await insertCollectionArea(db, { name: 'Reeksen in elkaar', postal_codes: ['6411CD', '6411CE'] })
    const range = { municipality_id: 917, collection_area_id: id, first_postal_code: '6411CD' }
    const areaWith = async (name: string, house_numbers: 'all' | 'odd' | 'even') => {
      const made = await insertCollectionArea(db, { name })
      await db
        .insertInto('collection_area_range')
        .values({ ...range, collection_area_id: made.id, last_postal_code: '6411CD', house_numbers })
        .execute()
      return made.id
    }
    const areaNow = async () => (await calendar('bsgw', { address: 'own' })).meta.area?.name
    expect(await areaNow()).toBe('Reeksen in elkaar')
    const made = [id, await areaWith('Alleen 6411 CD', 'all')]
    expect(await areaNow()).toBe('Alleen 6411 CD')
    made.push(await areaWith('Oneven', 'odd'))
    expect(await areaNow()).toBe('Alleen 6411 CD')
    made.push(await areaWith('Even', 'even'))
    expect(await areaNow()).toBe('Even')
    await db.deleteFrom('collection_area').where('id', 'in', made).execute()
  })

  test('leave out what it brings to a shared container, and say which one', async () => {
    const { id: address_id } = await insertAddress(db, { alias: 'flat', house_number: 200, postal_code: '6411CD' })
    const system = await insertCollectionSystem(db, { alias: 'well', name: 'Akerstraat bij 100', address_id }, [
      address_id,
    ])
    const well = { collection_system_id: system.id, kind: 'ondergronds' as const, volume_litres: 5000 }
    await insertContainer(db, { ...well, waste_type: 'residual_waste' })
    await insertContainer(db, { ...well, waste_type: 'gft' })
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

  test('are none where no area was drawn', async () => {
    const { data, meta } = await calendar('bsgw', { address: 'nowhere' })
    expect(data).toEqual([])
    expect(meta.area).toBeNull()
  })
})

test('a year that is not published is not told, and says when it will be', async () => {
  const heerlen = await calendar('bsgw', { address: 'own', from: '2026-12-01', to: '2027-12-31' })
  expect(heerlen.data.at(-1)?.start).toBe('2026-12-18')
  expect(heerlen.meta.unpublished).toEqual([{ year: 2027, published_on: '2999-12-01' }])
  const elsewhere = await calendar('bsgw', { address: 'kerkrade', from: '2026-12-01', to: '2027-12-31' })
  expect(elsewhere.meta.unpublished).toEqual([{ year: 2027, published_on: null }])
})

test('a municipality shows what is the same in several areas once, with their names', async () => {
  const { data, meta } = await calendar('bsgw', { municipality_id: '917', to: '2026-11-13' })
  expect(data.map(({ start, category, areas }) => ({ start, category, areas }))).toEqual([
    { start: '2026-11-06', category: 'gft', areas: ['Heerlen 6411', 'Heerlen 6417'] },
    { start: '2026-11-13', category: 'residual_waste', areas: ['Heerlen 6411'] },
  ])
  expect(meta).toMatchObject({ area: null, address: null })
  const [, north] = meta.areas
  const one = await calendar('bsgw', { municipality_id: '917', area_id: `${north?.id}`, to: '2026-11-13' })
  expect(one.data.map(({ areas }) => areas)).toEqual([['Heerlen 6417']])
})

describe('S6.2 a municipal employee', () => {
  test('sees the days of the own municipality, and of its addresses', async () => {
    expect((await calendar('municipal', { municipality_id: '917' })).data).not.toEqual([])
    expect((await calendar('municipal', { address: 'own' })).data).not.toEqual([])
  })

  test('learns nothing of another municipality, not even that there is such an address', async () => {
    const missing = { status: 404, message: 'Dit adres bestaat niet' }
    await expect(calendar('municipal', { address: 'kerkrade' })).rejects.toMatchObject(missing)
    await expect(calendar('municipal', { address: 'unknown' })).rejects.toMatchObject(missing)
    const noMunicipality = { status: 404, message: 'Deze gemeente is niet bekend' }
    await expect(calendar('municipal', { municipality_id: '928' })).rejects.toMatchObject(noMunicipality)
    await expect(calendar('bsgw', { municipality_id: '1' })).rejects.toMatchObject(noMunicipality)
    expect((await calendar('bsgw', { municipality_id: '928' })).data).not.toEqual([])
  })

  test('has the own municipality on the dashboard, a provider employee all of them', async () => {
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
})

test.each([
  [{}, 'municipality_id', 'Vraag om een adres of om een gemeente'],
  [{ address: 'own', municipality_id: '917' }, 'municipality_id', 'Vraag om een adres of om een gemeente'],
  [{ address: 'own', from: '2026-12-31', to: '2026-01-01' }, 'to', 'De laatste dag ligt voor de eerste'],
  [{ address: 'own', from: '2020-01-01', to: '2026-01-01' }, 'to', 'Vraag ten hoogste twee jaar tegelijk'],
  [{ address: 'own', from: '2026-02-30' }, 'from', 'Vul een datum in'],
  [{ municipality_id: 'Heerlen' }, 'municipality_id', 'Dit is geen nummer'],
])('a calendar of %j is refused at %s', async (query, field, message) => {
  await expect(calendar('bsgw', query)).rejects.toMatchObject({ status: 422, errors: { [field]: [message] } })
})

test('an area of another municipality does not exist', async () => {
  const { meta } = await calendar('bsgw', { municipality_id: '928' })
  const asked = { municipality_id: '917', area_id: `${meta.areas[0]?.id}` }
  await expect(calendar('bsgw', asked)).rejects.toMatchObject({ status: 404, message: 'Dit ophaalgebied bestaat niet' })
})
