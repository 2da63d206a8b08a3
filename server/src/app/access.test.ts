import {
  accessOf,
  changePassword,
  type Endpoint,
  endpoints,
  fullPath,
  logout,
  mayUse,
  type Role,
  showEmployee,
} from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { insertEmployee } from '../test/make.ts'
import { logInAs, type Person, people, testServer } from '../test/server.ts'

const { app, db, send, tokens } = await testServer()
const guarded = Object.entries(endpoints).filter(([, endpoint]) => endpoint.access !== 'everyone')

describe('S1.2 S6.2 who may call', () => {
  test.each(guarded)('%s asks a visitor to log in', async (_, endpoint) => {
    const response = await send('visitor', endpoint, {})
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ status: 401, message: 'Log in om verder te gaan' })
  })

  const everybody = Object.keys(people) as Person[]
  // Logging out would end the session that the next call needs.
  const calls = guarded
    .filter(([name]) => name !== 'logout')
    .flatMap(([name, endpoint]) => everybody.slice(1).map((person) => [name, person, endpoint] as const))
  test.each(calls)('%s follows the role of %s', async (_, person, endpoint) => {
    const { statusCode } = await send(person, endpoint, {})
    const roles = people[person]
    if (mayUse(endpoint.access, { roles })) expect([200, 404, 422]).toContain(statusCode)
    else expect(statusCode).toBe(403)
  })

  test('S6.1 each role opens its own calls and no other', () => {
    expect(mayUse('bsgw_employee', { roles: ['bsgw_employee'] })).toBe(true)
    expect(mayUse('bsgw_employee', { roles: ['municipal_employee', 'administrator'] })).toBe(false)
    expect(mayUse('employees', undefined)).toBe(false)
  })
})

describe('S4.2 an employee who first has to choose a new password', async () => {
  const { id } = await insertEmployee(db, {
    email: 'new@loket.example',
    roles: ['bsgw_employee', 'municipal_employee', 'administrator'],
    renew_password: true,
  })
  const { access_token } = await logInAs(db, tokens, id)
  const ask = (endpoint: Endpoint) =>
    app.inject({
      method: endpoint.method,
      url: fullPath(endpoint).replace(/:(\w+)/g, '1'),
      headers: { authorization: `Bearer ${access_token}` },
    })
  // Logging out comes last.
  const open = ['showEmployee', 'changePassword', 'logout']

  test.each(guarded.filter(([name]) => !open.includes(name)))('may not use %s', async (_, endpoint) => {
    const response = await ask(endpoint)
    expect([response.statusCode, response.json().message]).toEqual([403, 'Kies eerst een nieuw wachtwoord'])
  })
  test.each([
    [showEmployee.path, showEmployee, 200],
    [changePassword.path, changePassword, 422],
    [logout.path, logout, 200],
  ])('may use %s', async (_, endpoint, status) => {
    expect((await ask(endpoint)).statusCode).toBe(status)
  })
})

const everyRole: Role[] = ['bsgw_employee', 'municipal_employee', 'administrator']

/** An employee who may do everything and is logged in, and what each call that is guarded answers them now. */
async function loggedIn() {
  const { id } = await insertEmployee(db, {
    email: `${crypto.randomUUID()}@rd4.example`,
    roles: everyRole,
    municipality_id: 917,
  })
  const { access_token } = await logInAs(db, tokens, id)
  const change = (employee: { roles?: Role[]; blocked_at?: Date }) =>
    db.updateTable('employee').set(employee).where('id', '=', id).execute()
  const statusOf = async (endpoint: (typeof endpoints)[string]) => {
    const url = fullPath(endpoint).replace(/:/g, '')
    const headers = { authorization: `Bearer ${access_token}` }
    return (await app.inject({ method: endpoint.method, url, headers })).statusCode
  }
  return { change, statusOf }
}

describe('S6.2 what changes about an employee holds for the token that is there already, on every call', () => {
  test('a role that was taken away', async () => {
    const { change, statusOf } = await loggedIn()
    for (const [name, endpoint] of guarded.filter(([, { access }]) => access !== 'employees')) {
      await change({ roles: everyRole })
      expect(await statusOf(endpoint), name).not.toBe(403)
      await change({ roles: everyRole.filter((role) => role !== endpoint.access) })
      expect(await statusOf(endpoint), name).toBe(403)
    }
  })

  test('being blocked', async () => {
    const { change, statusOf } = await loggedIn()
    await change({ blocked_at: new Date() })
    for (const [name, endpoint] of guarded) expect(await statusOf(endpoint), name).toBe(401)
  })
})

test.each(Object.entries(endpoints))('%s is in the OpenAPI document, with who may call it', async (name, endpoint) => {
  const document = (await app.inject('/api/v1/openapi.json')).json()
  const path = fullPath(endpoint).replace(/:(\w+)/g, '{$1}')
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths[path][endpoint.method.toLowerCase()]).toMatchObject({
    operationId: name,
    'x-access': accessOf(endpoint),
  })
})
