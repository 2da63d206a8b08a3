import argon2 from '@node-rs/argon2'
import { login } from '@rd4-loket/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertEmployee } from '../../test/make.ts'
import { retryWhileBusy, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const hash = vi.spyOn(argon2, 'hash')
afterAll(() => hash.mockRestore())

const { app, db } = await testServer()
const email = 'kim@heerlen.example'
const password = 'een lang wachtwoord'
const newCost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
const { id } = await insertEmployee(db, { email })

const logIn = async (typed = password) => {
  const request = { method: 'POST' as const, url: `/api/v1${login.path}`, payload: { email, password: typed } }
  return (await retryWhileBusy(() => app.inject(request))).statusCode
}
const setHash = (password_hash: string) =>
  sql`update employee set password_hash = ${password_hash} where id = ${id}`.execute(db)
const storedHash = async () => {
  const [employee] = await rowsOf<{ password_hash: string }>(
    db,
    sql`select password_hash from employee where id = ${id}`,
  )
  return employee?.password_hash ?? ''
}

beforeEach(async () => {
  hash.mockReset()
  await sql`delete from attempt_budget`.execute(db)
})

test.each([
  ['fewer passes', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
  ['less memory', { memoryCost: 1024, timeCost: 2, parallelism: 1 }],
  ['more threads', { memoryCost: 19_456, timeCost: 2, parallelism: 2 }],
])('a login replaces a hash that was made with %s', async (_, cost) => {
  await setHash(await argon2.hash(password, cost))
  expect(await logIn()).toBe(200)
  expect(await storedHash()).toMatch(newCost)
  expect(await logIn()).toBe(200)
})

test('a login with a wrong password, or with a new hash, replaces no hash', async () => {
  const outdated = await argon2.hash(password, { timeCost: 1 })
  await setHash(outdated)
  expect(await logIn('een verkeerd wachtwoord')).toBe(401)
  expect(await storedHash()).toBe(outdated)
  const current = await hashPassword(password)
  await setHash(current)
  expect(await logIn()).toBe(200)
  expect(await storedHash()).toBe(current)
})

test('simultaneous logins with an outdated hash all succeed', async () => {
  await setHash(await argon2.hash(password, { timeCost: 1 }))
  expect(await Promise.all(Array.from({ length: 5 }, () => logIn()))).toEqual([200, 200, 200, 200, 200])
  expect(await storedHash()).toMatch(newCost)
})

test('a password that changes while a login replaces its hash stays changed, and the login is rejected', async () => {
  const changed = await hashPassword('mijn fiets is groen')
  const outdated = await argon2.hash(password, { timeCost: 1 })
  await setHash(outdated)
  hash.mockImplementationOnce(async () => {
    await setHash(changed)
    return outdated
  })
  expect(await logIn()).toBe(401)
  expect(await storedHash()).toBe(changed)
  expect(await verifyPassword(changed, 'mijn fiets is groen')).toBe(true)
})
