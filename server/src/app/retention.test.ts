import { beforeAll, describe, expect, test, vi } from 'vitest'
import { checkLogs } from '../domain/access-log/audit-log.queries.ts'
import { sql } from '../platform/database/sql.ts'
import { loadConfig, settings } from '../platform/runtime/config.ts'
import { intervals } from '../platform/runtime/limits.ts'
import { insertAddress, insertEmployee, insertPass, insertRow } from '../test/make.ts'
import { testDatabase } from '../test/test-database.ts'
import { retireOldRows } from './retention.queries.ts'
import { startRetention } from './retention.ts'

const db = await testDatabase()
// Without settings, the comments of the tables state the months.
const { keep_months } = loadConfig({})

/** Deletes the old rows, and returns the number of deleted rows by table or log. */
const retire = async (months = keep_months) =>
  Object.fromEntries((await retireOldRows(db, months)).map(({ name, rows }) => [name, rows]))

/** Inserts an event whose age is `months` months minus one day. */
const event = (log: 'audit' | 'security', months: number) => sql`
  insert into audit_event (log, happened_at, trace_id, action, result, origin)
  values (${log}, now() - make_interval(months => ${months}) + interval '1 day', gen_random_uuid(), 'export', 'done', 'test')`
const line = (months: number) => sql`
  insert into processing_record (trace_id, span_id, status_code, name, start_time, end_time, resource_name,
    resource_version, processing_activity_id, data_subject_id, data_subject_id_type)
  values (gen_random_uuid(), '0123456789abcdef', 1, 'find_resident',
    now() - make_interval(months => ${months}) + interval '1 day', now(), 'test', '1', 'x', 'y', 'z')`
const positions = async (log: string) => {
  const { rows } = await sql<{ position: number }>`
    select position from audit_event where log = ${log}
    union all select position from processing_record where ${log} = 'processing' order by 1`.execute(db)
  return rows.map(({ position }) => position)
}

test('deletes a mail a day after its link has expired, also when no node sends mails', async () => {
  for (const [subject, hours] of [
    ['vers', 24],
    ['oud', 26],
  ])
    await sql`insert into mail (recipient, subject, body, link_minutes, created_at)
      values ('kim@loket.example', ${subject}, 'Tekst', 60, now() - make_interval(hours => ${hours}))`.execute(db)
  await retire()
  expect((await sql`select subject from mail`.execute(db)).rows).toEqual([{ subject: 'vers' }])
})

