import { expect, test } from 'vitest'
import { verifyPassword } from '../domain/sessions/passwords.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { testDatabase } from '../test/database.ts'
import { insertAddress } from '../test/make.ts'
import { addUser, blockUser, resetUser } from './user.ts'

const db = await testDatabase()
await insertAddress(db)

const run = ({ run }: Command, options: Record<string, string>) =>
  run({
    args: [],
    options,
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
  })
const kim = { email: 'Kim@Heerlen.nl', name: 'Kim de Vries', role: 'municipal_employee', municipality: 'heerlen' }
const stored = () =>
  db.selectFrom('employee').selectAll().where('email', '=', 'kim@heerlen.nl').executeTakeFirstOrThrow()
const passwordIn = (text: string) => /inloggen: ([a-z0-9-]{23})$/m.exec(text)?.[1] ?? ''

test('an employee is added with a password to use once', async () => {
  const password = passwordIn(await run(addUser, kim))
  const employee = await stored()
  expect(employee).toMatchObject({ municipality_id: 917, roles: ['municipal_employee'], renew_password: true })
  expect(await verifyPassword(employee.password_hash, password)).toBe(true)
  await expect(run(addUser, kim)).rejects.toThrow('Er is al een medewerker met het e-mailadres kim@heerlen.nl.')
})

test('a blocked employee is out at once, and a reset lets them in with another password', async () => {
  const { id } = await stored()
  await db
    .insertInto('session')
    .values({ id: crypto.randomUUID(), employee_id: id, expires_at: '2099-01-01' })
    .execute()
  await run(blockUser, { email: 'kim@heerlen.nl' })
  expect((await stored()).blocked_at).not.toBeNull()
  expect(await db.selectFrom('session').select('id').where('ended_at', 'is', null).execute()).toEqual([])
  const password = passwordIn(await run(resetUser, { email: 'kim@heerlen.nl' }))
  const employee = await stored()
  expect(employee).toMatchObject({ blocked_at: null, renew_password: true })
  expect(await verifyPassword(employee.password_hash, password)).toBe(true)
})

test('each of these is in the security log, done on the command line by nobody who is logged in', async () => {
  const { audit_key } = await stored()
  const events = await db.selectFrom('audit_event').selectAll().execute()
  const event = { log: 'security', action: 'change_employee', employee_key: null, origin: 'command line' }
  expect(events).toMatchObject(Array(3).fill({ ...event, object_kind: 'employee', object_key: audit_key }))
})

test('an employee of all municipalities may have several roles', async () => {
  await run(addUser, { email: 'beheer@rd4.nl', name: 'Jo', role: 'administrator, bsgw_employee' })
  const employee = await db.selectFrom('employee').selectAll().where('email', '=', 'beheer@rd4.nl').executeTakeFirst()
  expect(employee).toMatchObject({ municipality_id: null, roles: ['administrator', 'bsgw_employee'] })
})

test.each<[Record<string, string>, string]>([
  [{}, '--email: Dit veld is verplicht.'],
  [{ ...kim, email: 'kim' }, '--email: Dit is geen e-mailadres'],
  [{ ...kim, role: 'baas' }, '--role: Kies iets uit de lijst.'],
  [
    { email: 'x@y.nl', name: 'X', role: 'municipal_employee' },
    'Geef bij de rol municipal_employee ook --municipality.',
  ],
])('%j is typed wrongly', async (options, sentence) => {
  const added = run(addUser, options)
  await expect(added).rejects.toThrow(UsageError)
  await expect(added).rejects.toThrow(sentence)
})

test('an unknown employee or municipality is named', async () => {
  await expect(run(blockUser, { email: 'x@y.nl' })).rejects.toThrow(CommandError)
  await expect(run(resetUser, { email: 'x@y.nl' })).rejects.toThrow('Er is geen medewerker met het e-mailadres x@y.nl.')
  const added = run(addUser, { ...kim, email: 'x@y.nl', municipality: 'Kerkrade' })
  await expect(added).rejects.toThrow('Van de gemeente Kerkrade zijn er geen adressen.')
})
