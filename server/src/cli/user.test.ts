import { expect, test } from 'vitest'
import { verifyPassword } from '../domain/sessions/password-hash.ts'
import { sql } from '../platform/database/sql.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { runCommand } from '../test/commands.ts'
import { insertAddress } from '../test/make.ts'
import { testDatabase } from '../test/test-database.ts'
import { addUser, blockUser, resetUser, resetUserFactor } from './user.ts'

const db = await testDatabase()
await insertAddress(db)

const run = (command: Command, options: Record<string, string>) => runCommand(command, db, [], options)
const kim = { email: 'Kim@Heerlen.nl', name: 'Kim de Vries', role: 'municipal_employee', municipality: 'heerlen' }
type StoredEmployee = { id: number; password_hash: string; blocked_at: Date | null; audit_key: string }
async function findEmployee(email = 'kim@heerlen.nl') {
  const { rows } = await sql<StoredEmployee>`select * from employee where email = ${email}`.execute(db)
  return rows[0] ?? expect.unreachable()
}
const passwordIn = (text: string) => /inloggen: ([a-z0-9-]{23})$/m.exec(text)?.[1] ?? ''

test('adds an employee who must replace the password at the first login, and rejects a used e-mail address', async () => {
  const password = passwordIn(await run(addUser, kim))
  const employee = await findEmployee()
  expect(employee).toMatchObject({ municipality_id: 917, roles: ['municipal_employee'], renew_password: true })
  expect(await verifyPassword(employee.password_hash, password)).toBe(true)
  await expect(run(addUser, kim)).rejects.toThrow('Er is al een medewerker met het e-mailadres kim@heerlen.nl.')
})

test("'user block' ends the sessions of an employee, and 'user reset' sets a password and ends the block", async () => {
  const { id } = await findEmployee()
  await sql`insert into session (id, employee_id, expires_at) values (${crypto.randomUUID()}, ${id}, '2099-01-01')`.execute(
    db,
  )
  await run(blockUser, { email: 'kim@heerlen.nl' })
  expect((await findEmployee()).blocked_at).not.toBeNull()
  expect((await sql`select from session where ended_at is null`.execute(db)).rows).toEqual([])
  const password = passwordIn(await run(resetUser, { email: 'kim@heerlen.nl' }))
  const employee = await findEmployee()
  expect(employee).toMatchObject({ blocked_at: null, renew_password: true })
  expect(await verifyPassword(employee.password_hash, password)).toBe(true)
})

test('logs each change in the security log, with the origin command line and without an acting employee', async () => {
  const { audit_key } = await findEmployee()
  const { rows: events } = await sql`select * from audit_event`.execute(db)
  const event = { log: 'security', action: 'change_employee', employee_key: null, origin: 'command line' }
  expect(events).toMatchObject(Array(3).fill({ ...event, object_kind: 'employee', object_key: audit_key }))
})

test("'user reset-factor' removes the second factors and recovery codes, ends the sessions, logs it, and mails the owner", async () => {
  const { id, audit_key } = await findEmployee()
  await sql`insert into second_factor (employee_id, kind, name, sealed_secret, last_step)
    values (${id}, 'totp', 'Telefoon', '\\x00', 0)`.execute(db)
  await sql`insert into recovery_code (employee_id, code_hash) values (${id}, 'x')`.execute(db)
  await sql`insert into session (id, employee_id, expires_at) values (${crypto.randomUUID()}, ${id}, '2099-01-01')`.execute(
    db,
  )
  expect(await run(resetUserFactor, { email: 'Kim@Heerlen.nl' })).toContain(
    'kim@heerlen.nl logt weer in met alleen een wachtwoord.',
  )
  const { rows } = await sql`
    select (select count(*)::int from second_factor) as factors, (select count(*)::int from recovery_code) as codes,
      (select count(*)::int from session where ended_at is null) as sessions,
      (select recipient from mail where body like '%alle tweede factoren van uw account verwijderd%') as mailed`.execute(
    db,
  )
  expect(rows).toEqual([{ factors: 0, codes: 0, sessions: 0, mailed: 'kim@heerlen.nl' }])
  const { rows: events } = await sql`select * from audit_event order by position desc limit 1`.execute(db)
  expect(events).toMatchObject([
    { action: 'reset_second_factor', employee_key: null, origin: 'command line', object_key: audit_key },
  ])
})

test('adds an employee with several roles for all municipalities when no municipality is given', async () => {
  await run(addUser, { email: 'beheer@rd4.nl', name: 'Jo', role: 'administrator, bsgw_employee' })
  expect(await findEmployee('beheer@rd4.nl')).toMatchObject({
    municipality_id: null,
    roles: ['administrator', 'bsgw_employee'],
  })
})

test.each<[Record<string, string>, string]>([
  [{}, '--email: Dit veld is verplicht.'],
  [{ ...kim, email: 'kim' }, '--email: Dit is geen e-mailadres'],
  [{ ...kim, role: 'baas' }, '--role: Kies iets uit de lijst.'],
  [
    { email: 'x@y.nl', name: 'X', role: 'municipal_employee' },
    'Geef bij de rol municipal_employee ook --municipality.',
  ],
])('rejects the options %j', async (options, sentence) => {
  const added = run(addUser, options)
  await expect(added).rejects.toThrow(UsageError)
  await expect(added).rejects.toThrow(sentence)
})

test('the command user fails with a message that contains the unknown employee or municipality', async () => {
  await expect(run(blockUser, { email: 'x@y.nl' })).rejects.toThrow(CommandError)
  await expect(run(resetUser, { email: 'x@y.nl' })).rejects.toThrow('Er is geen medewerker met het e-mailadres x@y.nl.')
  await expect(run(resetUserFactor, { email: 'x@y.nl' })).rejects.toThrow(CommandError)
  const added = run(addUser, { ...kim, email: 'x@y.nl', municipality: 'Kerkrade' })
  await expect(added).rejects.toThrow('Van de gemeente Kerkrade zijn er geen adressen.')
})
