import { afterEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { insertEmployee } from '../../test/make.ts'
import { testLogin } from '../../test/server.ts'
import { rowOf, testDatabase } from '../../test/test-database.ts'
import { endSessions, insertSession } from './session.queries.ts'
import { sessionFinder } from './session-finder.ts'

const db = await testDatabase()
const employeeOf = sessionFinder(db, { idle_hours: 12, rule: {} })
await sql`insert into municipality (id, name) values (917, 'Heerlen') on conflict do nothing`.execute(db)

async function logIn(email: string, municipality_id: number | null = null) {
  const { id } = await insertEmployee(db, { email, municipality_id })
  return { id, session_id: (await insertSession(db, id, testLogin))?.id ?? '' }
}

test('returns the employee of each live session when lookups are simultaneous, and undefined for an ended session', async () => {
  const [one, other, ended] = [
    await logIn('one@loket.example', 917),
    await logIn('other@loket.example'),
    await logIn('ended@loket.example'),
  ]
  await endSessions(db, ended.id)
  const employees = await Promise.all([one, other, ended, one].map(({ session_id }) => employeeOf(session_id)))
  expect(employees.map((employee) => employee?.id)).toEqual([one.id, other.id, undefined, one.id])
  expect(employees.map((employee) => employee?.municipality?.id)).toEqual([917, undefined, undefined, 917])
})

test('returns undefined for a session that ended after the previous lookup', async () => {
  const { id, session_id } = await logIn('went@loket.example')
  expect(await employeeOf(session_id)).toMatchObject({ id, session_id, municipality: null })
  await endSessions(db, id)
  expect(await employeeOf(session_id)).toBeUndefined()
})

test.each([
  ['has no period before the first login', { bsgw_employee: 14 }, null, { must_add: false, due_at: null }],
  [
    'has time in the period',
    { bsgw_employee: 14 },
    '13 days 23 hours',
    { must_add: false, due_at: expect.stringMatching(/^20/) },
  ],
  ['must add one after the period', { bsgw_employee: 14 }, '14 days', { must_add: true, due_at: null }],
  ['must add one at once when the period is 0 days', { bsgw_employee: 0 }, null, { must_add: true, due_at: null }],
  [
    'has the shortest period of the roles',
    { bsgw_employee: 14, administrator: 1 },
    '1 day',
    { must_add: true, due_at: null },
  ],
])('an employee whose role requires a second factor %s', async (_, rule, passed, expected) => {
  const { id, session_id } = await logIn(`${crypto.randomUUID()}@loket.example`)
  await sql`
    update employee set roles = '{bsgw_employee,administrator}', second_factor_grace_from = now() - ${passed}::interval
    where id = ${id}`.execute(db)
  const find = sessionFinder(db, { idle_hours: 12, rule })
  const required = { is_set: false, is_required: true, must_confirm: false, ...expected }
  expect((await find(session_id))?.second_factor).toEqual(required)
  // A login at an organisation counts as a factor only when the provider proved one.
  await sql`update session set issuer = 'https://login.example' where id = ${session_id}::uuid`.execute(db)
  expect((await find(session_id))?.second_factor).toEqual(required)
  await sql`update session set has_second_factor = true where id = ${session_id}::uuid`.execute(db)
  const free = { is_set: false, is_required: true, must_add: false, must_confirm: false, due_at: null }
  expect((await find(session_id))?.second_factor).toEqual(free)
})

describe('a remembered session', () => {
  afterEach(() => void vi.useRealTimers())

  /** Returns a finder whose changes have the version that `version` returns. */
  const finderAt = (version: () => number | undefined) =>
    sessionFinder(db, { idle_hours: 12, rule: {} }, { version, count: () => {} })

  test('is returned until the version of the changes is another', async () => {
    let version = 1
    const find = finderAt(() => version)
    const { id, session_id } = await logIn('remembered@loket.example')
    expect(await find(session_id)).toMatchObject({ id })
    await endSessions(db, id)
    expect(await find(session_id)).toMatchObject({ id })
    version = 2
    expect(await find(session_id)).toBeUndefined()
  })

  test('is read again when a change arrived while it was read', async () => {
    let version = 1
    const find = finderAt(() => version)
    const { id, session_id } = await logIn('changed@loket.example')
    const reading = find(session_id)
    version = 2
    expect(await reading).toMatchObject({ id })
    version = 1
    await endSessions(db, id)
    expect(await find(session_id)).toBeUndefined()
  })

  test('is read again while a change could go unnoticed', async () => {
    const find = finderAt(() => undefined)
    const { id, session_id } = await logIn('unnoticed@loket.example')
    expect(await find(session_id)).toMatchObject({ id })
    await endSessions(db, id)
    expect(await find(session_id)).toBeUndefined()
  })

  test.each([
    ['its stored use is 5 minutes old', `last_used_at = now() - interval '200 seconds'`],
    ['it expires', `expires_at = now() + interval '100 seconds'`],
  ])('is read again when %s', async (_, change) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const find = finderAt(() => 1)
    const { id, session_id } = await logIn(`${crypto.randomUUID()}@loket.example`)
    await sql.raw(`update session set ${change} where id = '${session_id}'`).execute(db)
    expect(await find(session_id)).toMatchObject({ id })
    await endSessions(db, id)
    vi.advanceTimersByTime(50_000)
    expect(await find(session_id)).toMatchObject({ id })
    vi.advanceTimersByTime(50_000)
    expect(await find(session_id)).toBeUndefined()
  })

  test('is read again when it expires, however long its query took', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const find = finderAt(() => 1)
    const { id, session_id } = await logIn('slow@loket.example')
    await sql`update session set expires_at = now() + interval '100 seconds' where id = ${session_id}`.execute(db)
    const reading = find(session_id)
    vi.advanceTimersByTime(100_000)
    expect(await reading).toMatchObject({ id })
    await endSessions(db, id)
    expect(await find(session_id)).toBeUndefined()
  })

  test('is one of at most the maximum number, also when lookups are simultaneous', async () => {
    const changes = { version: () => 1, count: () => {} }
    const find = sessionFinder(db, { idle_hours: 12, rule: {} }, changes, 2)
    const logins = [await logIn('a@loket.example'), await logIn('b@loket.example'), await logIn('c@loket.example')]
    const findAll = () => Promise.all(logins.map(({ session_id }) => find(session_id)))
    expect(await findAll()).toMatchObject(logins.map(({ id }) => ({ id })))
    for (const { id } of logins) await endSessions(db, id)
    expect((await findAll()).filter((employee) => employee !== undefined).length).toBeLessThanOrEqual(2)
  })

  test('is read again when the time to add a second factor is over', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const rule = { bsgw_employee: 1 }
    const find = sessionFinder(db, { idle_hours: 12, rule }, { version: () => 1, count: () => {} })
    const { id, session_id } = await logIn('late@loket.example')
    await sql`update employee set roles = '{bsgw_employee}',
      second_factor_grace_from = now() - interval '1 day' + interval '100 seconds' where id = ${id}`.execute(db)
    expect(await find(session_id)).toMatchObject({ second_factor: { must_add: false } })
    await endSessions(db, id)
    vi.advanceTimersByTime(100_000)
    expect(await find(session_id)).toBeUndefined()
  })
})

