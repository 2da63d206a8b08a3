import {
  decideMissedReports,
  listMissedCollections,
  listMissedReports,
  listUndoable,
  reopenMissedReports,
  reportMissedCollection,
  retractMissedReport,
  saveCollectionHours,
  showCollectionHours,
} from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { dayOf, textOf, today } from '../../platform/runtime/days.ts'
import {
  insertAddress,
  insertClearances,
  insertCollectionArea,
  insertContainer,
  insertOccupancy,
  insertRow,
} from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { db, call, send, idOf } = await testServer()

const dayAgo = (days: number) => textOf(dayOf(today()) - days)
const yesterday = dayAgo(1)
const street = { name: 'Wieënweg', city: 'Heerlen' }
const bag = { waste_type: 'paper' as const, container_id: null, disputed: false }

await insertCollectionArea(db, {
  name: 'Heerlerheide',
  postal_codes: ['6411AA', '6411ZZ'],
  rules: ['paper', 'residual_waste', 'pmd'].map((category) => ({
    ...{ category, every_weeks: null, days: [category === 'pmd' ? dayAgo(10) : yesterday], valid_from: dayAgo(60) },
  })),
})
for (const year of new Set([dayAgo(60).slice(0, 4), today().slice(0, 4)]))
  await insertRow(db, 'collection_year', { municipality_id: 917, year: Number(year), published_on: '2020-01-01' })

let houses = 0
/** Inserts an address of the street, with a container for residual waste. */
async function newHouse() {
  houses += 1
  const house = await insertAddress(db, { street: street.name, house_number: houses, postal_code: '6411CD' })
  await insertOccupancy(db, { address_id: house.id, first_day: '2020-01-01' })
  const container = await insertContainer(db, {
    address_id: house.id,
    waste_type: 'residual_waste',
    placed_on: '2020-01-01',
  })
  return { ...house, container_id: container.id }
}

const report = (alias: string, body: object = {}, person: 'bsgw' | 'municipal' = 'bsgw', headers = {}) =>
  send(person, reportMissedCollection, { params: { alias }, body: { ...bag, ...body } }, headers)
const rowsOf = (alias: string, person: 'bsgw' | 'municipal' = 'bsgw') =>
  call(person, listMissedCollections, { params: { alias }, query: {} })
const rowOfBag = async (alias: string) => (await rowsOf(alias)).data.find(({ waste_type }) => waste_type === 'paper')
const openReports = async () => (await call('bsgw', listMissedReports, {})).data.flatMap(({ reports }) => reports)

