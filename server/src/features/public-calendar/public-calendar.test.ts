import { WasteCalendar } from '@rd4-loket/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/database/sql.ts'
import {
  insertAddress,
  insertCollectionArea,
  insertCollectionSystem,
  insertContainer,
  insertRow,
} from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { writeExceptions } from '../calendar-planning/collection-exceptions.queries.ts'
import { updateRules } from '../calendar-planning/collection-rules.queries.ts'
import { upsertPublication } from '../calendar-planning/publication.queries.ts'

const { app, db } = await testServer()

const request = (query: string, headers = {}) => app.inject({ url: `/api/v1/waste-calendar?${query}`, headers })
const calendar = async (query: string) => z.parse(WasteCalendar, (await request(query)).json())
const items = async (query: string) =>
  (await calendar(query)).data.items.flat().map(({ date, type }) => `${date} ${type}`)
const address = 'postal_code=6411+CD&house_number=118&house_number_extension='

beforeAll(async () => {
  // The first street is in a municipality without published years.
  const kerkrade = { city: 'Kerkrade', postal_code: '6461AA', municipality: { id: 928, name: 'Kerkrade' } }
  await insertAddress(db, { street: 'Markt', house_number: 5, ...kerkrade })
  await insertAddress(db, { house_number: 118, postal_code: '6411CD' })
  await insertAddress(db, { house_number: 118, house_number_extension: 'b-2', postal_code: '6411CD' })
  await insertRow(db, 'collection_year', { municipality_id: 917, year: 2026, published_on: '2025-12-01' })
  await insertRow(db, 'collection_year', { municipality_id: 917, year: 2027, published_on: '2999-12-01' })
  const { id: collection_area_id } = await insertCollectionArea(db, {
    name: 'Heerlen 6411',
    postal_codes: ['6411AA', '6411ZZ'],
    rules: [
      { category: 'gft', days: ['2026-01-14', '2026-04-08', '2026-04-22'] },
      { category: 'best_bag', days: ['2026-04-22', '2027-04-21'] },
      { category: 'residual_waste', every_weeks: 26, valid_from: '2026-06-26' },
    ],
  })
  const cancelled = { category: 'gft', day: '2026-04-08', state: 'cancelled', reason: '' }
  await insertRow(db, 'collection_exception', { collection_area_id, ...cancelled })
})

test('returns the days in order, without a login, in the JSON form that third-party calendars read', async () => {
  const response = await request(`${address}&year=2026`)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    success: true,
    code: 0,
    message: 'Jouw kalender.',
    data: {
      items: [
        [
          { date: '2026-01-14', month: 1, type: 'gft' },
          { date: '2026-04-22', month: 4, type: 'best_bag' },
          { date: '2026-04-22', month: 4, type: 'gft' },
          { date: '2026-06-26', month: 6, type: 'residual_waste' },
          // A holiday moved this collection from 25 December.
          { date: '2026-12-28', month: 12, type: 'residual_waste' },
        ],
      ],
      info_text: '',
    },
  })
})

test.each(['6411CD', '6411+CD', '6411%20cd', '6411-cd', '6411%2BCD'])(
  'accepts the postal code typed as %s',
  async (postal_code) => {
    expect(await items(`postal_code=${postal_code}&house_number=118&year=2026`)).toHaveLength(5)
  },
)

test.each(['house_number=118&house_number_extension=B2', 'house_number=118+b-2'])(
  'accepts the extension in %s',
  async (number) => {
    expect(await items(`postal_code=6411CD&${number}&year=2026`)).toHaveLength(5)
  },
)

test('filters by month and by types, and ignores unknown types and parameters', async () => {
  expect(await items(`${address}&year=2026&month=4`)).toEqual(['2026-04-22 best_bag', '2026-04-22 gft'])
  expect(await items(`${address}&year=2026&types[]=gft`)).toEqual(['2026-01-14 gft', '2026-04-22 gft'])
  expect(await items(`${address}&year=2026&month=04&types%5B%5D=best_bag&types%5B%5D=glass&app=thuis`)).toEqual([
    '2026-04-22 best_bag',
  ])
})

test('reports an unknown address with code 404 in a reply with status 200', async () => {
  const response = await request('postal_code=6411CD&house_number=119&year=2026')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    success: false,
    code: 404,
    message: 'Dit adres is niet bekend.',
    data: { items: [], info_text: '' },
  })
})

