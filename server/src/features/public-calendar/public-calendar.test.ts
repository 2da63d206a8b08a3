import { WasteCalendar } from '@rd4-loket/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { insertAddress, insertCollectionArea, insertCollectionSystem, insertContainer } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import {
  upsertException,
  upsertPublication,
  withdrawFromAreas,
} from '../calendar-planning/collection-exceptions.queries.ts'
import { updateRules } from '../calendar-planning/collection-rules.queries.ts'

const { app, db } = await testServer()

const ask = (query: string, headers = {}) => app.inject({ url: `/api/v1/waste-calendar?${query}`, headers })
const calendar = async (query: string) => z.parse(WasteCalendar, (await ask(query)).json())
const items = async (query: string) =>
  (await calendar(query)).data.items.flat().map(({ date, type }) => `${date} ${type}`)
const door = 'postal_code=6411+CD&house_number=118&house_number_extension='

beforeAll(async () => {
  await insertAddress(db, { house_number: 118, postal_code: '6411CD' })
  await insertAddress(db, { house_number: 118, house_number_extension: 'b-2', postal_code: '6411CD' })
  await db
    .insertInto('collection_year')
    .values([
      { municipality_id: 917, year: 2026, published_on: '2025-12-01' },
      { municipality_id: 917, year: 2027, published_on: '2999-12-01' },
    ])
    .execute()
  const { id: collection_area_id } = await insertCollectionArea(db, {
    name: 'Heerlen 6411',
    postal_codes: ['6411AA', '6411ZZ'],
    rules: [
      { category: 'gft', days: ['2026-01-14', '2026-04-08', '2026-04-22'] },
      { category: 'best_bag', days: ['2026-04-22', '2027-04-21'] },
      { category: 'residual_waste', every_weeks: 26, valid_from: '2026-06-26' },
    ],
  })
  await db
    .insertInto('collection_exception')
    .values({ collection_area_id, category: 'gft', day: '2026-04-08', state: 'cancelled', moved_to: null, reason: '' })
    .execute()
})

test('answers anybody in the shape that calendars of others read: one inner list, in the order of the days', async () => {
  const response = await ask(`${door}&year=2026`)
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
          // Put off from Christmas.
          { date: '2026-12-28', month: 12, type: 'residual_waste' },
        ],
      ],
      info_text: '',
    },
  })
})

test.each(['6411CD', '6411+CD', '6411%20cd', '6411-cd', '6411%2BCD'])(
  'takes the postal code as %s',
  async (postal_code) => {
    expect(await items(`postal_code=${postal_code}&house_number=118&year=2026`)).toHaveLength(5)
  },
)

test.each(['house_number=118&house_number_extension=B2', 'house_number=118+b-2'])(
  'takes an extension as %s',
  async (number) => {
    expect(await items(`postal_code=6411CD&${number}&year=2026`)).toHaveLength(5)
  },
)

test('is narrowed to a month and to types, and leaves aside what it does not know', async () => {
  expect(await items(`${door}&year=2026&month=4`)).toEqual(['2026-04-22 best_bag', '2026-04-22 gft'])
  expect(await items(`${door}&year=2026&types[]=gft`)).toEqual(['2026-01-14 gft', '2026-04-22 gft'])
  expect(await items(`${door}&year=2026&month=04&types%5B%5D=best_bag&types%5B%5D=glass&app=thuis`)).toEqual([
    '2026-04-22 best_bag',
  ])
})

test('says that an address is not known', async () => {
  const response = await ask('postal_code=6411CD&house_number=119&year=2026')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    success: false,
    code: 404,
    message: 'Dit adres is niet bekend.',
    data: { items: [[]], info_text: '' },
  })
})

test('no longer knows an address that the register does not have any more', async () => {
  await insertAddress(db, { house_number: 206, postal_code: '6411CD', retired_on: '2026-01-01' })
  expect(await calendar('postal_code=6411CD&house_number=206&year=2026')).toMatchObject({ success: false, code: 404 })
})

test('says that a year is not published, and tells none of it', async () => {
  const { success, data } = await calendar(`${door}&year=2027`)
  expect(success).toBe(true)
  expect(data).toEqual({ items: [[]], info_text: 'De ophaaldagen van 2027 zijn nog niet gepubliceerd.' })
})