test('a collection that was missed is reported once, by 50 equal parallel requests and by other requests', async () => {
  const { alias, id } = await newHouse()
  expect(await rowOfBag(alias)).toMatchObject({ allowed: true, reason: 'ok', step: 'report', day: yesterday })
  const keyed = (at: number) => report(alias, {}, 'bsgw', { 'idempotency-key': `key-${at % 2}` })
  const responses = await Promise.all(Array.from({ length: 50 }, (_, at) => keyed(at)))
  // The queue of logged calls refuses some of them. One of the two keys made the report.
  const answered = responses.filter(({ statusCode }) => statusCode !== 503)
  expect(new Set(answered.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  for (const refused of answered.filter(({ statusCode }) => statusCode === 409))
    expect(refused.json().errors).toEqual({ reason: ['open_report'], step: ['show_report'] })
  const again = await Promise.all([keyed(0), keyed(1)])
  expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { rows } = await sql`select from missed_report where address_id = ${id}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(await rowOfBag(alias)).toMatchObject({ reason: 'open_report', report: { is_own: true, disputed: false } })
})

test('a key of a report that was retracted, or of a report of another day, is refused and stores nothing', async () => {
  const { alias, id } = await newHouse()
  const key = { 'idempotency-key': `retracted-${id}` }
  const first = await report(alias, {}, 'bsgw', key)
  const other = await report(alias, { day: dayAgo(2) }, 'bsgw', key)
  expect([other.statusCode, other.json().message]).toEqual([409, expect.stringContaining('andere gegevens')])
  await call('bsgw', retractMissedReport, { params: { report_id: `${first.json().data.report.id}` } })
  const again = await report(alias, {}, 'bsgw', key)
  expect([again.statusCode, again.json().message]).toEqual([409, expect.stringContaining('ingetrokken')])
  expect(await rowOfBag(alias)).toMatchObject({ reason: 'ok', report: null })
})

test('a refused report has the code and the text of its reason, and a day after today or too long ago is 422', async () => {
  const { alias, id, container_id } = await newHouse()
  const rest = { waste_type: 'residual_waste', container_id }
  await insertRow(db, 'clearance_batch', { source: 'test' })
  await sql`insert into non_clearance (batch_id, supplier, supplier_key, address_id, container_id, waste_type, reason, happened_at)
    values ((select max(id) from clearance_batch), '', ${`N${id}`}, ${id}, ${container_id}, 'residual_waste', 'te_zwaar',
      ${`${yesterday}T11:00:00Z`})`.execute(db)
  const refused = async (body: object) => {
    const response = await report(alias, body)
    const { message, errors } = response.json()
    return [response.statusCode, errors.reason, message]
  }
  expect(await refused({ waste_type: 'pmd' })).toEqual([
    409,
    ['outside_window'],
    expect.stringMatching(/^Melden kon tot en met .+\. De volgende ophaaldag is nog niet bekend\.$/),
  ])
  expect(await refused(rest)).toEqual([409, ['reason_from_truck'], expect.stringContaining('80 kilo')])
  expect((await report(alias, { ...rest, container_id: null })).statusCode).toBe(422)
  expect((await report(alias, { ...rest, disputed: true })).statusCode).toBe(200)
  expect((await report(alias, { day: textOf(dayOf(today()) + 1) })).statusCode).toBe(422)
  expect((await report(alias, { day: dayAgo(61) })).statusCode).toBe(422)
  expect((await report(alias, { ...rest, container_id: 987_654 })).statusCode).toBe(404)
  await sql`update address set retired_on = '2026-01-01' where id = ${id}`.execute(db)
  expect(await refused({})).toMatchObject([409, undefined, expect.stringContaining('vervallen')])
})

test('a new household cannot report what the former household still has open, and does not see that report', async () => {
  const { alias, id } = await newHouse()
  expect((await report(alias)).statusCode).toBe(200)
  await sql`update missed_report set reported_at = reported_at - interval '1 day' where address_id = ${id}`.execute(db)
  await sql`update occupancy set last_day = ${yesterday} where address_id = ${id}`.execute(db)
  await insertOccupancy(db, { address_id: id, first_day: today() })
  expect(await rowOfBag(alias)).toMatchObject({ report: null })
  const refused = await report(alias)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Voor deze ophaaldag staat al een melding open.'])
})

test('an outcome is not reopened when the next household has reported the same collection', async () => {
  const { alias, id } = await newHouse()
  await report(alias)
  const [first] = (await openReports()).filter(({ address }) => address.alias === alias)
  const reports = [{ id: first?.id ?? 0, version: first?.version ?? 0 }]
  const decision = { reports, outcome: 'unfounded' as const, outcome_day: null, answer: 'De wagen is geweest' }
  await call('bsgw', decideMissedReports, { body: decision })
  await insertRow(db, 'missed_report', {
    ...{ address_id: id, waste_type: 'paper', day: yesterday, disputed: false, employee_id: idOf.get('bsgw') },
  })
  const refused = await send('bsgw', reopenMissedReports, { body: { report_id: first?.id ?? 0 } })
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Voor deze ophaaldag staat al een melding open.'])
})

test('a report is retracted, and an outcome reopened, only by its employee and within five minutes', async () => {
  const { alias } = await newHouse()
  await report(alias, {}, 'municipal')
  const id = (await rowOfBag(alias))?.report?.id ?? 0
  const params = { report_id: `${id}` }
  const undoable = async () =>
    (await call('municipal', listUndoable, {})).filter(({ kind }) => kind === 'missed_report')
  expect(await undoable()).toMatchObject([{ id, pass_ending: '' }])
  const age = (column: 'reported_at' | 'decided_at', minutes: number) =>
    sql`update missed_report set ${sql.identifier(column)} = now() - make_interval(mins => ${minutes}) where id = ${id}`.execute(
      db,
    )
  expect((await send('bsgw', retractMissedReport, { params })).statusCode).toBe(409)
  await age('reported_at', 6)
  const late = await send('municipal', retractMissedReport, { params })
  expect([late.statusCode, late.json().message]).toEqual([409, expect.stringMatching(/^Dat kon tot \d\d\.\d\d uur\.$/)])
  await age('reported_at', 4)
  expect(await call('municipal', retractMissedReport, { params })).toBeNull()
  expect(await rowOfBag(alias)).toMatchObject({ reason: 'ok', report: null })
  expect(await undoable()).toEqual([])

  await report(alias)
  const [open] = (await openReports()).filter(({ address }) => address.alias === alias)
  const decision = {
    reports: [{ id: open?.id ?? 0, version: open?.version ?? 0 }],
    ...{ outcome: 'unfounded' as const, outcome_day: null, answer: 'De wagen is geweest' },
  }
  expect(await call('bsgw', decideMissedReports, { body: decision })).toEqual({ decided: 1 })
  expect((await rowOfBag(alias))?.text).toContain('is bekeken. De wagen is geweest. De volgende')
  const late_change = await send('both', decideMissedReports, { body: { ...decision, answer: 'Anders' } })
  expect([late_change.statusCode, late_change.json().message]).toEqual([409, expect.stringContaining('ongegrond')])
  const body = { report_id: open?.id ?? 0 }
  expect((await send('both', reopenMissedReports, { body })).statusCode).toBe(409)
  expect(await call('bsgw', reopenMissedReports, { body })).toEqual({ reopened: 1 })
  expect((await send('bsgw', decideMissedReports, { body: decision })).statusCode).toBe(409)
})

test('one decision closes all reports of a street, is read to later callers, and is reopened as one', async () => {
  await sql`delete from missed_report`.execute(db)
  await sql`
    insert into address (street_id, alias, house_number, postal_code)
    select street_id, 'row-' || at, 1000 + at, '6411CD' from address, generate_series(1, 200) as at
    where house_number = 1 and street_id = (select id from street where name = 'Wieënweg')`.execute(db)
  await sql`
    insert into missed_report (address_id, waste_type, day, disputed, employee_id)
    select id, 'paper', ${yesterday}, false, ${idOf.get('municipal')} from address where house_number > 1000`.execute(
    db,
  )
  const { data, meta } = await call('bsgw', listMissedReports, {})
  expect(meta).toEqual({ total: 1, open: 200, overdue: 0 })
  expect(data).toMatchObject([{ street: 'Wieënweg', addresses: 200, likely_missed: true, day: yesterday }])
  const { alias } = await newHouse()
  expect(await rowOfBag(alias)).toMatchObject({ reason: 'street_likely_missed', allowed: true })
  const reports = data.flatMap((it) => it.reports.map(({ id, version }) => ({ id, version })))
  const outcome_day = textOf(dayOf(today()) + 2)
  const decision = { outcome: 'route_missed' as const, outcome_day, answer: null, reports }
  const start = performance.now()
  expect(await call('bsgw', decideMissedReports, { body: decision })).toEqual({ decided: 200 })
  expect(performance.now() - start).toBeLessThan(5000)
  expect(await rowOfBag(alias)).toMatchObject({ reason: 'street_missed', date: outcome_day, allowed: false })
  const [action] = await call('bsgw', listUndoable, {})
  expect(action).toMatchObject({ kind: 'missed_outcome', reports: 200, pass_ending: '' })
  expect(reports.map(({ id }) => id)).toContain(action?.id)
  expect(await call('municipal', listUndoable, {})).toEqual([])
  expect(await call('bsgw', reopenMissedReports, { body: { report_id: reports[7]?.id ?? 0 } })).toEqual({
    reopened: 200,
  })
  expect((await openReports()).length).toBe(200)
  await sql`update missed_report set reported_at = now() - interval '14 days'`.execute(db)
  expect((await call('bsgw', listMissedReports, {})).meta).toEqual({ total: 1, open: 200, overdue: 200 })
})

test('no reply to a municipal employee depends on a lift, and a provider employee sees that it was emptied', async () => {
  const { alias, id, container_id } = await newHouse()
  const now = (person: 'municipal' | 'bsgw') => rowsOf(alias, person).then(({ data }) => JSON.stringify(data))
  const before = await now('municipal')
  await insertClearances(db, [`${yesterday}T10:00:00Z`], { address_id: id, container_id, waste_type: 'residual_waste' })
  expect(await now('municipal')).toBe(before)
  expect(await now('bsgw')).toContain('"reason":"emptied"')
})

test('the hours of a municipality decide, and their changes have an author', async () => {
  const { alias } = await newHouse()
  await sql`update employee set municipality_id = 917 where email like 'administrator%'`.execute(db)
  const params = { municipality_id: '917' }
  const { changed, ...hours } = await call('administrator', showCollectionHours, { params })
  expect([changed, hours]).toMatchObject([null, { collection_end: 18, report_window: 2 }])
  await call('administrator', saveCollectionHours, {
    params,
    body: { ...hours, report_window: 20, working_weekdays: [1, 2, 3, 4, 5, 6, 7] },
  })
  const pmd = (await rowsOf(alias)).data.find(({ waste_type }) => waste_type === 'pmd')
  expect(pmd?.reason).toBe('ok')
  expect((await call('administrator', showCollectionHours, { params })).changed?.by).toEqual(expect.any(String))
})
