import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fullPath, showEmployee } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSeal } from '../domain/second-factor/seal.ts'
import { insertSession } from '../domain/sessions/session.queries.ts'
import { makeTokens } from '../domain/sessions/tokens.ts'
import { sql } from '../platform/database/sql.ts'
import { request } from '../test/counter.ts'
import { insertEmployee } from '../test/make.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { testLogin } from '../test/server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

const [oldKey, newKey] = ['the old key of this test is long enough', 'the new key of this test is long enough']

describe.skipIf(!postgresPrograms)('a server whose secrets are in files that a vault rewrites', () => {
  let postgres: OwnPostgres
  let server: ServerProcess
  let session_id: string
  let employee_id: number
  const folder = temporaryFolder()
  const [passwordFile, keyFile] = [join(folder, 'password'), join(folder, 'keys')]

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    await sql`create role portal login password 'first'`.execute(postgres.admin)
    await sql`alter database loket owner to portal`.execute(postgres.admin)
    await postgres.requirePassword('portal')
    writeFileSync(passwordFile, 'first\n')
    writeFileSync(keyFile, oldKey)
    server = await startServer({
      DATABASE_URL: postgres.url.replace('//loket@', '//portal@'),
      DATABASE_PASSWORD_FILE: passwordFile,
      JWT_SECRET: '',
      JWT_SECRET_FILE: keyFile,
    })
    const { id } = await insertEmployee(postgres.db, { email: 'kim@loket.example' })
    session_id = (await insertSession(postgres.db, id, testLogin))?.id ?? ''
    employee_id = id
    const sealed = makeSeal(() => [oldKey]).close('the secret of an app', `totp of ${id}`)
    await sql`
      insert into second_factor (employee_id, kind, name, sealed_secret, last_step)
      values (${id}, 'totp', 'Telefoon', ${sealed}, 0)`.execute(postgres.db)
  })

  const statusWith = async (key: string) => {
    const { access_token } = await makeTokens({ secrets: () => [key], ttl_minutes: 60 }).accessToken(session_id)
    const { status } = await request(server.url, fullPath(showEmployee), {
      headers: { authorization: `Bearer ${access_token}` },
    })
    return status
  }
  const endConnections = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portal'`.execute(postgres.admin)

  test('new connections use the new password of the database, without a restart', async () => {
    expect(await statusWith(oldKey)).toBe(200)
    await sql`alter role portal password 'second'`.execute(postgres.admin)
    await endConnections()
    // Until the file has the new password, the database rejects the server.
    await expect.poll(() => statusWith(oldKey)).toBe(503)
    writeFileSync(passwordFile, 'second\n')
    await expect.poll(() => statusWith(oldKey), { timeout: 20_000 }).toBe(200)
    await endConnections()
    await expect.poll(() => statusWith(oldKey), { timeout: 20_000 }).toBe(200)
    expect(server.running()).toBe(true)
  })

  test('a new session key is accepted and a removed key is rejected, without a restart', async () => {
    expect([await statusWith(oldKey), await statusWith(newKey)]).toEqual([200, 401])
    writeFileSync(keyFile, `${newKey}\n${oldKey}\n`)
    await expect.poll(() => statusWith(newKey), { timeout: 20_000, interval: 500 }).toBe(200)
    expect(await statusWith(oldKey)).toBe(200)
    writeFileSync(keyFile, newKey)
    await expect.poll(() => statusWith(oldKey), { timeout: 20_000, interval: 500 }).toBe(401)
    expect(await statusWith(newKey)).toBe(200)
  })

  test('the secrets of apps are encrypted with the new key, without a restart', async () => {
    const openWith = async (key: string) => {
      const { rows } = await sql<{ sealed_secret: Buffer }>`select sealed_secret from second_factor`.execute(
        postgres.db,
      )
      return makeSeal(() => [key]).open(rows[0]?.sealed_secret ?? Buffer.alloc(0), `totp of ${employee_id}`)
    }
    await expect.poll(() => openWith(newKey), { timeout: 20_000, interval: 500 }).toBe('the secret of an app')
    expect(await openWith(oldKey)).toBeUndefined()
  })

  test('an invalid file of keys is logged once, without its content, and the keys stay in use', async () => {
    writeFileSync(keyFile, 'kapot')
    const warnings = () => server.output().match(/JWT_SECRET_FILE has no valid keys/g)?.length ?? 0
    const sawWarning = async () => (await statusWith(newKey)) === 200 && warnings() === 1
    await expect.poll(sawWarning, { timeout: 20_000, interval: 500 }).toBe(true)
    expect(server.output()).not.toMatch(/kapot|key of this test/)
  })
})