test.each(['house_number=7+1/2', 'house_number=7&house_number_extension=½'])(
  'reports %s as unknown when only number 7-12 exists, which has the same key',
  async (number) => {
    const query = (text: string) => calendar(`postal_code=6411CE&${text}&year=2026`)
    await insertAddress(db, { house_number: 7, house_number_extension: '12', postal_code: '6411CE' })
    expect(await query('house_number=7-12')).toMatchObject({ success: true })
    expect(await query(number)).toMatchObject({ success: false, code: 404 })
    await insertAddress(db, { house_number: 7, house_number_extension: '1-2', postal_code: '6411CE', twin: 2 })
    expect(await query(number)).toMatchObject({ success: true })
    await sql`delete from address where postal_code = '6411CE'`.execute(db)
  },
)

test('reports a retired address as unknown', async () => {
  await insertAddress(db, { house_number: 206, postal_code: '6411CD', retired_on: '2026-01-01' })
  expect(await calendar('postal_code=6411CD&house_number=206&year=2026')).toMatchObject({ success: false, code: 404 })
})

test('returns a sentence instead of collections for a year that is not published', async () => {
  const { success, data } = await calendar(`${address}&year=2027`)
  expect(success).toBe(true)
  expect(data).toEqual({ items: [[]], info_text: 'De ophaaldagen van 2027 zijn nog niet gepubliceerd.' })
})

test('states that the days of a past year are not known', async () => {
  const { data } = await calendar(`${address}&year=2019`)
  expect(data).toEqual({ items: [[]], info_text: 'Van 2019 zijn geen ophaaldagen bekend.' })
})

test('states that a municipality never got collection days', async () => {
  const municipality = { id: 981, name: 'Vaals' }
  await insertAddress(db, {
    street: 'Maastrichterlaan',
    city: 'Vaals',
    house_number: 7,
    postal_code: '6291EA',
    municipality,
  })
  const { data } = await calendar('postal_code=6291EA&house_number=7&year=2026')
  expect(data).toEqual({ items: [[]], info_text: 'Voor Vaals zijn nog nooit ophaaldagen ingelezen.' })
})

test.each([
  [
    'its address has no collection area',
    'postal_code=6499AB&house_number=2&year=2026',
    'Bij dit adres hoort nog geen ophaalgebied. Daarom zijn er geen ophaaldagen bekend.',
  ],
  [
    'its area is missing and its year is not published',
    'postal_code=6499AB&house_number=2&year=2027',
    'Bij dit adres hoort nog geen ophaalgebied. Daarom zijn er geen ophaaldagen bekend. ' +
      'De ophaaldagen van 2027 zijn nog niet gepubliceerd.',
  ],
  [
    'its area has no rules',
    'postal_code=6498AB&house_number=4&year=2026',
    'Voor 2026 zijn er geen ophaaldagen vastgelegd.',
  ],
  ['no day is in the month', `${address}&year=2026&month=2`, 'Bij deze keuze zijn er in 2026 geen ophaaldagen.'],
  ['no day has the type', `${address}&year=2026&types[]=pmd`, 'Bij deze keuze zijn er in 2026 geen ophaaldagen.'],
])('an empty calendar states its reason when %s', async (_, query, info_text) => {
  await sql`delete from address where postal_code in ('6499AB', '6498AB')`.execute(db)
  await insertAddress(db, { house_number: 2, postal_code: '6499AB' })
  await insertAddress(db, { house_number: 4, postal_code: '6498AB' })
  await sql`delete from collection_area where name = 'Leeg'`.execute(db)
  await insertCollectionArea(db, { name: 'Leeg', postal_codes: ['6498AA', '6498ZZ'], rules: [] })
  expect(await calendar(query)).toMatchObject({ success: true, data: { items: [[]], info_text } })
})

test('uses the current address when a retired address has the same text', async () => {
  const twin = { house_number: 204, postal_code: '6411CD' }
  const { id: address_id } = await insertAddress(db, { ...twin, alias: 'retired-twin', retired_on: '2026-01-01' })
  await insertAddress(db, { ...twin, alias: 'current-twin', twin: 2 })
  const area = await insertCollectionArea(db, {
    name: 'Van de vervallen deur',
    postal_codes: ['6499AA', '6499AA'],
    rules: [{ category: 'pmd', days: ['2026-05-05'] }],
  })
  await insertRow(db, 'collection_area_address', { address_id, collection_area_id: area.id })
  expect(await items('postal_code=6411CD&house_number=204&year=2026')).toHaveLength(5)
})

