import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { insertEmployee } from '../../test/make.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testDatabase } from '../../test/test-database.ts'
import { openPool } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { isOutage, loggedError, sendError } from './errors.ts'

const db = await testDatabase()

const thrownBy = (work: () => Promise<unknown>) =>
  work().then(
    () => expect.unreachable(),
    (error: Error) => error,
  )

test('the log contains the code of the cause of a failed fetch', () => {
  const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(loggedError(new TypeError('fetch failed', { cause }))).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})

test('the log contains the code, constraint and stack of a PostgreSQL error, but not the row in its message', async () => {
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

test('the log contains the message of an error that is not from PostgreSQL', () => {
  expect(loggedError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.stringContaining('errors.test.ts'),
  })
})

test('a lock timeout is an outage', () => {
  expect(isOutage({ code: '55P03' })).toBe(true)
})

test('a connection that is discarded after a failed rollback is an outage', () => {
  expect(isOutage({ message: 'The connection has been discarded' })).toBe(true)
})

test('an error in a statement is not an outage', () => {
  expect(isOutage({ code: '42703', message: 'column does not exist' })).toBe(false)
})

test('a 500 response contains neither the message of a JavaScript error nor of a PostgreSQL error', async () => {
  const app = fastify()
  app.setErrorHandler(sendError)
  app.get('/error', () => Promise.reject(new Error('the secret is geheim')))
  app.get('/database', () => sql`select geheim from employee`.execute(db))
  for (const url of ['/error', '/database']) {
    const response = await app.inject(url)
    const texts = { title: 'Fout', message: 'Er is iets misgegaan', detail: 'Er is iets misgegaan', errors: {} }
    expect([response.statusCode, response.json()]).toMatchObject([500, texts])
    expect(response.body).not.toContain('geheim')
  }
  await app.close()
})

test('responds 503 with Retry-After when the socket file of PostgreSQL is missing, and 500 when any other file is missing', async () => {
  const folder = temporaryFolder()
  const unreachable = openPool({ host: folder, user: 'loket', database: 'loket', max: 1 })
  const app = fastify()
  app.setErrorHandler(sendError)
  app.get('/database', () => sql`select id from employee`.execute(unreachable))
  app.get('/file', () => readFile(join(folder, 'missing')))
  const responseTo = async (url: string) => {
    const { statusCode, headers } = await app.inject(url)
    return [statusCode, headers['retry-after']]
  }
  expect(await responseTo('/database')).toEqual([503, '5'])
  expect(await responseTo('/file')).toEqual([500, undefined])
  await app.close()
  await unreachable.close()
})

test.each([
  [{ statusCode: 405 }, 405, 'Niet toegestaan'],
  [{ statusCode: 418 }, 418, 'Onjuist verzoek'],
  [{ statusCode: 500 }, 500, 'Er is iets misgegaan'],
  [{ code: '53100' }, 503, 'De schijf van de server is vol: meld dit bij de beheerder.'],
  [{ code: 'ENOSPC', syscall: 'write' }, 503, 'De schijf van de server is vol: meld dit bij de beheerder.'],
  [{ code: '53300' }, 503, 'Het loket is even niet bereikbaar. Probeer het zo opnieuw.'],
  [{ code: 'XX001' }, 500, 'De gegevens zijn beschadigd. Meld dit bij de beheerder.'],
  [{ code: 'XX002' }, 500, 'De gegevens zijn beschadigd. Meld dit bij de beheerder.'],
])('responds to the error %j with status %i and the message %j', async (fields, status, message) => {
  const app = fastify()
  app.setErrorHandler(sendError)
  app.get('/', () => Promise.reject(Object.assign(new Error('the secret is geheim'), fields)))
  const response = await app.inject('/')
  expect([response.statusCode, response.json()]).toMatchObject([status, { status, message }])
  await app.close()
})
