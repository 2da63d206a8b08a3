import {
  listAreaRules,
  listCollectionYears,
  listExceptions,
  publishCollectionYear,
  saveArea,
  saveException,
  savePickupCapacity,
  saveSchedule,
  showPickupCapacity,
  withdrawException,
} from '@rd4-loket/contract'
import { beforeEach, expect, test } from 'vitest'
import { dayOf, textOf, weekdayOf } from '../../platform/runtime/days.ts'
import { nextYear as year } from '../../test/days-ahead.ts'
import { insertCollectionArea } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const params = { municipality_id: '917' }
// September has no holidays: its first Wednesday, next year.
const september = dayOf(`${year}-09-01`)
const day = textOf(september + ((9 - weekdayOf(september)) % 7))
const byKim = { by: 'Kim de Vries', at: expect.stringMatching(/^\d{4}-.*[+]0[12]:00$/) }

const entered = { municipality_id: 917, category: 'gft' as const, day, moved_to: null, reason: 'gladheid' }
const events = () =>
  db
    .selectFrom('audit_event')
    .select(['action', 'object_kind', 'object_key'])
    .where('action', '=', 'change_collection_rules')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
const logged = (object_kind: string, object_key: string) => ({
  action: 'change_collection_rules',
  object_kind,
  object_key,
})
let area_id: number

beforeEach(async () => {
  await db.deleteFrom('collection_area').execute()
  const rules = [{ category: 'gft' as const, every_weeks: 1, valid_from: textOf(dayOf(day) - 700) }]
  area_id = (await insertCollectionArea(db, { name: 'West', postal_codes: ['6411AA', '6411ZZ'], rules })).id
})

test('it is known who moved or cancelled a day last, and who let it go on', async () => {
  await call('administrator', saveException, { body: entered })
  expect((await call('administrator', listExceptions, { params }))[0]?.changed).toEqual(byKim)
  expect(await events()).toEqual(logged('collection_exception', `917 gft ${day}`))
  const before = (await db.selectFrom('audit_event').select('position').execute()).length
  const body = { municipality_id: 917, category: 'gft' as const, day, area_ids: [area_id] }
  await call('administrator', withdrawException, { body })
  expect((await db.selectFrom('audit_event').select('position').execute()).length).toBe(before + 1)
})

test('it is known who changed the rules or the addresses of an area last', async () => {
  const [area] = await call('administrator', listAreaRules, { params })
  expect(area?.changed).toBeNull()
  const body = { municipality_id: 917, area_id, category: 'gft' as const, from: day, rhythm: 'none' as const }
  await call('administrator', saveSchedule, { body })
  expect((await call('administrator', listAreaRules, { params }))[0]?.changed).toEqual(byKim)
  expect(await events()).toEqual(logged('collection_rules', `${area_id}`))
  const input = { municipality_id: 917, area_id, name: 'Weststad', postal_codes: ['6411'], addresses: [] }
  await call('administrator', saveArea, { body: input })
  expect(await events()).toEqual(logged('collection_area', `${area_id}`))
})

test('it is known who published a year last, and who said how much a route takes', async () => {
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

test('what is refused leaves no trace of a change', async () => {
  const before = await events()
  await expect(call('administrator', saveException, { body: { ...entered, category: 'pmd' } })).rejects.toThrow()
  expect(await events()).toEqual(before)
})
