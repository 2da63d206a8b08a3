import {
  accessOf,
  changePassword,
  type Endpoint,
  findResident,
  fullPath,
  logout,
  mayUse,
  type Role,
  showEmployee,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { attemptRates } from '../platform/runtime/limits.ts'
import { insertEmployee } from '../test/make.ts'
import { missingKeys } from '../test/sample.ts'
import { logInAs, type Person, people, retryWhileBusy, settings, testServer } from '../test/server.ts'
import { rowsOf } from '../test/test-database.ts'
import { buildApp } from './app.ts'

const { app, db, send, sendExample, tokens } = await testServer()
const guarded = (Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]).filter(
  ([, endpoint]) => endpoint.access !== 'everyone',
)

describe('S1.2 S6.2 access to each call', () => {
  test.each(guarded)('%s returns 401 without a login', async (_, endpoint) => {
    const response = await sendExample(endpoint, missingKeys, { person: 'visitor' })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ status: 401, message: 'Log in om verder te gaan' })
  })

  test('logs a forbidden call with its employee and path pattern, at most ten times at once', async () => {
    const events = () =>
      rowsOf(
        db,
        sql`
      select log, result, object_key, employee_key is not null as has_employee from audit_event
      where action = 'forbidden_call' and object_key = 'POST /counter/services/search' order by position`,
      )
    const before = (await events()).length
    await sql`delete from attempt_budget`.execute(db)
    const begin = Date.now()
    for (let at = 0; at < 20; at += 1) expect((await send('bsgw', findResident, {})).statusCode).toBe(403)
    // Another entry is allowed after each minute, so a slow machine may store more than ten.
    const { burst, seconds } = attemptRates.forbiddenCallEntries
    const added = (await events()).slice(before)
    expect(added.length).toBeGreaterThanOrEqual(burst)
    expect(added.length).toBeLessThanOrEqual(burst + Math.floor((Date.now() - begin) / 1000 / seconds))
    for (const event of added)
      expect(event).toEqual({
        log: 'security',
        result: 'refused',
        object_key: 'POST /counter/services/search',
        has_employee: true,
      })
  })

  const everybody = Object.keys(people) as Person[]
  // A logout would end the session that the other calls of these tests use.
  const calls = guarded
    .filter(([name]) => name !== 'logout')
    .flatMap(([name, endpoint]) => everybody.slice(1).map((person) => [name, person, endpoint] as const))
  test.each(calls)('%s called as %s returns 403 only without the required role', async (_, person, endpoint) => {
    const mayCall = mayUse(endpoint.access, { roles: people[person] })
    const { statusCode } = await retryWhileBusy(() =>
      mayCall ? send(person, endpoint, {}) : sendExample(endpoint, missingKeys, { person }),
    )
    if (mayCall) expect([200, 404, 409, 422]).toContain(statusCode)
    else expect(statusCode).toBe(403)
  })

  test('S6.1 a call is allowed with its required role, and not allowed with all other roles together', () => {
    expect(mayUse('bsgw_employee', { roles: ['bsgw_employee'] })).toBe(true)
    expect(mayUse('bsgw_employee', { roles: ['municipal_employee', 'administrator'] })).toBe(false)
    expect(mayUse('employees', undefined)).toBe(false)
  })
})

describe('S4.2 an employee who must first choose a new password', async () => {
  const { id } = await insertEmployee(db, {
    email: 'new@loket.example',
    roles: ['bsgw_employee', 'municipal_employee', 'administrator'],
    renew_password: true,
  })
  const { access_token } = await logInAs(db, tokens, id)
  const callAsEmployee = (endpoint: Endpoint) =>
    retryWhileBusy(() =>
      app.inject({
        method: endpoint.method,
        url: fullPath(endpoint).replace(/:(\w+)/g, '1'),
        headers: { authorization: `Bearer ${access_token}` },
      }),
    )
  // The logout is the last call, because it ends the session.
  const open = ['showEmployee', 'changePassword', 'logout']

  test.each(guarded.filter(([name]) => !open.includes(name)))('may not use %s', async (_, endpoint) => {
    const response = await callAsEmployee(endpoint)
    expect([response.statusCode, response.json().message]).toEqual([403, 'Kies eerst een nieuw wachtwoord'])
  })
  test.each([
    [showEmployee.path, showEmployee, 200],
    [changePassword.path, changePassword, 422],
    [logout.path, logout, 200],
  ])('may use %s', async (_, endpoint, status) => {
    expect((await callAsEmployee(endpoint)).statusCode).toBe(status)
  })
})

