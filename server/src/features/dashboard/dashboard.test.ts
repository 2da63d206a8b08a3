import {
  countTasks,
  full_percent,
  listTasks,
  markOutcomeSeen,
  markVersionSeen,
  showWork,
  type Task,
  type TaskKind,
} from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { today } from '../../platform/runtime/days.ts'
import {
  insertAddress,
  insertClearances,
  insertCollectionSystem,
  insertContainer,
  insertEmployee,
  insertRow,
} from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }
const ours = await insertAddress(db, { alias: 'a1' })
const theirs = await insertAddress(db, { alias: 'a2', municipality: kerkrade, city: 'Kerkrade', postal_code: '6461AA' })
const clerk = await insertEmployee(db, { email: 'noor@heerlen.example', name: 'Noor Balie', municipality_id: 917 })

const work = (person: Person) => call(person, showWork, {})
const tasks = async <Kind extends TaskKind>(person: Person, kind: Kind) =>
  (await call(person, listTasks, {})).data.filter((task): task is Extract<Task, { kind: Kind }> => task.kind === kind)
const unreviewed = async () =>
  (await tasks('administrator', 'month')).map(({ month, employees }) => ({ month, employees }))

test('returns the appointments of the next seven days per day and municipality, without cancelled appointments', async () => {
  const insert = (address_id: number, municipality_id: number, days: number, cancelled_at: string | null = null) =>
    sql`insert into pickup_appointment (address_id, municipality_id, day, volume_litres, employee_id, cancelled_at)
      values (${address_id}, ${municipality_id}, ${today()}::date + ${days}::int, 1500, ${clerk.id}, ${cancelled_at})`.execute(
      db,
    )
  await insert(ours.id, 917, -1)
  await insert(ours.id, 917, 0)
  await insert(theirs.id, 928, 0)
  await insert(ours.id, 917, 1, '2026-01-01')
  await insert(ours.id, 917, 6)
  await insert(ours.id, 917, 7)
  const one = { appointments: 1, volume_litres: 1500 }
  const dayAfter = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)
  const own = [
    { day: today(), municipality: heerlen, ...one },
    { day: dayAfter(6), municipality: heerlen, ...one },
  ]
  expect((await work('municipal')).data.pickups).toEqual(own)
  expect((await work('bsgw')).data.pickups).toEqual([own[0], { day: today(), municipality: kerkrade, ...one }, own[1]])
})

test('returns the full containers with their systems, the fullest first, and equally full containers in the order of their ids', async () => {
  const fill = async (address_id: number, number: string, fill_percent: number, removed_on: string | null = null) => {
    const { id: collection_system_id } = await insertCollectionSystem(db, { address_id, name: `Bij ${number}` })
    const container = { collection_system_id, kind: 'ondergronds', number, removed_on }
    const { id: container_id } = await insertContainer(db, container)
    await insertRow(db, 'container_state', { container_id, fill_percent, measured_at: '2026-02-02T14:00:00Z' })
  }
  await fill(ours.id, '1', full_percent - 1)
  await fill(ours.id, '2', full_percent)
  await fill(ours.id, '3', 100)
  await fill(ours.id, '4', 100, '2026-01-01')
  await fill(theirs.id, '5', 99)
  await fill(ours.id, '6', 100)
  const { data, meta } = await work('municipal')
  expect(data.full_containers.map((it) => [it.collection_system.name, it.fill_percent])).toEqual([
    ['Bij 3', 100],
    ['Bij 6', 100],
    ['Bij 2', 90],
  ])
  expect(meta.full_containers).toBe(3)
  expect((await work('bsgw')).data.full_containers.map(({ container_number }) => container_number)).toEqual([
    '3',
    '6',
    '5',
    '2',
  ])
})

test('returns the expired invitations of the caller’s municipality, without employees who were never invited', async () => {
  const insert = async (name: string, municipality_id: number, invitation: string | null, blocked = false) => {
    const email = `${name.toLowerCase()}@loket.example`
    const blocked_at = blocked ? '2026-01-01T00:00:00Z' : null
    const { id } = await insertEmployee(db, { email, name, municipality_id, renew_password: true, blocked_at })
    await sql`update employee set invitation_ends_at = now() + ${invitation}::interval where id = ${id}`.execute(db)
  }
  await insert('Verlopen', 917, '-1 minute')
  await insert('Eerder verlopen', 917, '-1 year')
  await insert('Geldig', 917, '1 minute')
  await insert('Nieuw wachtwoord', 917, null)
  await insert('Geblokkeerd', 917, '-1 minute', true)
  await insert('Elders', 928, '-1 minute')
  const expired = await tasks('administrator', 'invitation')
  expect(expired.map(({ name }) => name)).toEqual(['Eerder verlopen', 'Verlopen'])
})

