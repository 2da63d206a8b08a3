import {
  changeCollections,
  deleteArea,
  listAreaRules,
  listCollectionYears,
  publishCollectionYear,
  saveArea,
  savePickupCapacity,
  saveSchedule,
  showPickupCapacity,
  undoCollectionChange,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { dayOf, textOf, weekdayOf } from '../../platform/runtime/days.ts'
import { nextYear as year } from '../../test/days-ahead.ts'
import { insertCollectionArea } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { recordPlanningChange } from './collection-changes.queries.ts'

const { call, db } = await testServer()
await sql`update employee set name = 'Noor Balie' where email <> 'administrator@loket.example'`.execute(db)
const params = { municipality_id: '917' }
// The first Wednesday of September next year: September has no holidays.
const september = dayOf(`${year}-09-01`)
const day = textOf(september + ((9 - weekdayOf(september)) % 7))
const byKim = { by: 'Kim de Vries', at: expect.stringMatching(/^\d{4}-.*[+]0[12]:00$/) }

const change = (category: 'gft' | 'pmd' = 'gft') => ({
  municipality_id: 917,
  action: 'cancel' as const,
  collections: [{ area_id, category, day, revision: 0 }],
  reason: 'gladheid',
})
/** The collection changes in the audit log, the newest first. */
async function findEvents() {
  const { rows } = await sql`
    select object_kind, object_key from audit_event
    where action = 'change_collection_rules' order by position desc`.execute(db)
  return rows
}
let area_id: number

beforeEach(async () => {
  await sql`delete from collection_area`.execute(db)
  const rules = [{ category: 'gft' as const, every_weeks: 1, valid_from: textOf(dayOf(day) - 700) }]
  area_id = (await insertCollectionArea(db, { name: 'West', postal_codes: ['6411AA', '6411ZZ'], rules })).id
})

test('logs an event when a collection is moved or cancelled', async () => {
  const { change_id } = await call('administrator', changeCollections, { body: change() })
  expect((await findEvents())[0]).toEqual({ object_kind: 'collection_change', object_key: `${change_id}` })
})

test('logs an event when the rules or the addresses of an area change, and shows who last changed the rules', async () => {
  const [area] = await call('administrator', listAreaRules, { params })
  expect(area?.changed).toBeNull()
  const body = { municipality_id: 917, area_id, category: 'gft' as const, from: day, rhythm: 'none' as const }
  await call('administrator', saveSchedule, { body })
  expect((await call('administrator', listAreaRules, { params }))[0]?.changed).toEqual(byKim)
  expect((await findEvents())[0]).toEqual({ object_kind: 'collection_rules', object_key: `${area_id}` })
  const input = { municipality_id: 917, area_id, name: 'Weststad', postal_codes: ['6411'], addresses: [] }
  await call('administrator', saveArea, { body: input })
  expect((await findEvents())[0]).toEqual({ object_kind: 'collection_area', object_key: `${area_id}` })
})

test('shows who last published a year, and who last set the capacity of a route', async () => {
  await call('administrator', publishCollectionYear, {
    params: { ...params, year: `${year}` },
    body: { published_on: `${year - 1}-12-01` },
  })
  expect((await call('administrator', listCollectionYears, { params })).map(({ changed }) => changed)).toEqual([
    null,
    byKim,
  ])
  await call('administrator', savePickupCapacity, { params, body: { volume_litres: 5000 } })
  expect(await call('administrator', showPickupCapacity, { params })).toEqual({ volume_litres: 5000, changed: byKim })
})

test('shows the moment of a change that a program made, without an employee', async () => {
  const actor = { id: crypto.randomUUID(), ip: 'import calendar', employee: null }
  await db.transaction((transaction) =>
    recordPlanningChange(transaction, actor, { kind: 'pickup_capacity', key: '917' }),
  )
  const { changed } = await call('administrator', showPickupCapacity, { params })
  expect(changed).toEqual({ by: null, at: byKim.at })
})

test('the server does not log a rejected change', async () => {
  const before = await findEvents()
  await expect(call('administrator', changeCollections, { body: change('pmd') })).rejects.toThrow()
  expect(await findEvents()).toEqual(before)
})

const lastValues = async () =>
  (
    await sql`select old_values, new_values from audit_event
      where action = 'change_collection_rules' order by position desc limit 1`.execute(db)
  ).rows[0]

test('logs the old and the new state of each changed collection, even when the change is an undo', async () => {
  const key = `West, ${wasteStreamNames.gft} op ${day}`
  const { change_id } = await call('administrator', changeCollections, { body: change() })
  expect(await lastValues()).toEqual({ old_values: { [key]: 'gepland' }, new_values: { [key]: 'vervalt' } })
  await call('administrator', undoCollectionChange, { params: { change_id: `${change_id}` } })
  expect(await lastValues()).toEqual({ old_values: { [key]: 'vervalt' }, new_values: { [key]: 'gepland' } })
})

test('logs the day to which a collection is moved, and the area of each collection', async () => {
  const rules = [{ category: 'gft' as const, every_weeks: 1, valid_from: textOf(dayOf(day) - 700) }]
  const east = await insertCollectionArea(db, { name: 'Oost', postal_codes: ['6417AA', '6417ZZ'], rules })
  const moved_to = textOf(dayOf(day) + 1)
  const collections = [area_id, east.id].map((id) => ({
    ...{ area_id: id, category: 'gft' as const, day, revision: 0, moved_to },
  }))
  await call('administrator', changeCollections, { body: { ...change(), action: 'move', collections } })
  const keys = ['West', 'Oost'].map((area) => `${area}, ${wasteStreamNames.gft} op ${day}`)
  expect(await lastValues()).toEqual({
    old_values: Object.fromEntries(keys.map((key) => [key, 'gepland'])),
    new_values: Object.fromEntries(keys.map((key) => [key, `naar ${moved_to}`])),
  })
})

test('logs the collection days that a change of rules removes and adds', async () => {
  const next = textOf(dayOf(day) + 1)
  const schedule = { municipality_id: 917, area_id, category: 'gft' as const, from: day, until: next }
  const body = { ...schedule, rhythm: 'days' as const, days: [next] }
  await call('administrator', saveSchedule, { body })
  expect(await lastValues()).toEqual({ old_values: { gft: [day] }, new_values: { gft: [next] } })
})

test('logs the old and the new name, postal codes and number of individually assigned addresses of an area', async () => {
  const input = {
    municipality_id: 917,
    area_id,
    name: 'Weststad',
    postal_codes: ['6411 AA tot en met 6411 KZ'],
    addresses: [],
  }
  await call('administrator', saveArea, { body: input })
  expect(await lastValues()).toEqual({
    old_values: { name: 'West', postal_codes: ['6411 AA tot en met 6411 ZZ'] },
    new_values: { name: 'Weststad', postal_codes: ['6411 AA tot en met 6411 KZ'] },
  })
  const { id } = await insertCollectionArea(db, { name: 'Leeg', postal_codes: ['6499AA', '6499ZZ'] })
  await call('administrator', deleteArea, { params: { ...params, area_id: `${id}` } })
  expect(await lastValues()).toEqual({
    old_values: { name: 'Leeg', postal_codes: ['6499 AA tot en met 6499 ZZ'], addresses: 0 },
    new_values: {},
  })
})

test('logs the old and the new publication day of a year', async () => {
  const publish = (published_on: string) =>
    call('administrator', publishCollectionYear, { params: { ...params, year: `${year}` }, body: { published_on } })
  await publish(`${year - 1}-12-01`)
  await publish(`${year - 1}-12-08`)
  expect(await lastValues()).toEqual({
    old_values: { published_on: `${year - 1}-12-01` },
    new_values: { published_on: `${year - 1}-12-08` },
  })
})
