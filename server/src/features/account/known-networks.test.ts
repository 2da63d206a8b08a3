import argon2 from '@node-rs/argon2'
import { fullPath, login } from '@rd4-loket/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { insertEmployee } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { app, db } = await testServer()
const kim = 'kim@heerlen.example'
const sam = 'sam@heerlen.example'
const password = 'een lang wachtwoord'
const password_hash = await hashPassword(password)
for (const email of [kim, sam]) await insertEmployee(db, { email, password_hash })

beforeEach(() => clearTables(db, 'attempt_budget', 'login_network'))

const logIn = async (email: string, { typed = password, ip = '192.0.2.10' } = {}) => {
  const payload = { email, password: typed }
  return (await app.inject({ method: 'POST', url: fullPath(login), payload, remoteAddress: ip })).statusCode
}
const networks = () =>
  rowsOf(
    db,
    sql<{ days: number }>`
    select round(extract(epoch from now() - last_login_at) / 86400) as days from login_network order by 1`,
  )
const age = (days: number) =>
  sql`update login_network set last_login_at = last_login_at - make_interval(days => ${days})`.execute(db)

test('a network is forgotten 90 days after the last login from it', async () => {
  await logIn(kim)
  await age(89)
  await logIn(sam)
  expect(await networks()).toEqual([{ days: 0 }, { days: 89 }])
  await logIn(kim)
  expect(await networks()).toEqual([{ days: 0 }, { days: 0 }])
  await age(91)
  await logIn(sam)
  expect(await networks()).toEqual([{ days: 0 }])
})

test('a login deletes the attempt budgets that are full again', async () => {
  await sql`insert into attempt_budget values ('old', now() - interval '1 hour'), ('new', now() + interval '1 hour')`.execute(
    db,
  )
  await logIn(kim)
  expect(await rowsOf(db, sql`select key from attempt_budget where key in ('old', 'new')`)).toEqual([{ key: 'new' }])
})

test('a login that fails because of a server error uses no attempt', async () => {
  const verify = vi.spyOn(argon2, 'verify').mockRejectedValue(new Error('out of memory'))
  onTestFinished(() => verify.mockRestore())
  for (let times = 0; times < 12; times += 1) expect(await logIn(kim)).toBe(500)
  verify.mockResolvedValue(false)
  expect(await logIn(kim)).toBe(401)
})

test('the security log has at most five entries about throttled logins for each network', async () => {
  const verify = vi.spyOn(argon2, 'verify').mockResolvedValue(false)
  onTestFinished(() => verify.mockRestore())
  const slowed = () => rowsOf(db, sql`select from audit_event where action = 'log_in_slowed'`)
  for (const [ip, entries] of [
    ['198.51.100.66', 5],
    ['203.0.113.7', 10],
  ] as const) {
    for (let times = 0; times < 16; times += 1) await logIn(kim, { typed: 'geraden', ip })
    expect(await slowed()).toHaveLength(entries)
  }
})