test('returns the ended months with the number of unreviewed employees of the municipality, without the caller', async () => {
  const lookUp = (employee: { id: number }, months: number) =>
    sql`insert into audit_event (log, happened_at, trace_id, employee_key, action, object_kind, object_key, result, origin)
      select 'audit', now() - make_interval(months => ${months}::int), gen_random_uuid(), audit_key, 'find_resident',
        'pass', 'k', 'done', '192.0.2.1'
      from employee where id = ${employee.id}`.execute(db)
  const idOf = async (email: string) =>
    (await sql<{ id: number }>`select id from employee where email = ${email}`.execute(db)).rows[0] ??
    expect.unreachable()
  await lookUp(clerk, 0)
  await lookUp(clerk, 1)
  await lookUp(clerk, 1)
  await lookUp(clerk, 4)
  const elsewhere = await insertEmployee(db, { email: 'kim@kerkrade.example', municipality_id: kerkrade.id })
  await lookUp(elsewhere, 1)
  await lookUp(await idOf('municipal@loket.example'), 1)
  await lookUp(await idOf('administrator@loket.example'), 2)
  const months = await sql<{ month: string }>`
    select to_char((now() at time zone 'Europe/Amsterdam') - interval '1 month', 'YYYY-MM') as month`.execute(db)
  const [{ month } = { month: '' }] = months.rows
  expect(await unreviewed()).toEqual([{ month, employees: 2 }])
  await sql`insert into audit_review (month, employee_key, reviewed_by)
    select ${`${month}-01`}::date, audit_key, gen_random_uuid() from employee where id = ${clerk.id}`.execute(db)
  expect(await unreviewed()).toEqual([{ month, employees: 1 }])
  // A review from before the end of the month does not cover the whole month.
  await sql`update audit_review set reviewed_at = month + interval '3 days'`.execute(db)
  expect(await unreviewed()).toEqual([{ month, employees: 2 }])
})

test('a month begins and ends at midnight in the Netherlands', async () => {
  const shown = async () => new Map((await unreviewed()).map(({ month, employees }) => [month, employees]))
  const monthAgo = async (months: number) => {
    const { rows } = await sql<{ month: string }>`
      select to_char((now() at time zone 'Europe/Amsterdam') - make_interval(months => ${months}::int), 'YYYY-MM')
        as month`.execute(db)
    return rows[0]?.month ?? expect.unreachable()
  }
  const before = await shown()
  for (const [months, seconds] of [
    [0, 0],
    [0, -1],
    [1, 0],
    [1, -1],
  ] as const) {
    const { id } = await insertEmployee(db, { email: `night${months}${seconds}@heerlen.example`, municipality_id: 917 })
    await sql`insert into audit_event (log, happened_at, trace_id, employee_key, action, object_kind, object_key, result,
        origin)
      select 'audit', (date_trunc('month', now() at time zone 'Europe/Amsterdam') - make_interval(months => ${months}::int))
        at time zone 'Europe/Amsterdam' + make_interval(secs => ${seconds}::int), gen_random_uuid(), audit_key,
        'find_resident', 'pass', 'k', 'done', '192.0.2.1'
      from employee where id = ${id}`.execute(db)
  }
  const [last, secondLast] = [await monthAgo(1), await monthAgo(2)]
  expect(await shown()).toEqual(
    new Map([...before, [secondLast, (before.get(secondLast) ?? 0) + 1], [last, (before.get(last) ?? 0) + 2]]),
  )
})