test('of twins tells what holds at the one that the register still has', async () => {
  const twin = { house_number: 204, postal_code: '6411CD' }
  const { id: address_id } = await insertAddress(db, { ...twin, alias: 'retired-twin', retired_on: '2026-01-01' })
  await insertAddress(db, { ...twin, alias: 'living-twin', twin: 2 })
  await insertCollectionArea(db, {
    name: 'Van de vervallen deur',
    postal_codes: ['6499AA', '6499AA'],
    rules: [{ category: 'pmd', days: ['2026-05-05'] }],
  }).then(({ id: collection_area_id }) =>
    db.insertInto('collection_area_address').values({ address_id, collection_area_id }).execute(),
  )
  expect(await items('postal_code=6411CD&house_number=204&year=2026')).toHaveLength(5)
})

test('says what is brought to a shared container, and leaves it out', async () => {
  const { id: address_id } = await insertAddress(db, { house_number: 200, postal_code: '6411CD' })
  const { id: collection_system_id } = await insertCollectionSystem(db, { name: 'Aker 1', address_id }, [address_id])
  await insertContainer(db, { collection_system_id, kind: 'ondergronds' })
  const { data } = await calendar('postal_code=6411CD&house_number=200&year=2026&types[]=residual_waste')
  expect(data).toEqual({ items: [[]], info_text: 'Geen huis-aan-huis voor restafval: ondergrondse container Aker 1.' })
})

test('tells a change at once: of an exception, of the rules, and of what is published', async () => {
  const area = await db
    .selectFrom('collection_area')
    .select('id')
    .where('name', '=', 'Heerlen 6411')
    .executeTakeFirstOrThrow()
  const may = () => items(`${door}&year=2026&month=5`)
  expect(await may()).toEqual([])
  const exception = { collection_area_id: area.id, category: 'gft' as const, day: '2026-04-22', reason: 'wegens werk' }
  await upsertException(db, [area.id], { ...exception, moved_to: '2026-05-04' })
  expect(await may()).toEqual(['2026-05-04 gft'])
  await upsertException(db, [area.id], { ...exception, moved_to: '2026-05-06' })
  expect(await may()).toEqual(['2026-05-06 gft'])
  await withdrawFromAreas(db, 917, [area.id], { category: 'gft', day: '2026-04-22' })
  expect(await may()).toEqual([])
  const rule = {
    category: 'paper' as const,
    every_weeks: null,
    days: ['2026-05-20'],
    valid_from: '2026-05-20',
    valid_to: null,
  }
  await updateRules(db, area.id, (rules) => [...rules, rule])
  expect(await may()).toEqual(['2026-05-20 paper'])
  await updateRules(db, area.id, (rules) => rules.filter(({ category }) => category !== 'paper'))
  expect(await may()).toEqual([])
  const next = () => items(`${door}&year=2027&month=4`)
  expect(await next()).toEqual([])
  await upsertPublication(db, 917, 2027, '2020-12-01')
  expect(await next()).toEqual(['2027-04-21 best_bag'])
  await upsertPublication(db, 917, 2027, '2999-12-01')
  expect(await next()).toEqual([])
})

test('may be kept for an hour, and is sent again only when it changed', async () => {
  const first = await ask(`${door}&year=2026`)
  expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'content-type': 'application/json' })
  const { etag } = first.headers
  const again = await ask(`${door}&year=2026`, { 'if-none-match': `W/"other", ${etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  const other = await ask(`${door}&year=2026&month=4`, { 'if-none-match': etag })
  expect(other.statusCode).toBe(200)
})

test.each([
  ['house_number=118&year=2026', 'postal_code', 'Dit veld is verplicht'],
  ['postal_code=Heerlen&house_number=118&year=2026', 'postal_code', expect.stringMatching(/^Dit is geen postcode/)],
  ['postal_code=6411CD&house_number=nul&year=2026', 'house_number', expect.stringMatching(/^Vul een huisnummer in/)],
  [`${door}&year=26`, 'year', 'Vul een jaar in, zoals 2026'],
  [`${door}&year=2026&month=13`, 'month', 'Vul een maand in van 1 tot en met 12'],
  [`${door}&year=2026&year=2027`, 'year', expect.any(String)],
])('refuses %s at %s', async (query, field, message) => {
  const response = await ask(query)
  expect(response.statusCode).toBe(422)
  expect(response.json().errors).toEqual({ [field]: [message] })
  expect(response.headers['cache-control']).toBe('no-store')
})