const everyRole: Role[] = ['bsgw_employee', 'municipal_employee', 'administrator']

describe('an employee who must first add a second factor', async () => {
  const rule = { administrator: 0 }
  const strict = await buildApp({ db, reads: db }, tokens, { ...settings, second_factor: rule })
  afterAll(() => strict.close())
  const { id } = await insertEmployee(db, { email: 'unprotected@loket.example', roles: everyRole })
  const { access_token } = await logInAs(db, tokens, id)
  const callAsEmployee = (endpoint: Endpoint) =>
    retryWhileBusy(() =>
      strict.inject({
        method: endpoint.method,
        url: fullPath(endpoint).replace(/:(\w+)/g, '1'),
        headers: { authorization: `Bearer ${access_token}` },
      }),
    )
  // The logout is the last call, because it ends the session.
  const open: (keyof typeof endpoints)[] = [
    'showEmployee',
    'listSecondFactors',
    'startTotp',
    'addTotp',
    'startPasskey',
    'addPasskey',
    'logout',
  ]

  test.each(guarded.filter(([name]) => !open.includes(name)))('may not use %s', async (_, endpoint) => {
    const response = await callAsEmployee(endpoint)
    expect([response.statusCode, response.json().message]).toEqual([403, 'Voeg eerst een tweede factor toe'])
  })
  test.each(open.map((name) => [name, endpoints[name]] as const))('may use %s', async (_, endpoint) => {
    expect((await callAsEmployee(endpoint)).statusCode).toBe(endpoint.body ? 422 : 200)
  })
})

/** Logs in an employee with every role. Returns functions to change or block the employee, and to make a call. */
async function logInWithEveryRole() {
  const { id } = await insertEmployee(db, {
    email: `${crypto.randomUUID()}@rd4.example`,
    roles: everyRole,
    municipality_id: 917,
  })
  const { access_token } = await logInAs(db, tokens, id)
  const setRoles = (roles: Role[]) => sql`update employee set roles = ${roles} where id = ${id}`.execute(db)
  const block = () => sql`update employee set blocked_at = now() where id = ${id}`.execute(db)
  const statusOf = async (endpoint: Endpoint) => {
    const url = fullPath(endpoint).replace(/:/g, '')
    const headers = { authorization: `Bearer ${access_token}` }
    return (await retryWhileBusy(() => app.inject({ method: endpoint.method, url, headers }))).statusCode
  }
  return { setRoles, block, statusOf }
}

describe('S6.2 every call with an existing token, after a change of the employee', () => {
  test('returns 403 when the required role was removed', async () => {
    const { setRoles, statusOf } = await logInWithEveryRole()
    for (const [name, endpoint] of guarded.filter(([, { access }]) => access !== 'employees')) {
      await setRoles(everyRole)
      expect(await statusOf(endpoint), name).not.toBe(403)
      await setRoles(everyRole.filter((role) => !mayUse(endpoint.access, { roles: [role] })))
      expect(await statusOf(endpoint), name).toBe(403)
    }
  })

  test('returns 401 when the employee was blocked', async () => {
    const { block, statusOf } = await logInWithEveryRole()
    await block()
    for (const [name, endpoint] of guarded) expect(await statusOf(endpoint), name).toBe(401)
  })
})

test.each(Object.entries(endpoints))(
  'the OpenAPI document contains %s with its access rule',
  async (name, endpoint) => {
    const document = (await app.inject('/api/v1/openapi.json')).json()
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const [server] = document.paths[path].servers ?? document.servers
    expect(server.url + path).toBe(fullPath(endpoint).replace(/:(\w+)/g, '{$1}'))
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths[path][endpoint.method.toLowerCase()]).toMatchObject({
      operationId: name,
      'x-access': accessOf(endpoint),
    })
  },
)

test('the OpenAPI document has a 404 for calls whose body names a record, and none for searches', async () => {
  const { paths } = (await app.inject('/api/v1/openapi.json')).json()
  const statusesOf = (path: string) => Object.keys(paths[path].post.responses)
  const collections = Object.keys(paths).filter((path) => path.includes('/collections/') && paths[path].post)
  expect(collections.length).toBeGreaterThan(5)
  for (const path of ['/counter/calendar/feeds', '/counter/settings/notices', '/counter/settings/employees'])
    expect(statusesOf(path)).toContain('404')
  for (const path of collections) expect(statusesOf(path), path).toContain('404')
  expect(statusesOf('/counter/addresses/search')).not.toContain('404')
})