describe('rows whose retention period is over', () => {
  let pass_id = 0
  beforeAll(async () => {
    for (const months of [30, 20, 19, 18, 7, 1]) await event('audit', months).execute(db)
    for (const months of [8, 7, 6, 2]) await event('security', months).execute(db)
    for (const months of [26, 25, 24, 2]) await line(months).execute(db)
    const { id: address_id } = await insertAddress(db, {})
    pass_id = (await insertPass(db, { address_id, number: '0101010101' })).id
    const { id } = await insertEmployee(db, { email: 'clerk@loket.example' })
    for (const months of [25, 23])
      await sql`insert into roll_issue (environmental_pass_id, employee_id, rolls, requested_at)
        values (${pass_id}, ${id}, 1, now() - make_interval(months => ${months}))`.execute(db)
    const handOver = (year: number, closed_months_ago: number | null) =>
      sql`insert into objection_handover (resident_id, address_id, year, note, handed_over_by, handed_over_at, outcome, closed_by, closed_at)
        select resident_id, address_id, ${year}, 'x', ${id}, now() - interval '4 years',
          case when ${closed_months_ago}::int is not null then 'rejected' end,
          case when ${closed_months_ago}::int is not null then ${id}::int end,
          now() - make_interval(months => ${closed_months_ago}::int)
        from environmental_pass where id = ${pass_id}`.execute(db)
    await handOver(2021, 25)
    await handOver(2022, 23)
    await handOver(2023, null)
  })

  test('are deleted and counted', async () => {
    expect(await retire()).toMatchObject({
      roll_issue: 1,
      objection_handover: 1,
      processing: 2,
      audit: 3,
      security: 2,
    })
    const { rows } = await sql`select year from objection_handover order by year`.execute(db)
    expect(rows).toEqual([{ year: 2022 }, { year: 2023 }])
    expect(await positions('security')).toEqual([3, 4])
    expect(await positions('processing')).toEqual([3, 4])
    expect((await positions('audit')).slice(0, 3)).toEqual([4, 5, 6])
  })

  test('are counted in the audit log, which gets one event for each log', async () => {
    const { rows: traces } = await sql<{ object_key: string; result_count: number }>`
      select object_key, result_count from audit_event where action = 'retire_log'`.execute(db)
    expect(traces.map(({ object_key, result_count }) => [object_key, result_count]).sort()).toEqual([
      ['audit', 3],
      ['processing', 2],
      ['security', 2],
    ])
  })

  test('can be deleted without breaking the hash chains, which accept new events', async () => {
    await event('audit', 0).execute(db)
    for (const checked of await checkLogs(db)) {
      expect(checked).toMatchObject({ broken_at: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
      const { rows } = await sql`select length, broken_at from log_check where log = ${checked.log}`.execute(db)
      expect(rows[0]).toMatchObject({ length: checked.length, broken_at: null })
    }
  })

  test('are not counted again by a second deletion', async () => {
    expect(await retire()).toMatchObject({
      roll_issue: 0,
      processing: 0,
      audit: 0,
      security: 0,
    })
  })

  test('are the only rows that can be deleted from a log', async () => {
    await expect(sql`delete from audit_event where position = 5`.execute(db)).rejects.toMatchObject({ code: '42501' })
    await expect(sql`select retire_log('audit', now(), 10)`.execute(db)).rejects.toMatchObject({ code: '42501' })
  })

  test('are deleted from a log without other rows, and the empty log is intact', async () => {
    await sql`select retire_log('security', now() - interval '1 month', 100)`.execute(db)
    expect(await positions('security')).toEqual([])
    const [, security] = await checkLogs(db)
    expect(security).toMatchObject({ log: 'security', broken_at: null })
  })
})

test('pick-up appointments are deleted 24 months after their day, cancelled or not', async () => {
  const { id: address_id } = await insertAddress(db, { house_number: 24 })
  const { id: employee_id } = await insertEmployee(db, { email: 'planner@loket.example' })
  const insertAppointment = (months: number, isCancelled: boolean) =>
    sql`insert into pickup_appointment (address_id, municipality_id, day, volume_litres, employee_id, cancelled_at)
      values (${address_id}, 917, current_date - make_interval(months => ${months}) + interval '1 day', 500, ${employee_id},
        case when ${isCancelled}::boolean then now() end)`.execute(db)
  for (const months of [22, 23, 25, 26]) await insertAppointment(months, months % 2 === 0)
  expect(await retire()).toMatchObject({ pickup_appointment: 2 })
  expect(await retire({ ...keep_months, pickups: 23 })).toMatchObject({ pickup_appointment: 0 })
  expect(await retire({ ...keep_months, pickups: 22 })).toMatchObject({ pickup_appointment: 1 })
})

test('a contact is deleted 12 months after closing, and after 12 hours if it is only an opened place', async () => {
  const { id: address_id } = await insertAddress(db, { house_number: 30 })
  const { id: employee_id } = await insertEmployee(db, { email: 'contact@loket.example' })
  const insertContact = (contact: Record<string, unknown>) =>
    insertRow<{ id: number }>(db, 'contact', { employee_id, address_id, ...contact })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const slotOf = (days: number) => ({ started_at: ago(days), opened_at: ago(days) })
  await insertContact({ year: 2001, slot: 1, note: 'Nog bezig', drafts: '{"a": {}}', ...slotOf(15) })
  await insertContact({ year: 2002, slot: 2, note: 'Nog bezig', ...slotOf(13) })
  await insertContact({ year: 2003, slot: 3, ...slotOf(0.55) })
  await insertContact({ year: 2004, slot: 4, ...slotOf(0.45) })
  await insertContact({ year: 2005, closed_at: ago(0.55), ...slotOf(0.55) })
  const old = await insertContact({ year: 2006, outcome: 'answered', closed_at: ago(370) })
  const kept = await insertContact({ year: 2007, outcome: 'call_back', closed_at: ago(330) })
  for (const [contact_id, days] of [
    [old.id, 369],
    [kept.id, 31],
  ] as const)
    await insertRow(db, 'call_back', { contact_id, employee_id, phone: '0451234567', due_at: ago(days) })
  expect(await retire()).toMatchObject({ contact: 1 })
  expect((await sql`select year, outcome, drafts from contact order by year`.execute(db)).rows).toEqual([
    { year: 2001, outcome: 'unknown', drafts: {} },
    { year: 2002, outcome: null, drafts: {} },
    { year: 2004, outcome: null, drafts: {} },
    { year: 2007, outcome: 'call_back', drafts: {} },
  ])
  expect((await sql`select contact_id, phone from call_back`.execute(db)).rows).toEqual([
    { contact_id: kept.id, phone: null },
  ])
  expect(await retire({ ...keep_months, contacts: 10 })).toMatchObject({ contact: 1 })
})

test('what an employee placed is remembered for 36 months, or as long as the setting of what was left out', async () => {
  await sql`insert into placed_clearance (supplier_key, content_sha256, placed_at)
    select 'L' || months, '\\x00', now() - make_interval(months => months) from unnest(array[35, 37]) months`.execute(
    db,
  )
  expect(await retire()).toMatchObject({ placed_clearance: 1 })
  expect((await sql`select supplier_key from placed_clearance`.execute(db)).rows).toEqual([{ supplier_key: 'L35' }])
  expect(await retire({ ...keep_months, left_out: 34 })).toMatchObject({ placed_clearance: 1 })
})

test('the months of a comment apply only to the rows that its condition selects', async () => {
  await sql`create table probe (made_at timestamptz, kind text)`.execute(db)
  await sql`comment on table probe is 'Personal data of nobody, deleted 2 months after made_at where kind is old.'`.execute(
    db,
  )
  await sql`insert into probe values (now() - interval '3 months', 'old'), (now() - interval '3 months', 'new'),
    (now() - interval '1 month', 'old')`.execute(db)
  expect(await retire()).toMatchObject({ probe: 1 })
  await sql`drop table probe`.execute(db)
})

const monthsOf = async (name: string, months = keep_months) =>
  (await retireOldRows(db, months)).find((it) => it.name === name)?.months

test.each([
  ['roll_issue', 'roll_requests', settings.KEEP_ROLL_REQUESTS],
  ['objection_handover', 'roll_requests', settings.KEEP_ROLL_REQUESTS],
  ['missed_report', 'roll_requests', settings.KEEP_ROLL_REQUESTS],
  ['pickup_appointment', 'pickups', settings.KEEP_PICKUPS],
  ['processing', 'processing', settings.KEEP_PROCESSING_LOG],
  ['audit', 'audit', settings.KEEP_AUDIT_LOG],
  ['security', 'security', settings.KEEP_SECURITY_LOG],
  ['session', 'security', settings.KEEP_SECURITY_LOG],
])('the comment of %s has the default of the setting %s, which overrides the comment', async (name, key, setting) => {
  expect(setting.description).toContain(`(standaard ${await monthsOf(name)})`)
  expect(await monthsOf(name, { ...keep_months, [key]: 99 })).toBe(99)
})

test('a review has one month more than the setting of the audit log', async () => {
  expect(await monthsOf('audit_review', { ...keep_months, audit: 98 })).toBe(99)
})

test('the reviews of a month are deleted when the retention period of its last day is over', async () => {
  const insertReview = (months: number) => sql`
    insert into audit_review (month, employee_key, reviewed_by)
    values (date_trunc('month', now() - make_interval(months => ${months})), gen_random_uuid(), gen_random_uuid())`
  for (const months of [17, 18, 20]) await insertReview(months).execute(db)
  await retire()
  const { rows } = await sql`select from audit_review`.execute(db)
  expect(rows).toHaveLength(2)
})

describe('sessions and password links', () => {
  const insertOldSession = (employee_id: number, expired_months: number, ended_months: number | null) =>
    sql`insert into session (id, employee_id, expires_at, ended_at)
      values (gen_random_uuid(), ${employee_id}, now() - make_interval(months => ${expired_months}),
        now() - make_interval(months => ${ended_months}))`.execute(db)

  test('are deleted: sessions after the retention period of the security log, and links when they have expired', async () => {
    const { id } = await insertEmployee(db, { email: 'left@loket.example' })
    for (const [expired, ended] of [
      [7, null],
      [6, 7],
      [5, null],
      [-1, 5],
      [-1, null],
    ] as const)
      await insertOldSession(id, expired, ended)
    for (const [token_hash, expired] of [
      ['old', 1],
      ['new', -1],
    ] as const)
      await sql`insert into password_reset (token_hash, employee_id, expires_at)
        values (${token_hash}, ${id}, now() - make_interval(months => ${expired}))`.execute(db)
    expect(await retire()).toMatchObject({ session: 2, password_reset: 1 })
    expect((await sql`select id from session`.execute(db)).rows).toHaveLength(3)
    expect((await sql`select token_hash from password_reset`.execute(db)).rows).toEqual([{ token_hash: 'new' }])
  })
})

test('the daily run passes on the last hash of each log, to be kept outside the database', async () => {
  const checked = vi.fn(async () => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const stop = startRetention(db, keep_months, { done: () => {}, checked, failed: expect.unreachable })
  vi.advanceTimersByTime(intervals.firstRetention_ms)
  vi.useRealTimers()
  await stop()
  const intact = { fault: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
  expect(checked).toHaveBeenCalledExactlyOnceWith(
    ['audit', 'security', 'processing'].map((log) => expect.objectContaining({ log, ...intact })),
  )
})

test('states up to which day schemes are deleted, also after the period has become longer', async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'scheme', house_number: 40 })
  const first_day = '2000-01-01'
  for (const months of [25, 23])
    await sql`insert into household_scheme (address_id, code, nature, first_day, last_day)
      values (${address_id}, ${`M${months}`}, 'scheme', ${first_day}, now() - make_interval(months => ${months}))`.execute(
      db,
    )
  const until = async () => {
    const { rows } = await sql<{ is_kept: boolean; codes: string[] }>`
      select distinct schemes_deleted_until = (now() - interval '24 months')::date as is_kept,
        (select array_agg(code) from household_scheme) as codes
      from municipality`.execute(db)
    return rows
  }
  await retire({ ...keep_months, schemes: 24 })
  expect(await until()).toEqual([{ is_kept: true, codes: ['M23'] }])
  await retire({ ...keep_months, schemes: 60 })
  expect(await until()).toEqual([{ is_kept: true, codes: ['M23'] }])
})
