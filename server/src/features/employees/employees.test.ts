import { changeEmployee, inviteEmployee, listEmployees, resetEmployee, showEmployee } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertEmployee } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'
import { updatePassword } from '../account/account.queries.ts'

// The administrator works for Heerlen. In the last three tests, the administrator works for all municipalities.
const { call, db } = await testServer()
await insertAddress(db, { street: 'Markt', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
const kim = { email: 'kim@heerlen.example', name: 'Kim de Vries', roles: ['municipal_employee' as const] }

test('S2.12 an invited employee receives a mail with a link to choose a password', async () => {
  const invited = await call('administrator', inviteEmployee, { body: kim })
  expect(invited).toMatchObject({
    ...kim,
    municipality: { id: 917, name: 'Heerlen' },
    blocked: false,
    renew_password: true,
  })
  expect(await call('administrator', listEmployees, {})).toContainEqual(invited)
  const mails = await rowsOf(db, sql`select recipient, body from mail`)
  expect(mails).toMatchObject([
    { recipient: kim.email, body: expect.stringMatching(/U bent toegevoegd als medewerker .* binnen 7 dagen:/) },
  ])
  await expect(call('administrator', inviteEmployee, { body: kim })).rejects.toMatchObject({
    errors: { email: ['Er is al een medewerker met dit e-mailadres'] },
  })
})

test('the error for the e-mail address of an employee of another municipality does not show where that employee works', async () => {
  await insertEmployee(db, { email: 'elders@kerkrade.example', municipality_id: 928 })
  const body = { ...kim, email: 'elders@kerkrade.example' }
  await expect(call('administrator', inviteEmployee, { body })).rejects.toMatchObject({
    errors: { email: ['Dit e-mailadres kan hier niet worden toegevoegd. Vraag het een beheerder van alle gemeenten.'] },
  })
})

test('the link of an invitation is valid for a week, and the link of a reset for an hour', async () => {
  const invited = await call('administrator', inviteEmployee, { body: { ...kim, email: 'week@heerlen.example' } })
  const findLinks = () =>
    rowsOf(
      db,
      sql`select extract(epoch from expires_at - now() + interval '5 minutes')::int / 3600 as hours, link_minutes, body
        from password_reset join employee on employee.id = employee_id join mail on recipient = email
        where employee_id = ${invited.id}`,
    )
  const week = { hours: 168, link_minutes: 10_080, body: expect.stringContaining('binnen 7 dagen') }
  expect(await findLinks()).toMatchObject([week])
  await sql`delete from password_reset`.execute(db)
  await sql`delete from mail`.execute(db)
  const params = { employee_id: String(invited.id) }
  await call('administrator', resetEmployee, { params })
  expect(await findLinks()).toMatchObject([week])
  await sql`delete from password_reset`.execute(db)
  await sql`delete from mail`.execute(db)
  await sql`update employee set invitation_ends_at = null where id = ${invited.id}`.execute(db)
  await call('administrator', resetEmployee, { params })
  const hour = { hours: 1, link_minutes: 60, body: expect.stringContaining('binnen 60 minuten') }
  expect(await findLinks()).toMatchObject([hour])
})

describe('the list of employees', () => {
  const invite = (email: string) => call('administrator', inviteEmployee, { body: { ...kim, email } })
  const find = async (id: number) =>
    (await call('administrator', listEmployees, {})).find((employee) => employee.id === id)
  const expire = (id: number) =>
    sql`update employee set invitation_ends_at = '2026-01-12T12:00:00Z' where id = ${id}`.execute(db)

  test('shows whether an invitation has expired, and a new invitation is valid for a week', async () => {
    const { id } = await invite('verlopen@heerlen.example')
    expect(await find(id)).toMatchObject({ invitation: { expired: false } })
    await expire(id)
    expect(await find(id)).toMatchObject({ invitation: { expired: true, ends_at: '2026-01-12T13:00:00+01:00' } })
    const again = await call('administrator', resetEmployee, { params: { employee_id: String(id) } })
    expect(again).toEqual(await find(id))
    expect(again.invitation?.expired).toBe(false)
    const daysLeft = (Date.parse(again.invitation?.ends_at ?? '') - Date.now()) / 86_400_000
    expect(Math.ceil(daysLeft)).toBe(7)
  })

  test('shows no invitation of an employee who has chosen a password', async () => {
    const { id } = await invite('gekozen@heerlen.example')
    await updatePassword(db, id, 'none')
    expect(await find(id)).toMatchObject({ invitation: null })
  })

  test('shows the invitation of a blocked employee as expired', async () => {
    const { id, name, roles } = await invite('dicht@heerlen.example')
    const params = { employee_id: String(id) }
    await call('administrator', changeEmployee, { params, body: { name, roles, blocked: true } })
    expect(await find(id)).toMatchObject({ invitation: { expired: true } })
  })

  test('shows when the invitation of a blocked employee expired, if it expired before the block', async () => {
    const { id, name, roles } = await invite('oud@heerlen.example')
    await expire(id)
    await call('administrator', changeEmployee, {
      params: { employee_id: String(id) },
      body: { name, roles, blocked: true },
    })
    expect(await find(id)).toMatchObject({
      blocked: true,
      invitation: { expired: true, ends_at: '2026-01-12T13:00:00+01:00' },
    })
  })
})

test('a block ends the sessions of an employee, and unblocking does not restore them', async () => {
  const [clerk] = (await call('administrator', listEmployees, {})).filter(
    ({ email }) => email === 'municipal@loket.example',
  )
  const change = (blocked: boolean) =>
    call('administrator', changeEmployee, {
      params: { employee_id: String(clerk?.id) },
      body: { name: 'Kim', roles: ['municipal_employee'], blocked },
    })
  expect(await change(true)).toMatchObject({ blocked: true, name: 'Kim' })
  await expect(call('municipal', showEmployee, {})).rejects.toMatchObject({ status: 401 })
  expect(await change(false)).toMatchObject({ blocked: false })
  await expect(call('municipal', showEmployee, {})).rejects.toMatchObject({ status: 401 })
})

test('a change of the name of an employee does not end the sessions of that employee', async () => {
  const clerk = (await call('administrator', listEmployees, {})).find(({ email }) => email === 'both@loket.example')
  const { id, name, roles } = clerk ?? { id: 0, name: '', roles: [] }
  await call('administrator', changeEmployee, {
    params: { employee_id: String(id) },
    body: { name: `${name} Jansen`, roles, blocked: false },
  })
  expect(await call('both', showEmployee, {})).toMatchObject({ name: `${name} Jansen` })
})

test('a reset by an administrator mails the employee a link to choose a new password', async () => {
  const { id: employee_id } = await insertEmployee(db, { email: 'sam@heerlen.example', municipality_id: 917 })
  await call('administrator', resetEmployee, { params: { employee_id: String(employee_id) } })
  const mails = await rowsOf(db, sql`select from mail where recipient = 'sam@heerlen.example'`)
  expect(mails).toHaveLength(1)
})

test('mails links with the address of the portal in the settings, whatever Host header the administrator sends', async () => {
  const { id } = await insertEmployee(db, { email: 'link@heerlen.example', municipality_id: 917 })
  await call('administrator', inviteEmployee, { body: { ...kim, email: 'host@heerlen.example' } })
  await call('administrator', resetEmployee, { params: { employee_id: String(id) } })
  const mails = await rowsOf(
    db,
    sql<{ body: string }>`select body from mail where recipient in ('link@heerlen.example', 'host@heerlen.example')`,
  )
  const links = mails.flatMap(({ body }) => body.match(/https?:\S+(?=\/account)/g))
  // The test client sends the Host header localhost:80.
  expect(links).toEqual(Array(4).fill('http://127.0.0.1:3000'))
})

describe('a block', () => {
  const blockedAt = async (id: number) =>
    (await rowOf(db, sql<{ blocked_at: Date | null }>`select blocked_at from employee where id = ${id}`)).blocked_at
  const block = (id: number, blocked = true) =>
    call('administrator', changeEmployee, {
      params: { employee_id: String(id) },
      body: { name: 'Kim', roles: ['municipal_employee'], blocked },
    })
  const insertClerk = (email: string) =>
    insertEmployee(db, { email, roles: ['municipal_employee'], municipality_id: 917 })

  test('preserves its first moment when it is saved again', async () => {
    const { id } = await insertClerk('lang@heerlen.example')
    const first = new Date('2026-01-05T10:00:00Z')
    await sql`update employee set blocked_at = ${first} where id = ${id}`.execute(db)
    await block(id)
    expect(await blockedAt(id)).toEqual(first)
    await block(id, false)
    expect(await blockedAt(id)).toBeNull()
  })

  test('invalidates the mailed links of the employee, even after the employee is unblocked', async () => {
    const { id } = await insertClerk('gemaild@heerlen.example')
    await call('administrator', resetEmployee, { params: { employee_id: String(id) } })
    const links = () => rowsOf(db, sql`select from password_reset where employee_id = ${id}`)
    expect(await links()).toHaveLength(1)
    await block(id)
    await block(id, false)
    expect(await links()).toEqual([])
  })
})

test('administrators cannot block themselves or remove their own administrator role', async () => {
  const [me] = (await call('administrator', listEmployees, {})).filter(
    ({ email }) => email === 'administrator@loket.example',
  )
  const params = { employee_id: String(me?.id) }
  for (const body of [
    { name: 'Kim', roles: ['administrator' as const], blocked: true },
    { name: 'Kim', roles: ['municipal_employee' as const], blocked: false },
  ])
    await expect(call('administrator', changeEmployee, { params, body })).rejects.toMatchObject({
      status: 422,
      errors: { roles: ['U kunt uzelf niet blokkeren of het beheer afnemen'] },
    })
})

test('S6.2 an administrator of one municipality cannot grant access to all municipalities', async () => {
  const refused = { status: 422, errors: { roles: ['Deze rol geeft alleen een beheerder van alle gemeenten'] } }
  const roles = ['municipal_employee' as const, 'bsgw_employee' as const]
  const email = 'ruim@heerlen.example'
  await expect(call('administrator', inviteEmployee, { body: { ...kim, email, roles } })).rejects.toMatchObject(refused)
  const change = (id: number, name: string) =>
    call('administrator', changeEmployee, {
      params: { employee_id: String(id) },
      body: { name, roles, blocked: false },
    })
  const clerk = await insertEmployee(db, { email, roles: ['municipal_employee'], municipality_id: 917 })
  await expect(change(clerk.id, 'Kim')).rejects.toMatchObject(refused)
  // An employee who already has the role can still be renamed.
  const both = await insertEmployee(db, { email: 'beide@heerlen.example', roles, municipality_id: 917 })
  expect(await change(both.id, 'Bo')).toMatchObject({ name: 'Bo', roles })
})

test('an invitation whose mail cannot be stored creates no employee and can be repeated', async () => {
  const body = { ...kim, email: 'later@heerlen.example' }
  const names = async () => (await call('administrator', listEmployees, {})).map(({ email }) => email)
  await sql`alter table mail add constraint full_up check (false) not valid`.execute(db)
  await expect(call('administrator', inviteEmployee, { body })).rejects.toMatchObject({ status: 500 })
  expect(await names()).not.toContain(body.email)
  await sql`alter table mail drop constraint full_up`.execute(db)
  await call('administrator', inviteEmployee, { body })
  expect(await names()).toContain(body.email)
})

test('the security log has the opaque keys of the administrator and of the changed employee', async () => {
  const keyOf = (email: string) =>
    rowOf(db, sql<{ id: number; audit_key: string }>`select id, audit_key from employee where email = ${email}`)
  const body = { ...kim, email: 'spoor@heerlen.example' }
  const before = await rowsOf(db, sql`select from audit_event`)
  await call('administrator', inviteEmployee, { body })
  const changed = await keyOf(body.email)
  const params = { employee_id: String(changed.id) }
  await call('administrator', resetEmployee, { params })
  await call('administrator', changeEmployee, { params, body: { name: 'Bo', roles: body.roles, blocked: true } })
  await expect(call('administrator', resetEmployee, { params })).rejects.toMatchObject({ status: 409 })
  const refused = call('administrator', changeEmployee, {
    params,
    body: { name: 'Bo', roles: ['bsgw_employee'], blocked: false },
  })
  await expect(refused).rejects.toMatchObject({ status: 422 })
  const events = await rowsOf(db, sql`select * from audit_event order by position offset ${before.length}`)
  const { audit_key: employee_key } = await keyOf('administrator@loket.example')
  const event = { log: 'security', result: 'done', employee_key }
  const object = { object_kind: 'employee', object_key: changed.audit_key }
  expect(events).toMatchObject(
    ['invite_employee', 'invite_employee', 'change_employee'].map((action) => ({ action, ...event, ...object })),
  )
})

test.each([
  [{ email: 'geen adres' }, 'email'],
  [{ name: '' }, 'name'],
  [{ roles: [] }, 'roles'],
  [{ roles: ['baas'] }, 'roles.0'],
])('S5.3 rejects an invitation with %j at its field', async (wrong, field) => {
  await expect(
    call('administrator', inviteEmployee, { body: { ...kim, email: 'new@heerlen.example', ...wrong } as never }),
  ).rejects.toMatchObject({
    errors: { [field]: [expect.any(String)] },
  })
})

test('rejects an invitation for an unknown municipality, even from an administrator of all municipalities', async () => {
  await sql`update employee set municipality_id = null where email = 'administrator@loket.example'`.execute(db)
  await expect(
    call('administrator', inviteEmployee, { body: { ...kim, email: 'new@heerlen.example', municipality_id: 9 } }),
  ).rejects.toMatchObject({ status: 404, message: 'Deze gemeente is niet bekend' })
})

test('S5.3 rejects an invitation of a municipal employee without a municipality', async () => {
  await sql`update employee set municipality_id = null where email = 'administrator@loket.example'`.execute(db)
  const body = { ...kim, email: 'zonder@heerlen.example' }
  await expect(call('administrator', inviteEmployee, { body })).rejects.toMatchObject({
    status: 422,
    errors: { municipality_id: ['Dit veld is verplicht bij de rol van de balie'] },
  })
})

test('administrators of all municipalities cannot limit themselves to one municipality', async () => {
  const me = await rowOf(
    db,
    sql<{ id: number }>`
      update employee set municipality_id = null where email = 'administrator@loket.example' returning id`,
  )
  const assignTo = (municipality_id: number | null) =>
    call('administrator', changeEmployee, {
      params: { employee_id: String(me.id) },
      body: { name: 'Kim', roles: ['administrator'], municipality_id, blocked: false },
    })
  await expect(assignTo(917)).rejects.toMatchObject({ status: 422, errors: { municipality_id: [expect.any(String)] } })
  expect(await assignTo(null)).toMatchObject({ municipality: null })
})
