import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { insertEmployee } from '../test/make.ts'
import { isOutage, loggedError } from './errors.ts'

const db = await testDatabase()

const thrownBy = (work: () => Promise<unknown>) =>
  work().then(
    () => expect.unreachable(),
    (error: Error) => error,
  )

test('logs what PostgreSQL refused and where, but not the row that it quotes', async () => {
  const email = 'kim@heerlen.example'
  await insertEmployee(db, { email })
  const error = await thrownBy(() => insertEmployee(db, { email }))
  expect(JSON.stringify(error)).toContain(email)
  const logged = loggedError(error)
  expect(JSON.stringify(logged)).not.toContain(email)
  expect(logged).toMatchObject({
    type: 'DatabaseError',
    message: 'PostgreSQL 23505',
    constraint: 'employee_email_key',
    stack: expect.stringContaining('    at '),
  })
})

test('logs an error of our own with its message', () => {
  expect(loggedError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.stringContaining('errors.test.ts'),
  })
})

test.each([
  ['the lock that a question waited for was held too long', '55P03'],
  ['a question that shares its connection failed before it was prepared for both', '26000'],
])('asks to try again where %s', (_, code) => {
  expect(isOutage({ code })).toBe(true)
})

test('has nobody try again what a statement got wrong', () => {
  expect(isOutage({ code: '42703', message: 'column does not exist' })).toBe(false)
})
