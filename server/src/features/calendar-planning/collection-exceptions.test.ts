import {
  changeCollections,
  listCollectionChanges,
  listPlannedCollections,
  openCalendarFeed,
  type PlannedCollection,
  type RequestInput,
  saveSchedule,
  showCalendar,
  undoCollectionChange,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { afterWednesday, nextYear } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { app, call, db } = await testServer()
const day = afterWednesday(0)
const nextDay = afterWednesday(7)
const params = { municipality_id: '917' }
const category = 'gft' as const
let areas: number[]

type ChangeBody = RequestInput<typeof changeCollections>['body']
type Named = ChangeBody['collections'][number]
const collection = (changes: Partial<Named> = {}): Named => ({
  ...{ area_id: areas[0] ?? 0, category, day, revision: 0, moved_to: afterWednesday(3) },
  ...changes,
})
const change = (changes: Partial<ChangeBody> = {}) =>
  call('administrator', changeCollections, {
    body: {
      ...{ municipality_id: 917, action: 'move', collections: [collection()], reason: 'Wegens werk aan de weg' },
      ...changes,
    },
  })
const undo = (change_id: number) =>
  call('administrator', undoCollectionChange, { params: { change_id: `${change_id}` } })
const planned = async (from = day, to = afterWednesday(8)) =>
  (await call('administrator', listPlannedCollections, { params, query: { from, to } })).collections
const history = (query: RequestInput<typeof listCollectionChanges>['query'] = {}) =>
  call('administrator', listCollectionChanges, { params, query })
const daysAt = async (address: string) =>
  (await call('bsgw', showCalendar, { query: { address, from: day, to: afterWednesday(8) } })).data
/** The collections of an area as the planner shows them, without the revision, which every change raises. */
const states = async (area_id = areas[0]) =>
  (await planned()).filter((it) => it.area_id === area_id).map(({ revision, ...state }) => state)

beforeEach(async () => {
  for (const table of ['collection_change', 'collection_area', 'collection_year', 'calendar_feed', 'address'])
    await sql`delete from ${sql.identifier(table)}`.execute(db)
  await insertAddress(db, { alias: 'one', house_number: 1, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'two', house_number: 2, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'three', house_number: 3, postal_code: '6417AT' })
  await insertAddress(db, { postal_code: '6461AA', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
  await insertRow(db, 'collection_year', { municipality_id: 917, year: nextYear, published_on: '2020-01-01' })
  areas = []
  for (const digits of ['6411', '6417']) {
    const { id } = await insertCollectionArea(db, {
      name: `Heerlen ${digits}`,
      postal_codes: [`${digits}AA`, `${digits}ZZ`],
      rules: [{ category, every_weeks: 1, valid_from: day }],
    })
    areas.push(id)
  }
})

describe('the planner', () => {
  test('shows the number of addresses and the planned collections of each area, even in an unpublished year', async () => {
    const query = { from: day, to: afterWednesday(6) }
    const plan = await call('administrator', listPlannedCollections, { params, query })
    const state = { category, day, start: day, cancelled: false, changed: false, reason: null, revision: 0 }
    expect(plan).toEqual({
      areas: [
        { id: areas[0], name: 'Heerlen 6411', addresses: 2 },
        { id: areas[1], name: 'Heerlen 6417', addresses: 1 },
      ],
      collections: areas.map((area_id) => ({ area_id, ...state })),
      unpublished: [],
    })
    await sql`delete from collection_year`.execute(db)
    const unpublished = await call('administrator', listPlannedCollections, { params, query })
    expect(unpublished).toEqual({ ...plan, unpublished: [nextYear] })
  })

  test('shows a collection on the day to which a holiday moves it, and does not mark it as changed by an employee', async () => {
    const { id } = await insertCollectionArea(db, {
      name: 'Kerst',
      postal_codes: ['6499AA', '6499ZZ'],
      rules: [{ category, every_weeks: 52, valid_from: `${nextYear}-12-25` }],
    })
    const moved = (await planned(`${nextYear}-12-20`, `${nextYear}-12-31`)).filter(({ area_id }) => area_id === id)
    expect(moved).toMatchObject([{ day: `${nextYear}-12-25`, changed: false, reason: 'wegens Kerstmis' }])
    expect(moved[0]?.start).not.toBe(`${nextYear}-12-25`)
  })

  test('rejects a period of more than 120 days', async () => {
    await expect(planned(`${nextYear}-01-01`, `${nextYear}-06-01`)).rejects.toMatchObject({ status: 422 })
  })
})

describe('a change', () => {
  test('moves a collection, which the calendar of its residents shows at once, and then restores it', async () => {
    expect(await change()).toMatchObject({ collections: 1, addresses: 2 })
    expect((await daysAt('one'))[0]).toMatchObject({
      ...{ start: afterWednesday(3), moved_from: day, reason: 'wegens werk aan de weg' },
    })
    expect((await daysAt('three'))[0]).toMatchObject({ start: day, moved_from: null })
    await change({ action: 'restore', collections: [collection({ revision: 1, moved_to: null })], reason: null })
    expect((await daysAt('one'))[0]).toMatchObject({ start: day, moved_from: null, reason: null })
  })

  test('cancels several collections in several areas, with one reason and one entry in the history', async () => {
    const collections = areas.flatMap((area_id) => [day, nextDay].map((it) => collection({ area_id, day: it })))
    expect(await change({ action: 'cancel', collections, reason: 'gladheid' })).toMatchObject({
      collections: 4,
      addresses: 3,
    })
    expect((await planned()).map(({ cancelled, reason }) => `${cancelled} ${reason}`)).toEqual(
      Array(4).fill('true wegens gladheid'),
    )
    expect(await history()).toMatchObject([{ collections: 4, areas: ['Heerlen 6411', 'Heerlen 6417'] }])
  })

  test('may name its collections in any order of days', async () => {
    const collections = [nextDay, day].map((it) => collection({ day: it, moved_to: null }))
    expect(await change({ action: 'cancel', collections })).toMatchObject({ collections: 2 })
  })

  test.each([
    ['Wegens gladheid', 'wegens gladheid'],
    ['I.v.m. carnaval', 'i.v.m. carnaval'],
    ['Omdat het vriest', 'omdat het vriest'],
    ['in verband met storm', 'in verband met storm'],
    ['Doorgang dicht', 'wegens Doorgang dicht'],
    ['Sneeuw, omdat het vriest', 'wegens Sneeuw, omdat het vriest'],
  ])('with the reason %s reads as: Vervalt %s', async (reason, shown) => {
    await change({ action: 'cancel', reason })
    expect((await states())[0]).toMatchObject({ reason: shown })
  })

  test('stores nothing when one of its collections is not planned', async () => {
    const collections = [collection(), collection({ category: 'pmd' })]
    await expect(change({ collections })).rejects.toMatchObject({
      status: 422,
      errors: { day: [expect.stringContaining('niet gepland')] },
    })
    expect(await history()).toEqual([])
    expect((await daysAt('one'))[0]).toMatchObject({ start: day })
  })

  test('returns 409 when a colleague has changed the collection after the planner showed it', async () => {
    const message = 'Een collega heeft dit intussen gewijzigd. Bekijk de nieuwe planning en probeer het opnieuw'
    const outcomes = await Promise.allSettled([change(), change({ action: 'cancel', reason: 'gladheid' })])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rejected = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(rejected.reason).toMatchObject({ status: 409, message })
    // One changed collection is enough to reject all collections of the request.
    const both = areas.map((area_id) => collection({ area_id }))
    await expect(change({ collections: both })).rejects.toMatchObject({ status: 409, message })
    expect(await states(areas[1])).toMatchObject([{ changed: false }, { changed: false }])
    await change({ collections: [collection({ revision: 1 })] })
  })

  test.each<[string, Partial<ChangeBody>]>([
    ['reason', { reason: ' ' }],
    ['moved_to', { collections: [{ area_id: 1, category, day, revision: 0 }] }],
    ['collections', { collections: [] }],
  ])('is rejected with an error at %s when it is not filled in', async (field, changes) => {
    await expect(change(changes)).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  })

  test('is rejected when it names a collection twice', async () => {
    await expect(change({ collections: [collection(), collection()] })).rejects.toMatchObject({ status: 422 })
  })

  test('cannot restore a collection that is not moved or cancelled', async () => {
    await expect(change({ action: 'restore', reason: null })).rejects.toMatchObject({
      errors: { day: ['Op deze dag is hier niets verplaatst of vervallen'] },
    })
  })

  const tooLate = `Kies een dag tot en met 31 december ${nextYear + 1}`
  const tooEarly = `Kies een dag vanaf 1 januari ${nextYear - 2}`
  test.each([
    ['day', '9999-12-29', '9999-12-30', tooLate],
    ['moved_to', `${nextYear + 1}-12-31`, `${nextYear + 2}-01-01`, tooLate],
    ['day', `${nextYear - 3}-12-31`, `${nextYear - 2}-01-01`, tooEarly],
    ['moved_to', `${nextYear - 2}-01-01`, `${nextYear - 3}-12-31`, tooEarly],
  ])(
    'is rejected with an error at %s when that day is outside the planned years',
    async (field, day, moved_to, message) => {
      const collections = [collection({ day, moved_to })]
      await expect(change({ collections })).rejects.toMatchObject({ status: 422, errors: { [field]: [message] } })
    },
  )

  test.each([61, -61])(
    'is rejected when it moves a collection by %i days, and is accepted one day nearer',
    async (days) => {
      const moved = (by: number) => change({ collections: [collection({ moved_to: afterWednesday(by) })] })
      await expect(moved(days)).rejects.toMatchObject({
        errors: { moved_to: ['Kies een dag die hoogstens 60 dagen van de geplande dag ligt'] },
      })
      await expect(moved(days - Math.sign(days))).resolves.toMatchObject({ collections: 1 })
    },
  )
})

describe('undo', () => {
  const apart = ({
    changed,
    reason,
    cancelled,
    start,
  }: Pick<PlannedCollection, 'changed' | 'reason' | 'cancelled' | 'start'>) =>
    [start, cancelled, changed, reason].join(' ')

  test('restores exactly what each collection was before: planned, moved or cancelled', async () => {
    await change()
    await change({ action: 'cancel', collections: [collection({ day: nextDay })], reason: 'gladheid' })
    const before = await states()
    const beforeThere = await states(areas[1])
    expect(before.map(apart)).toEqual([
      `${afterWednesday(3)} false true wegens werk aan de weg`,
      `${nextDay} true true wegens gladheid`,
    ])
    const { change_id } = await change({
      collections: [
        collection({ revision: 1, moved_to: afterWednesday(4) }),
        collection({ day: nextDay, revision: 1, moved_to: afterWednesday(8) }),
        collection({ area_id: areas[1] ?? 0, moved_to: afterWednesday(4) }),
      ],
      reason: 'carnaval',
    })
    expect(await states()).not.toEqual(before)
    expect(await undo(change_id)).toMatchObject({ collections: 3, addresses: 3 })
    expect(await states()).toEqual(before)
    expect(await states(areas[1])).toEqual(beforeThere)
  })

  test('is stored as a change, which can be undone as well', async () => {
    const { change_id } = await change()
    const moved = await states()
    const undone = await undo(change_id)
    await undo(undone.change_id)
    expect(await states()).toEqual(moved)
    expect((await history()).map(({ kind, is_latest }) => `${kind} ${is_latest}`)).toEqual([
      'undo true',
      'undo false',
      'planner false',
    ])
  })

  test('raises the sequence of the day in the calendar program of a resident', async () => {
    const { url } = await call('bsgw', openCalendarFeed, { body: { address: 'one' } })
    const sequence = async () => {
      const { body } = await app.inject(new URL(url).pathname)
      const event = body.split('BEGIN:VEVENT').find((it) => it.includes(`UID:${day}`))
      return Number(/SEQUENCE:(\d+)/.exec(event ?? '')?.[1])
    }
    const first = await sequence()
    const { change_id } = await change()
    expect(await sequence()).toBe(first + 1)
    await undo(change_id)
    expect(await sequence()).toBe(first + 2)
  })

  test('returns 409 after a later change of one of the collections, and stores nothing', async () => {
    const both = areas.map((area_id) => collection({ area_id }))
    const { change_id } = await change({ collections: both })
    await change({ action: 'cancel', collections: [collection({ revision: 1 })], reason: 'gladheid' })
    const before = await planned()
    await expect(undo(change_id)).rejects.toMatchObject({
      status: 409,
      message: 'Deze ophaaldagen zijn daarna weer gewijzigd, dus ongedaan maken kan niet meer',
    })
    expect(await planned()).toEqual(before)
    await expect(undo(999_999)).rejects.toMatchObject({ status: 404 })
  })

  test('returns 409 for a change that new rules made', async () => {
    await change()
    const schedule = { municipality_id: 917, area_id: areas[0] ?? 0, category, from: day, rhythm: 'none' as const }
    await call('administrator', saveSchedule, { body: schedule })
    const [latest] = await history()
    expect(latest).toMatchObject({ kind: 'rules', is_latest: true, first: { after: { state: 'planned' } } })
    await expect(undo(latest?.id ?? 0)).rejects.toMatchObject({ status: 409 })
  })
})

test('the history of a collection names each employee, moment and state, newest first', async () => {
  await change({ collections: areas.map((area_id) => collection({ area_id })) })
  await change({ action: 'cancel', collections: [collection({ revision: 1 })], reason: 'gladheid' })
  await change({ action: 'cancel', collections: [collection({ day: nextDay })], reason: 'storm' })
  const moved = { state: 'moved', moved_to: afterWednesday(3), reason: 'wegens werk aan de weg' }
  const byKim = { by: 'Kim de Vries', at: expect.stringMatching(/^\d{4}-.*[+]0[12]:00$/), kind: 'planner' }
  const ofDay = await history({ area: `${areas[0]}`, category, day })
  const cancelled = { state: 'cancelled', moved_to: null, reason: 'wegens gladheid' }
  expect(ofDay).toEqual([
    {
      ...{ id: expect.any(Number), ...byKim, collections: 1, areas: ['Heerlen 6411'], is_latest: true },
      first: { category, day, before: moved, after: cancelled },
    },
    {
      ...{
        id: expect.any(Number),
        ...byKim,
        collections: 2,
        areas: ['Heerlen 6411', 'Heerlen 6417'],
        is_latest: false,
      },
      first: { category, day, before: { state: 'planned', moved_to: null, reason: null }, after: moved },
    },
  ])
  expect(await history({ area: `${areas[1]}`, category, day })).toMatchObject([{ collections: 2 }])
  expect(await history()).toHaveLength(3)
  await expect(history({ area: `${areas[1]}` })).rejects.toMatchObject({ status: 422 })
})

test('the log has the state of a collection before a second change', async () => {
  await change()
  await change({ action: 'cancel', collections: [collection({ revision: 1, moved_to: null })], reason: 'gladheid' })
  const { rows } = await sql`select old_values, new_values from audit_event order by position desc limit 2`.execute(db)
  const name = `Heerlen 6411, GFT op ${day}`
  expect(rows).toEqual([
    { old_values: { [name]: `naar ${afterWednesday(3)}` }, new_values: { [name]: 'vervalt' } },
    { old_values: { [name]: 'gepland' }, new_values: { [name]: `naar ${afterWednesday(3)}` } },
  ])
})

test('the history of a collection starts with that collection, also when the change has others', async () => {
  await sql`insert into collection_rule (collection_area_id, category, every_weeks, valid_from)
    values (${areas[1]}, 'paper', 1, ${day})`.execute(db)
  const there = { area_id: areas[1] ?? 0, moved_to: null }
  const collections = [
    collection({ moved_to: null }),
    collection(there),
    collection({ ...there, category: 'paper' }),
    collection({ ...there, day: nextDay }),
  ]
  await change({ action: 'cancel', collections })
  const firstOf = async (query: Parameters<typeof history>[0]) => (await history(query))[0]?.first
  expect(await firstOf({})).toMatchObject({ category, day })
  const area = `${areas[1]}`
  expect(await firstOf({ area, category: 'paper', day })).toMatchObject({ category: 'paper', day })
  expect(await firstOf({ area, category, day: nextDay })).toMatchObject({ category, day: nextDay })
  expect(await history({ area: `${areas[0]}`, category, day: nextDay })).toEqual([])
})