describe('the use of a session', () => {
  /** Starts a session that was last used some minutes ago, some days after its login. Returns its id. */
  async function idleSince(minutes: number, days = 1) {
    const { session_id } = await logIn(`idle-${crypto.randomUUID()}@loket.example`)
    await sql`
      update session set last_used_at = now() - make_interval(mins => ${minutes}),
        started_at = now() - make_interval(days => ${days}),
        expires_at = least(now() - make_interval(days => ${days - 14}), now() + make_interval(mins => ${12 * 60 - minutes}))
      where id = ${session_id}`.execute(db)
    return session_id
  }
  /** Returns the minutes since the stored use, and the hours until the end of the session. */
  const stored = (session_id: string) =>
    rowOf(
      db,
      sql<{ idle: number; left: number }>`
        select round(extract(epoch from now() - last_used_at) / 60)::int as idle,
          round(extract(epoch from expires_at - now()) / 3600)::int as left from session where id = ${session_id}`,
    )
  /** Calls the portal. Returns whether the session is live, and its stored use, which can be older than the call. */
  async function use(session_id: string, find = employeeOf) {
    const employee = await find(session_id)
    // The use is stored after the reply. With one connection, the next statement follows it.
    await stored(session_id)
    return { isLive: employee !== undefined, ...(await stored(session_id)) }
  }

  test('moves the end of the session to 12 hours after the call', async () => {
    for (const minutes of [6, 11 * 60]) {
      const [session_id, other] = [await idleSince(minutes), await idleSince(minutes)]
      expect(await use(session_id)).toMatchObject({ isLive: true })
      await expect.poll(() => stored(session_id)).toEqual({ idle: 0, left: 12 })
      expect(await stored(other)).toMatchObject({ idle: minutes })
    }
  })

  test('is not stored again within 5 minutes, so that a call costs no extra write', async () => {
    expect(await use(await idleSince(4))).toMatchObject({ isLive: true, idle: 4 })
  })

  test('is not stored by a finder on a replica', async () => {
    const onReplica = sessionFinder(db, { idle_hours: 12, rule: {}, storesUse: false })
    expect(await use(await idleSince(60), onReplica)).toMatchObject({ isLive: true, idle: 60 })
  })

  test('is impossible after 12 idle hours', async () => {
    expect(await use(await idleSince(12 * 60))).toMatchObject({ isLive: false, idle: 12 * 60 })
  })

  test('never moves the end beyond 14 days after the login', async () => {
    const session_id = await idleSince(60, 14)
    await sql`update session set started_at = started_at + interval '2 hours', expires_at = now() + interval '1 hour'
      where id = ${session_id}`.execute(db)
    expect(await use(session_id)).toMatchObject({ isLive: true })
    await expect.poll(() => stored(session_id)).toEqual({ idle: 0, left: 2 })
  })

  test('is possible when it cannot be stored', async () => {
    const session_id = await idleSince(60)
    await sql`alter table session add constraint no_use check (last_used_at < now() - interval '5 minutes') not valid`.execute(
      db,
    )
    expect(await use(session_id)).toMatchObject({ isLive: true, idle: 60 })
    await sql`alter table session drop constraint no_use`.execute(db)
  })
})
