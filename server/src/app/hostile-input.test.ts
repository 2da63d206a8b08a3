import {
  approveAllowance,
  approveCorrection,
  approveCorrectionUndo,
  approveQuarantineLine,
  type Endpoint,
  fullPath,
  Problem,
  saveAllowance,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { exampleRequest } from '@rd4-loket/contract/examples'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hashPassword } from '../domain/sessions/password-hash.ts'
import { sql } from '../platform/database/sql.ts'
import { effort, someOf, testSeed } from '../test/effort.ts'
import { type AnyInput, anyInput } from '../test/inputs/any-input.ts'
import { insertSample } from '../test/sample.ts'
import { type Person, people, testServer } from '../test/server.ts'

/** The number of generated inputs per call. */
const runs = 6 * effort
// Much longer than any call takes, so that only a call that never ends exceeds this time.
const hang_ms = 20_000

const { app, db, idOf, tokenOf } = await testServer()
const keys = await insertSample(db, { id: 917, name: 'Heerlen' })

const password = 'een wachtwoord voor iedereen'
await sql`update employee set password_hash = ${await hashPassword(password)}`.execute(db)

/** Adds each value of a request to the values of its field, also of the objects in a list. */
function addValues(values: Record<string, unknown[]>, request: object) {
  for (const [name, value] of Object.entries(request)) {
    values[name] = [...(values[name] ?? []), value]
    for (const part of [value].flat()) if (typeof part === 'object' && part !== null) addValues(values, part)
  }
  return values
}

/** The values of all examples, by field name. The calls of the administrator change a colleague of the caller. */
const existing = addValues(
  { password: [password], current_password: [password], email: ['both@loket.example'], street: ['akerstrat'] },
  Object.values(endpoints).map((endpoint) => exampleRequest(endpoint, keys)),
)

const callers: Record<string, Person> = {
  everyone: 'visitor',
  employees: 'both',
  editors: 'both',
  bsgw_employee: 'bsgw',
  municipal_employee: 'municipal',
  administrator: 'administrator',
}

// A call can change the access of every employee, and end every session.
beforeEach(async () => {
  await sql`update session set ended_at = null`.execute(db)
  for (const person of ['bsgw', 'municipal', 'both', 'administrator'] as const)
    await sql`
      update employee set blocked_at = null, municipality_id = 917, roles = ${people[person]}
      where id = ${idOf.get(person)}`.execute(db)
})

async function send(endpoint: Endpoint, { params, query, body, headers }: AnyInput) {
  const token = tokenOf.get(callers[endpoint.access] ?? 'visitor')
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const response = app.inject({
    method: endpoint.method,
    url: `${path}${query && `?${query.replaceAll('#', '')}`}`,
    ...(body === undefined ? {} : { payload: body }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  })
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no response')), hang_ms).unref())
  return Promise.race([response, late])
}

// A message may quote the input, but must never contain internals of the server.
const leaks =
  /\n\s+at |node_modules|\.(ts|js|sql):\d|SQLSTATE|syntax error|violates|relation "|invalid input|[Uu]nexpected token|\/(work|home|usr|tmp)\//

// A clerk may propose an allowance, but not save it. Nobody approves an own proposal.
const ownProposals: Endpoint[] = [approveAllowance, approveCorrection, approveCorrectionUndo, approveQuarantineLine]
const mayRefuse: Endpoint[] = [saveAllowance, ...ownProposals]

/** Expects a reply of the contract or a problem. */
function expectSound(endpoint: Endpoint, { statusCode, body, headers }: Awaited<ReturnType<typeof send>>) {
  expect(statusCode).toBeLessThan(500)
  expect(headers).toHaveProperty('x-request-id')
  if (statusCode >= 400) {
    expect(headers['content-type']).toBe('application/problem+json')
    const problem = Problem.parse(JSON.parse(body))
    expect(problem.status).toBe(statusCode)
    for (const text of [problem.title, problem.message, ...Object.values(problem.errors).flat()])
      expect(text).not.toMatch(leaks)
    if (statusCode === 422) expect(Object.keys(problem.errors)).not.toEqual([])
    if (endpoint.access !== 'everyone') expect(statusCode).not.toBe(401)
    if (endpoint.access !== 'everyone' && !mayRefuse.includes(endpoint)) expect(statusCode).not.toBe(403)
    return
  }
  if (endpoint.type || endpoint.file || endpoint.download || endpoint.unwrapped || statusCode === 304) return
  const { data, meta } = JSON.parse(body)
  z.parse(endpoint.data, data)
  if (endpoint.meta) z.parse(endpoint.meta, meta)
}

// Runs before the generated inputs, which can end the sessions of the callers.
// A month and a year are values that a user chose, and a wrong one is invalid input.
const byIdentifier = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
  [...endpoint.path.matchAll(/:(\w+)/g)]
    .map(([, param = '']) => param)
    .filter((param) => param !== 'month' && param !== 'year')
    .map((param) => [name, param, endpoint] as const),
)
const unknownOf = (param: string) => (param === 'session_id' || param === 'contact_id' ? crypto.randomUUID() : '9998')

test.each(byIdentifier)(
  '%s treats a text that cannot be its %s as an unknown one, also with a control character',
  async (_, param, endpoint) => {
    const { params, query, body }: Partial<Record<'params' | 'query' | 'body', object>> = exampleRequest(endpoint, keys)
    const answerTo = async (value: string) => {
      const response = await send(endpoint, {
        params: { ...params, [param]: value },
        query: new URLSearchParams({ ...query }).toString(),
        body: body && JSON.stringify('current_password' in body ? { ...body, current_password: password } : body),
        headers: {},
      })
      const { request_id: _, ...problem } = response.json()
      return problem
    }
    const unknown = await answerTo(unknownOf(param))
    // An unknown action of the desk is refused like an action of a colleague.
    expect([404, 409]).toContain(unknown.status)
    const impossible = ['a'.repeat(65), '%0A', '%00', '%F0%9F%98%80', '..%2Fhome', '1e3', '-1', '9'.repeat(40)]
    const others = ['a'.repeat(9000), '%20', 'a%00b', '%7F', '%C2%85', '%E2%80%AE', '%E2%80%8Bnowhere', '1%00']
    for (const value of [...impossible, ...someOf(others)])
      expect(await answerTo(value), value.slice(0, 70)).toEqual(unknown)
  },
)

// A logout would end the session that the other calls use.
const calls = Object.entries(endpoints).filter(([name]) => name !== 'logout')

test.each(calls)(
  '%s returns a valid reply or a problem for generated input, and reveals no internals',
  async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(anyInput(endpoint, existing), async (input) =>
        expectSound(endpoint, await send(endpoint, input)),
      ),
      { seed: testSeed, numRuns: runs },
    )
  },
)
