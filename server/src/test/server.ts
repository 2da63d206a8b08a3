import { setTimeout } from 'node:timers/promises'
import {
  ApiError,
  type Endpoint,
  fullPath,
  mayUse,
  Problem,
  type Reply,
  type RequestInput,
  type Role,
} from '@rd4-loket/contract'
import { exampleRequest, type SampleKeys } from '@rd4-loket/contract/examples'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { buildApp } from '../app/app.ts'
import { insertSession } from '../domain/sessions/session.queries.ts'
import { makeTokens, type Tokens } from '../domain/sessions/tokens.ts'
import type { Database } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import type { Config } from '../platform/runtime/config.ts'
import type { OrganisationSettings } from '../platform/runtime/organisations.ts'
import { afterTestFile } from './after-test-file.ts'
import { checkReplies } from './check-replies.ts'
import { insertEmployee, insertRow } from './make.ts'
import { testDatabase } from './test-database.ts'

/** The callers in tests, by name, and their roles. The visitor is not logged in. */
export const people = {
  visitor: [],
  bsgw: ['bsgw_employee'],
  municipal: ['municipal_employee'],
  both: ['bsgw_employee', 'municipal_employee'],
  administrator: ['administrator'],
} satisfies Record<string, Role[]>
export type Person = keyof typeof people

/**
 * Returns an employee who may make a call, or else the visitor. Returns a provider employee only for a call of provider
 * employees, because provider employees may see all municipalities.
 */
export const callerOf = ({ access }: Endpoint): Person =>
  (['municipal', 'administrator', 'bsgw'] as const).find((person) => mayUse(access, { roles: people[person] })) ??
  'visitor'

/** The JWT secret of the test server. */
export const secret = 'a secret of the tests, long enough to be one'

/** The settings of the server in tests. Nothing is logged, and the rate limits are higher than any test needs. */
export const settings = {
  public_url: undefined as string | undefined,
  security_contact: undefined,
  host: '127.0.0.1',
  port: 3000,
  api_host: undefined,
  trust_proxy: false as const,
  rate_limit: 1_000_000,
  pass_limit: 1_000_000,
  subject_secret: undefined,
  log_level: 'fatal' as Config['log_level'],
  metrics_token: undefined,
  figures_token: undefined,
  otlp_endpoint: undefined,
  calendar_source: 'api' as const,
  portal_name: 'Rd4 Loket',
  logo_file: undefined,
  theme_file: undefined,
  jwt_ttl_minutes: 60,
  session_idle_hours: 12,
  map_tiles: undefined,
  map_credit: '',
  letterhead: ['Rd4 Loket'],
  mail_from: { name: 'Rd4 Loket', address: 'loket@rd4.example' },
  organisations: [] as OrganisationSettings[],
  extra_legal_days: [],
  queue_four_eyes_cents: 10_000,
  keep_months: { schemes: 36 },
  leaked_passwords_file: undefined as string | undefined,
  secrets: (): [string] => [secret],
  // No role needs a second factor.
  second_factor: {},
}

/** The login of the sessions in tests. */
export const testLogin = {
  browser: 'Firefox',
  system: 'Windows',
  network: '192.0.2.x',
  idle_hours: 12,
  has_second_factor: false,
}

const heerlen = { id: 917, name: 'Heerlen' }

/**
 * Starts the complete server in this process, with its own database and a logged-in employee of each kind. `changed`:
 * settings that differ from those of other tests. `log_stream`: where the log goes. `sessionChanges`: the reported
 * changes of sessions; without them, no session is remembered.
 */
