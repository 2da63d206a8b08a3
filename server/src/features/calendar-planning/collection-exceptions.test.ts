import {
  listCollectionYears,
  listExceptions,
  previewException,
  publishCollectionYear,
  type RequestInput,
  saveException,
  showCalendar,
  withdrawException,
} from '@rd4-loket/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterWednesday, nextYear } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const day = afterWednesday(0)
const heerlen = { municipality_id: '917' }

type ExceptionBody = RequestInput<typeof saveException>['body']
const exception = (changes: Partial<ExceptionBody> = {}): ExceptionBody => ({
  municipality_id: 917,
  category: 'gft',
  day,
  moved_to: afterWednesday(3),
  reason: 'Wegens werk aan de weg',
  ...changes,
})
const daysAt = async (address: string) =>
  (await call('bsgw', showCalendar, { query: { address, from: day, to: afterWednesday(8) } })).data
let areas: number[]

beforeAll(async () => {
  await insertAddress(db, { alias: 'one', house_number: 1, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'two', house_number: 2, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'three', house_number: 3, postal_code: '6417AT' })
  await insertAddress(db, { postal_code: '6461AA', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
  await insertRow(db, 'collection_year', { municipality_id: 917, year: nextYear, published_on: '2020-01-01' })
  areas = []
  for (const digits of ['6411', '6417', '6418']) {
    const { id } = await insertCollectionArea(db, {
      name: `Heerlen ${digits}`,
      postal_codes: [`${digits}AA`, `${digits}ZZ`],
      rules: [{ category: 'gft', every_weeks: 1, valid_from: digits === '6418' ? afterWednesday(1) : day }],
    })
    areas.push(id)
  }
})

describe('an exception', () => {
  test('is previewed with its areas and their number of addresses, and the preview stores nothing', async () => {
    const all = await call('administrator', previewException, { body: exception() })
    expect(all).toEqual({ areas: [expect.objectContaining({ name: 'Heerlen 6411' }), expect.anything()], addresses: 3 })
    const one = await call('administrator', previewException, { body: exception({ area_id: areas[0] }) })
    expect(one).toMatchObject({ areas: [{ name: 'Heerlen 6411' }], addresses: 2 })
    expect((await daysAt('one')).map(({ start }) => start)).toEqual([day, afterWednesday(7)])
  })

  test('can move a day in all areas, cancel the day in one area, and be withdrawn', async () => {
    await call('administrator', saveException, { body: exception() })
    expect((await daysAt('three'))[0]).toMatchObject({
      start: afterWednesday(3),
      moved_from: day,
      reason: 'wegens werk aan de weg',
    })
    await call('administrator', saveException, {
      body: exception({ area_id: areas[0], moved_to: null, reason: 'gladheid' }),
    })
    expect((await daysAt('one'))[0]).toMatchObject({ start: day, cancelled: true, reason: 'wegens gladheid' })
    expect(await call('administrator', listExceptions, { params: heerlen })).toEqual([
      expect.objectContaining({ moved_to: afterWednesday(3), areas: [{ id: areas[1], name: 'Heerlen 6417' }] }),
      expect.objectContaining({ moved_to: null, areas: [{ id: areas[0], name: 'Heerlen 6411' }] }),
    ])
    const body = { municipality_id: 917, category: 'gft' as const, day, area_ids: areas }
    await call('administrator', withdrawException, { body })
    expect((await daysAt('one'))[0]).toMatchObject({ start: day, cancelled: false, reason: null })
    expect(await call('administrator', listExceptions, { params: heerlen })).toEqual([])
    // Each change raises the revision, so that calendar programs refresh the day.
    const { rows } = await sql<{ revision: number }>`
      select revision from collection_exception order by collection_area_id`.execute(db)
    expect(rows.map(({ revision }) => revision)).toEqual([3, 2])
  })

  test('is rejected on a day without a planned collection', async () => {
    const rejection = { status: 422, errors: { day: [expect.stringContaining('niet gepland')] } }
    await expect(
      call('administrator', saveException, { body: exception({ day: afterWednesday(-1) }) }),
    ).rejects.toMatchObject(rejection)
    await expect(call('administrator', saveException, { body: exception({ category: 'pmd' }) })).rejects.toMatchObject(
      rejection,
    )
    await expect(
      call('administrator', saveException, { body: exception({ area_id: areas[2] }) }),
    ).rejects.toMatchObject(rejection)
  })

  test('cannot be withdrawn with an invalid area id (422) or on a day without an exception (404)', async () => {
    const body = { municipality_id: 917, category: 'gft' as const, day: afterWednesday(7), area_ids: [99_999_999_999] }
    await expect(call('administrator', withdrawException, { body })).rejects.toMatchObject({ status: 422 })
    await expect(
      call('administrator', withdrawException, { body: { ...body, area_ids: areas } }),
    ).rejects.toMatchObject({ status: 404, message: 'Op deze dag is hier niets verplaatst of vervallen' })
  })

  test.each([
    ['day', { day: '9999-12-29' }, `Kies een dag tot en met 31 december ${nextYear + 1}`],
    ['moved_to', { moved_to: `${nextYear + 2}-01-01` }, `Kies een dag tot en met 31 december ${nextYear + 1}`],
    ['moved_to', { moved_to: '0999-01-01' }, expect.any(String)],
    ['day', { day: `${nextYear - 3}-12-31` }, `Kies een dag vanaf 1 januari ${nextYear - 2}`],
    ['moved_to', { moved_to: `${nextYear - 3}-12-31` }, `Kies een dag vanaf 1 januari ${nextYear - 2}`],
  ])('is rejected with an error at %s when that day is outside the planned years', async (field, other, message) => {
    for (const endpoint of [previewException, saveException])
      await expect(call('administrator', endpoint, { body: exception(other) })).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [message] },
      })
  })

  test('S6.2 returns 404 for another municipality', async () => {
    const missing = { status: 404, message: 'Deze gemeente is niet bekend' }
    for (const endpoint of [previewException, saveException])
      await expect(
        call('administrator', endpoint, { body: exception({ municipality_id: 928 }) }),
      ).rejects.toMatchObject(missing)
    await expect(call('administrator', listExceptions, { params: { municipality_id: '928' } })).rejects.toMatchObject(
      missing,
    )
  })
})