test('excludes a stream that residents bring to a shared container, and returns a sentence about that stream', async () => {
  const { id: address_id } = await insertAddress(db, { house_number: 200, postal_code: '6411CD' })
  const { id: collection_system_id } = await insertCollectionSystem(db, { name: 'Aker 1', address_id }, [address_id])
  await insertContainer(db, { collection_system_id, kind: 'ondergronds' })
  const { data } = await calendar('postal_code=6411CD&house_number=200&year=2026&types[]=residual_waste')
  const brought = 'Geen huis-aan-huis voor restafval: ondergrondse container Aker 1.'
  expect(data).toEqual({ items: [[]], info_text: brought })
  const next = await calendar('postal_code=6411CD&house_number=200&year=2027')
  expect(next.data.info_text).toBe(`De ophaaldagen van 2027 zijn nog niet gepubliceerd. ${brought}`)
})

test('returns a change of an exception, a rule or a publication day immediately', async () => {
  const { rows } = await sql<{ id: number }>`select id from collection_area where name = 'Heerlen 6411'`.execute(db)
  const [area_id = 0] = rows.map(({ id }) => id)
  const may = () => items(`${address}&year=2026&month=5`)
  expect(await may()).toEqual([])
  const change = async (state: 'moved' | 'withdrawn', moved_to: string | null) => {
    const { id } = await insertRow(db, 'collection_change', { municipality_id: 917, kind: 'planner' })
    const day = { collection_area_id: area_id, category: 'gft' as const, day: '2026-04-22' }
    await writeExceptions(db, id, [{ ...day, state, moved_to, reason: 'wegens werk' }])
  }
  await change('moved', '2026-05-04')
  expect(await may()).toEqual(['2026-05-04 gft'])
  await change('moved', '2026-05-06')
  expect(await may()).toEqual(['2026-05-06 gft'])
  await change('withdrawn', null)
  expect(await may()).toEqual([])
  const rule = {
    category: 'paper' as const,
    every_weeks: null,
    days: ['2026-05-20'],
    valid_from: '2026-05-20',
    valid_to: null,
  }
  await updateRules(db, area_id, (rules) => [...rules, rule])
  expect(await may()).toEqual(['2026-05-20 paper'])
  await updateRules(db, area_id, (rules) => rules.filter(({ category }) => category !== 'paper'))
  expect(await may()).toEqual([])
  const next = () => items(`${address}&year=2027&month=4`)
  expect(await next()).toEqual([])
  await upsertPublication(db, 917, 2027, '2020-12-01')
  expect(await next()).toEqual(['2027-04-21 best_bag'])
  await upsertPublication(db, 917, 2027, '2999-12-01')
  expect(await next()).toEqual([])
})

test('allows caches for an hour, and returns 304 for a matching ETag and 200 for any other ETag', async () => {
  const first = await request(`${address}&year=2026`)
  expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'content-type': 'application/json' })
  const { etag } = first.headers
  const again = await request(`${address}&year=2026`, { 'if-none-match': `W/"other", ${etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  const other = await request(`${address}&year=2026&month=4`, { 'if-none-match': etag })
  expect(other.statusCode).toBe(200)
})

test.each([
  ['house_number=118&year=2026', 'postal_code', 'Dit veld is verplicht'],
  ['postal_code=Heerlen&house_number=118&year=2026', 'postal_code', expect.stringMatching(/^Dit is geen postcode/)],
  ['postal_code=6411CD&house_number=nul&year=2026', 'house_number', expect.stringMatching(/^Vul een huisnummer in/)],
  [`${address}&year=26`, 'year', 'Vul een jaar in, zoals 2026'],
  [`${address}&year=2026&month=13`, 'month', 'Vul een maand in van 1 tot en met 12'],
  [`${address}&year=2026&year=2027`, 'year', expect.any(String)],
])('returns 422 for %s, with an error at %s', async (query, field, message) => {
  const response = await request(query)
  expect(response.statusCode).toBe(422)
  expect(response.json().errors).toEqual({ [field]: [message] })
  expect(response.headers['cache-control']).toBe('no-store')
})
