import {
  changeCollections,
  listAreaRules,
  openCalendarFeed,
  previewSchedule,
  type RequestInput,
  saveSchedule,
  showCalendar,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { dayOf, newYear, textOf, today, weekdayOf } from '../../platform/runtime/days.ts'
import { nextYear as year } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { app, call, db } = await testServer()
// The first Wednesday of September next year: September has no holidays.
const september = dayOf(`${year}-09-01`)
const wednesday = september + ((9 - weekdayOf(september)) % 7)
const later = (days: number) => textOf(wednesday + days)

type ScheduleBody = RequestInput<typeof saveSchedule>['body']
let area_id: number
const schedule = (changes: Partial<ScheduleBody> = {}): ScheduleBody => ({
  municipality_id: 917,
  area_id,
  category: 'gft',
  from: later(5),
  rhythm: 'weeks',
  every_weeks: 2,
  first_day: later(8),
  ...changes,
})
const daysAt = async (address: string, to = later(30)) =>
  (await call('bsgw', showCalendar, { query: { address, from: later(0), to } })).data.map(({ start }) => start)

beforeEach(async () => {
  for (const table of ['collection_change', 'collection_area', 'collection_year', 'calendar_feed', 'address'])
    await sql`delete from ${sql.identifier(table)}`.execute(db)
  await insertAddress(db, { alias: 'one', house_number: 1, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'two', house_number: 2, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'retired', house_number: 3, postal_code: '6411CD', retired_on: '2020-01-01' })
  await insertAddress(db, { alias: 'other', house_number: 4, postal_code: '6417AT' })
  await insertAddress(db, { postal_code: '6461AA', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
  await insertRow(db, 'collection_year', { municipality_id: 917, year, published_on: '2020-01-01' })
  const rules = [{ category: 'gft' as const, every_weeks: 1, valid_from: later(-7 * 20) }]
  const one = await insertCollectionArea(db, { name: 'Heerlen 6411', postal_codes: ['6411AA', '6411ZZ'], rules })
  await insertCollectionArea(db, { name: 'Heerlen 6417', postal_codes: ['6417AA', '6417ZZ'], rules })
  await insertCollectionArea(db, {
    name: 'Kerkrade 6461',
    municipality_id: 928,
    postal_codes: ['6461AA', '6461ZZ'],
    rules,
  })
  area_id = one.id
})

describe('a schedule', () => {
  test('is previewed with its number of addresses, the days before and after the change, and the published years', async () => {
    const found = await call('administrator', previewSchedule, { body: schedule({ until: later(60) }) })
    expect(found).toEqual({
      area: { id: area_id, name: 'Heerlen 6411' },
      addresses: 2,
      before: [7, 14, 21, 28, 35, 42].map(later),
      after: [8, 22, 36, 50, 63, 70].map(later),
      published: [year],
      withdrawn: 0,
    })
    // A preview stores nothing.
    expect(await daysAt('one')).toEqual([0, 7, 14, 21, 28].map(later))
  })

  test('applies to its area from its start date, raises the feed sequence, and withdraws an exception', async () => {
    const sequences = async (address = 'one') => {
      const { url } = await call('bsgw', openCalendarFeed, { body: { address } })
      const { body } = await app.inject(new URL(url).pathname)
      return new Set([...body.matchAll(/SEQUENCE:(\d+)/g)].map(([, number]) => number))
    }
    expect(await sequences()).toEqual(new Set(['0']))
    // The schedule withdraws this exception, because it no longer has the day of the exception.
    const collection = { area_id, category: 'gft' as const, day: later(14), revision: 0, moved_to: later(15) }
    const change = { municipality_id: 917, action: 'move' as const, collections: [collection], reason: 'werk' }
    await call('administrator', changeCollections, { body: change })
    expect(await call('administrator', saveSchedule, { body: schedule() })).toMatchObject({
      addresses: 2,
      withdrawn: 1,
    })
    expect(await daysAt('one')).toEqual([0, 8, 22].map(later))
    expect(await daysAt('other')).toEqual([0, 7, 14, 21, 28].map(later))
    expect(await sequences()).toEqual(new Set(['1']))
    expect(await sequences('other')).toEqual(new Set(['0']))
    const { rows } = await sql`select state, reason, revision from collection_exception`.execute(db)
    expect(rows).toEqual([{ state: 'withdrawn', reason: '', revision: 2 }])
  })

  test('counts no exception that was withdrawn before, or that another area has', async () => {
    const { id: other } = (await call('administrator', listAreaRules, { params: { municipality_id: '917' } })).find(
      ({ name }) => name === 'Heerlen 6417',
    ) ?? { id: 0 }
    const cancelled = { category: 'gft', day: later(14), state: 'cancelled', reason: 'gladheid' }
    await insertRow(db, 'collection_exception', { ...cancelled, collection_area_id: other })
    const withdrawn = { ...cancelled, state: 'withdrawn', collection_area_id: area_id }
    await insertRow(db, 'collection_exception', withdrawn)
    expect(await call('administrator', previewSchedule, { body: schedule() })).toMatchObject({ withdrawn: 0 })
  })

  test('can list days or end the collections, and appears in the rules of its area', async () => {
    await call('administrator', saveSchedule, { body: schedule() })
    const days = [later(23), later(17)]
    await call('administrator', saveSchedule, {
      body: schedule({ from: later(10), until: later(25), rhythm: 'days', days }),
    })
    expect(await daysAt('one', later(40))).toEqual([0, 8, 17, 23, 36].map(later))
    await call('administrator', saveSchedule, { body: schedule({ from: later(30), rhythm: 'none' }) })
    expect(await daysAt('one', later(90))).toEqual([0, 8, 17, 23].map(later))
    const areas = await call('administrator', listAreaRules, { params: { municipality_id: '917' } })
    expect(areas.map(({ name, postal_codes }) => [name, postal_codes])).toEqual([
      ['Heerlen 6411', [{ first: '6411AA', last: '6411ZZ', house_numbers: 'all' }]],
      ['Heerlen 6417', [{ first: '6417AA', last: '6417ZZ', house_numbers: 'all' }]],
    ])
    expect(areas[0]?.rules).toEqual([
      expect.objectContaining({ every_weeks: 1, valid_to: later(4) }),
      expect.objectContaining({ every_weeks: 2, valid_from: later(8), valid_to: later(9) }),
      expect.objectContaining({ days: [later(17), later(23)], valid_from: later(10), valid_to: later(25) }),
    ])
  })

  test('can begin today', async () => {
    const body = schedule({ from: today(), until: later(9) })
    expect((await call('administrator', previewSchedule, { body })).after[0]).toBe(later(8))
  })

  test('is rejected when it changes no collection day', async () => {
    await call('administrator', saveSchedule, { body: schedule({ from: later(30), rhythm: 'none' }) })
    const body = schedule({ from: later(60), rhythm: 'none' })
    await expect(call('administrator', previewSchedule, { body })).rejects.toMatchObject({
      status: 422,
      errors: { category: ['Hier verandert niets aan: de ophaaldagen zijn al zo'] },
    })
  })

  const far = `${year + 2}-01-01`
  test.each<[string, () => Partial<ScheduleBody>, string, string]>([
    ['begins in the past', () => ({ from: textOf(newYear(year - 1) - 1) }), 'from', 'Kies vandaag of een latere dag'],
    ['begins after the last planned year', () => ({ from: far, first_day: far }), 'from', `31 december ${year + 1}`],
    ['lies after the last planned year', () => ({ first_day: far }), 'first_day', `31 december ${year + 1}`],
    [
      'lists a day after the last planned year',
      () => ({ rhythm: 'days', days: [later(6), far] }),
      'days',
      `31 december ${year + 1}`,
    ],
    ['ends before it begins', () => ({ until: later(4) }), 'until', 'De laatste dag ligt voor de eerste'],
    ['comes every 0 weeks', () => ({ every_weeks: 0 }), 'every_weeks', 'Vul 1 of meer weken in'],
    ['comes every half week', () => ({ every_weeks: 0.5 }), 'every_weeks', 'Vul een heel getal in'],
    ['does not state the number of weeks', () => ({ every_weeks: null }), 'every_weeks', 'Dit veld is verplicht'],
    ['does not state the first day', () => ({ first_day: null }), 'first_day', 'Dit veld is verplicht'],
    ['has a first day outside its period', () => ({ first_day: later(1) }), 'first_day', 'buiten de periode'],
    ['lists no day', () => ({ rhythm: 'days', days: [] }), 'days', 'Dit veld is verplicht'],
    ['lists a day outside its period', () => ({ rhythm: 'days', days: [later(1)] }), 'days', 'in de periode'],
    ['lists a day twice', () => ({ rhythm: 'days', days: [later(6), later(6)] }), 'days', 'twee keer'],
    ['lists text that is not a day', () => ({ rhythm: 'days', days: ['30-02'] }), 'days', 'Dit is geen datum: 30-02'],
  ])('S5.3 is rejected with an error at the field when it %s', async (_, change, field, message) => {
    for (const endpoint of [previewSchedule, saveSchedule])
      await expect(call('administrator', endpoint, { body: schedule(change()) })).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.stringContaining(message)] },
      })
  })

  test('adds nothing to the history of collections when it withdraws no exception', async () => {
    await sql`delete from collection_change`.execute(db)
    const body = schedule({ category: 'paper' })
    expect(await call('administrator', saveSchedule, { body })).toMatchObject({ withdrawn: 0 })
    expect((await sql`select from collection_change`.execute(db)).rows).toEqual([])
  })
})