test('stores the publication day of a year', async () => {
  await sql`delete from collection_year`.execute(db)
  const years = () => call('administrator', listCollectionYears, { params: heerlen })
  const [, next] = await years()
  expect(next?.published_on).toBeNull()
  const params = { ...heerlen, year: `${next?.year}` }
  const published_on = `${(next?.year ?? 0) - 1}-12-01`
  await call('administrator', publishCollectionYear, { params, body: { published_on } })
  expect((await years())[1]).toMatchObject({ year: next?.year, published_on })
  await expect(
    call('administrator', publishCollectionYear, { params, body: { published_on: '' } }),
  ).rejects.toMatchObject({ status: 422, errors: { published_on: ['Dit veld is verplicht'] } })
})

test('rejects a publication when the year or the publication day is outside the planned years', async () => {
  const publish = (year: number, published_on: string) =>
    call('administrator', publishCollectionYear, { params: { ...heerlen, year: `${year}` }, body: { published_on } })
  for (const year of [2000, nextYear + 2, 2099])
    await expect(publish(year, '2020-01-01')).rejects.toMatchObject({
      status: 422,
      errors: { year: [`Kies een jaar van ${nextYear - 2} tot en met ${nextYear + 1}`] },
    })
  await expect(publish(nextYear, `${nextYear + 2}-01-01`)).rejects.toMatchObject({
    status: 422,
    errors: { published_on: [`Kies een dag tot en met 31 december ${nextYear + 1}`] },
  })
})