test('counts the tasks of each role, without objections and hand-overs of the caller', async () => {
  const none = {
    objections: 0,
    handovers: 0,
    corrections: 0,
    quarantine_lines: 0,
    call_backs: 0,
    old_contacts: 0,
    missed_reports: 0,
    outcomes: 0,
    malfunctions: 0,
    invitations: 0,
    months: 0,
  }
  const of = (person: Person) => call(person, countTasks, {})
  const before = await of('bsgw')
  const { id: resident_id } = await insertRow(db, 'resident', { address_id: ours.id, name: 'F. Jansen' })
  const [clearance_id = 0] = await insertClearances(db, ['2026-01-02T08:00:00Z'], { address_id: ours.id })
  const { rows } = await sql<{ id: number }>`select id from employee where email = 'both@loket.example'`.execute(db)
  const filed_by = rows[0]?.id ?? expect.unreachable()
  const objection = { clearance_id, cleared_at: '2026-01-02T08:00:00Z', address_id: ours.id, reason: 'other', note: '' }
  await insertRow(db, 'clearance_objection', { ...objection, filed_by })
  await insertRow(db, 'objection_handover', {
    ...{ resident_id, address_id: ours.id, year: 2026, note: 'Twijfelt', handed_over_by: filed_by },
  })
  const { id: collection_system_id } = await insertCollectionSystem(db, { address_id: theirs.id, name: 'Kapot' })
  for (const [number, expected_end] of [
    ['late', '2026-01-01'],
    ['today', today()],
  ]) {
    const { id: container_id } = await insertContainer(db, { collection_system_id, kind: 'ondergronds', number })
    const malfunction = { container_id, malfunction: 'lock', note: '', recorded_by: filed_by, expected_end }
    await insertRow(db, 'recorded_malfunction', malfunction)
  }
  for (const [address, days] of [
    [ours, 14],
    [theirs, 0],
  ] as const)
    await sql`insert into missed_report (address_id, waste_type, day, disputed, employee_id, reported_at)
      values (${address.id}, 'paper', ${today()}, false, ${filed_by}, now() - make_interval(days => ${days}))`.execute(
      db,
    )
  expect(await of('bsgw')).toEqual({
    ...before,
    ...{ objections: before.objections + 1, handovers: 1, missed_reports: 2, malfunctions: 1 },
  })
  expect(await tasks('bsgw', 'missed_reports')).toMatchObject([{ open: 2, overdue: 1 }])
  expect(await tasks('administrator', 'missed_reports')).toMatchObject([{ open: 1, overdue: 1 }])
  expect(await of('both')).toMatchObject({ objections: before.objections, handovers: 0, malfunctions: 1 })
  expect(await of('municipal')).toEqual(none)
  const waiting = {
    invitations: (await tasks('administrator', 'invitation')).length,
    months: (await tasks('administrator', 'month')).length,
  }
  expect(await of('administrator')).toEqual({ ...none, missed_reports: 1, ...waiting })
  const decision = { decided_by: filed_by, decided_at: '2026-01-02T08:00:00Z' }
  for (const line of [
    { key: 'A' },
    { key: 'B', state: 'proposed', ...decision },
    { key: 'C', state: 'placed', ...decision },
  ])
    await insertRow(db, 'quarantine_line', { cause: 'fraction_unknown', rows: 1, ...line })
  expect((await of('bsgw')).quarantine_lines).toBe(2)
  expect((await of('both')).quarantine_lines).toBe(1)
  const { data, meta } = await call('bsgw', listTasks, {})
  expect(data.map(({ kind }) => kind).sort()).toEqual(['handover', 'malfunction', 'missed_reports', 'objection'])
  expect(data.map(({ due_on }) => due_on)).toEqual(data.map(({ due_on }) => due_on).sort())
  expect(meta.counts).toEqual(await of('bsgw'))
})

test('shows the filer the outcome and its reason until it is seen, for two weeks', async () => {
  const decide = (days: number) =>
    sql`update clearance_objection set state = 'rejected', decision_reason = 'Wel geleegd', outcome_seen_at = null,
      decided_by = (select id from employee where email = 'bsgw@loket.example'),
      decided_at = now() - make_interval(days => ${days})`.execute(db)
  await decide(13)
  const [outcome] = await tasks('both', 'outcome')
  expect(outcome).toMatchObject({ of: 'objection', year: 2026, outcome: 'rejected', reason: 'Wel geleegd' })
  expect(await tasks('bsgw', 'outcome')).toEqual([])
  const body = { of: 'objection' as const, id: outcome?.id ?? 0 }
  await call('bsgw', markOutcomeSeen, { body })
  expect((await call('both', countTasks, {})).outcomes).toBe(1)
  await call('both', markOutcomeSeen, { body })
  expect(await tasks('both', 'outcome')).toEqual([])
  await decide(15)
  expect(await tasks('both', 'outcome')).toEqual([])
})

test('shows the desk the answer to its hand-over, but not when it retracted the hand-over itself', async () => {
  const close = (by: string) =>
    sql`update objection_handover set outcome = 'upheld', answer = 'Twee terug', closed_at = now(),
      closed_by = (select id from employee where email = ${by})`.execute(db)
  await close('both@loket.example')
  expect(await tasks('both', 'outcome')).toEqual([])
  await close('bsgw@loket.example')
  const [outcome] = await tasks('both', 'outcome')
  expect(outcome).toMatchObject({ of: 'handover', outcome: 'upheld', reason: 'Twee terug' })
  await call('both', markOutcomeSeen, { body: { of: 'handover', id: outcome?.id ?? 0 } })
  expect(await tasks('both', 'outcome')).toEqual([])
})

test('keeps the version whose changes an employee was told about', async () => {
  const seen = async () => (await call('municipal', listTasks, {})).meta.seen_version
  expect(await seen()).toBeNull()
  await call('municipal', markVersionSeen, { body: { version: '1.1.0' } })
  expect(await seen()).toBe('1.1.0')
})
