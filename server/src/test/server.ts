import { setTimeout } from 'node:timers/promises'
import { ApiError, type Endpoint, fullPath, type Problem, type Reply, type Role, type Sent } from '@rd4-loket/contract'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'
import { buildApp } from '../app/app.ts'
import { makeTokens, type Tokens } from '../domain/sessions/tokens.ts'
import { insertSession } from '../features/account/account.queries.ts'
import type { Db } from '../platform/database/database.ts'
import { testDatabase } from './database.ts'
import { insertEmployee } from './make.ts'

/** Who makes a call in a test: nobody logged in, or an employee with these roles. */
export const people = {
  visitor: [],
  bsgw: ['bsgw_employee'],
  municipal: ['municipal_employee'],
  both: ['bsgw_employee', 'municipal_employee'],
  administrator: ['administrator'],
} satisfies Record<string, Role[]>
export type Person = keyof typeof people

/** The settings of the server in tests: silent, and without a limit that a test would meet. */
export const settings = {
  public_url: undefined,
  security_contact: undefined,
  host: '127.0.0.1',
  port: 3000,
  api_host: undefined,
  trust_proxy: false as const,
  rate_limit: 1_000_000,
  pass_limit: 1_000_000,
  subject_secret: undefined,
  log_level: 'fatal' as const,
  metrics_token: undefined,
  calendar_source: 'api' as const,
  map_tiles: undefined,
  map_credit: '',
}

/** The key with which the server of the tests signs. */
export const secret = 'a secret of the tests, long enough to be one'

const heerlen = { id: 917, name: 'Heerlen' }

/** The whole server on a database of its own, and `call`: an endpoint as one of the people, its reply checked by the contract. */
export async function testServer() {
  const db = await testDatabase()
  const tokens = makeTokens({ secrets: [secret], ttl_minutes: 60 })
  const app = await buildApp({ db, reads: db }, tokens, settings)
  await app.ready()
  afterAll(() => app.close())
  const tokenOf = await logInEveryone(db, tokens)

  /** The answer as it is on the wire, whatever its status. */
  const send = <E extends Endpoint>(person: Person, endpoint: E, sent: Partial<Sent<E>>, accept?: string) => {
    const {
      params = {},
      query = {},
      body,
    } = sent as { params?: Record<string, string>; query?: Record<string, string>; body?: object }
    const url = fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? name))
    const token = tokenOf.get(person)
    return app.inject({
      method: endpoint.method,
      url,
      query,
      ...(body === undefined ? {} : { payload: body }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(accept && { accept }) },
    })
  }

  /** The reply of a call that succeeds; throws the ApiError of one that fails. */
  const call = async <E extends Endpoint>(person: Person, endpoint: E, sent: Sent<E>): Promise<Reply<E>> => {
    const response = await send(person, endpoint, sent)
    const answer = response.json()
    if (response.statusCode !== (endpoint.status ?? 200)) {
      const { status, message, errors, request_id } = answer as Problem
      throw new ApiError(status, message, errors, request_id)
    }
    const data = z.parse(endpoint.data, answer.data)
    return (endpoint.meta ? { data, meta: z.parse(endpoint.meta, answer.meta) } : data) as Reply<E>
  }

  return { app, db, tokens, tokenOf, send, call }
}

/** Asks again while the answer is that it is busy, as an employee does, for a minute: how soon a machine gets to it is not tested. */
export async function untilNotBusy<Answer extends { statusCode: number }>(
  ask: () => Promise<Answer>,
  times = 60,
): Promise<Answer> {
  const answer = await ask()
  if (answer.statusCode !== 503 || times === 1) return answer
  await setTimeout(1000)
  return untilNotBusy(ask, times - 1)
}

/** The token of a new session, for who needs no password to get one. */
export async function logInAs(db: Db, tokens: Tokens, employee_id: number) {
  const session = await insertSession(db, employee_id)
  if (!session) throw new Error('nobody to log in')
  return tokens.accessToken(session.id)
}

async function logInEveryone(db: Db, tokens: Tokens) {
  await db.insertInto('municipality').values(heerlen).execute()
  const tokenOf = new Map<Person, string>()
  for (const person of Object.keys(people) as Person[]) {
    if (person === 'visitor') continue
    const employee = await insertEmployee(db, {
      email: `${person}@loket.example`,
      roles: people[person],
      municipality_id: heerlen.id,
    })
    tokenOf.set(person, (await logInAs(db, tokens, employee.id)).access_token)
  }
  return tokenOf
}
