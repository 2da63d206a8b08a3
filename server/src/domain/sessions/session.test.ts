import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEmployee } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { endSessions, insertSession, sessionFinder } from './session.queries.ts'

const db = await testDatabase()
const employeeOf = sessionFinder(db)
await sql`insert into municipality (id, name) values (917, 'Heerlen') on conflict do nothing`.execute(db)

async function logIn(email: string, municipality_id: number | null = null) {
  const { id } = await insertEmployee(db, { email, municipality_id })
  return { id, session_id: (await insertSession(db, id))?.id ?? '' }
}

test('returns the employee of each session, or undefined for an ended session, when lookups are simultaneous', async () => {
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