export async function testServer({
  traced = false,
  sessionChanges,
  ...changed
}: Partial<typeof settings> & {
  traced?: boolean
  log_stream?: { write: (line: string) => void }
  sessionChanges?: Database['sessionChanges']
} = {}) {
  const db = await testDatabase({ traced })
  const tokens = makeTokens({ secrets: () => [secret], ttl_minutes: 60 })
  const app = await buildApp({ db, reads: db, ...(sessionChanges && { sessionChanges }) }, tokens, {
    ...settings,
    ...changed,
  })
  app.addHook('onSend', requireSentences)
  checkReplies(app)
  await app.ready()
  afterTestFile(() => app.close())
  const { tokenOf, idOf } = await logInEveryone(db, tokens)

  /** Sends a request and returns the HTTP response with any status. */
  const send = <E extends Endpoint>(
    person: Person,
    endpoint: E,
    sent: Partial<RequestInput<E>>,
    headers: Record<string, string> = {},
  ) => {
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
      ...(body === undefined ? {} : { payload: body instanceof Uint8Array ? Buffer.from(body) : body }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(endpoint.upload && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
    })
  }

  /** Sends the example of an endpoint for rows with these keys. The default caller is the employee of `callerOf`. */
  const sendExample = (
    endpoint: Endpoint,
    keys: SampleKeys,
    { person = callerOf(endpoint), headers = {} }: { person?: Person; headers?: Record<string, string> } = {},
  ) => send(person, endpoint, exampleRequest(endpoint, keys), headers)

  /** Returns the reply, parsed by the contract. Throws an ApiError when the request fails. */
  const call = async <E extends Endpoint>(
    person: Person,
    endpoint: E,
    sent: RequestInput<E>,
    headers: Record<string, string> = {},
  ): Promise<Reply<E>> => {
    const response = await send(person, endpoint, sent, headers)
    const reply = response.json()
    if (response.statusCode !== (endpoint.status ?? 200)) {
      const { status, message, errors, request_id } = reply as Problem
      throw new ApiError(status, message, errors, request_id)
    }
    const data = z.parse(endpoint.data, reply.data)
    return (endpoint.meta ? { data, meta: z.parse(endpoint.meta, reply.meta) } : data) as Reply<E>
  }

  return { app, db, tokens, tokenOf, idOf, send, sendExample, call }
}

/** Throws when a problem does not state in words what is wrong. The portal shows these sentences to the employee. */
async function requireSentences(_request: FastifyRequest, reply: FastifyReply, body: unknown) {
  if (reply.getHeader('content-type') !== 'application/problem+json') return
  const { title, message, errors } = z.parse(Problem, JSON.parse(`${body}`))
  const sentences = [title, message, ...Object.values(errors).flatMap((texts) => (texts.length > 0 ? texts : ['']))]
  const isSentence = (text: string) => /^\S.*\p{L}{2}/u.test(text)
  // Without a status of its own, the error would be sent with the status of the problem.
  if (!sentences.every(isSentence)) throw Object.assign(new Error(`Without a sentence: ${body}`), { statusCode: 500 })
}

/** Repeats a request every second while the response is 503, at most 60 times. So no test fails on a busy machine. */
export async function retryWhileBusy<Response extends { statusCode: number }>(
  send: () => Promise<Response>,
  times = 60,
): Promise<Response> {
  const response = await send()
  if (response.statusCode !== 503 || times === 1) return response
  await setTimeout(1000)
  return retryWhileBusy(send, times - 1)
}

/** Starts a session without a password, and returns its access token. */
export async function logInAs(db: Db, tokens: Tokens, employee_id: number) {
  const session = await insertSession(db, employee_id, testLogin)
  if (!session) throw new Error('This employee does not exist or is blocked')
  return tokens.accessToken(session.id)
}

async function logInEveryone(db: Db, tokens: Tokens) {
  await insertRow(db, 'municipality', heerlen)
  const tokenOf = new Map<Person, string>()
  const idOf = new Map<Person, number>()
  for (const person of Object.keys(people) as Person[]) {
    if (person === 'visitor') continue
    const employee = await insertEmployee(db, {
      email: `${person}@loket.example`,
      roles: people[person],
      municipality_id: heerlen.id,
    })
    idOf.set(person, employee.id)
    tokenOf.set(person, (await logInAs(db, tokens, employee.id)).access_token)
  }
  return { tokenOf, idOf }
}
