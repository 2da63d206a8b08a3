import { setTimeout } from 'node:timers/promises'
import {
  type Endpoint,
  fullPath,
  issueRolls,
  login,
  purposeHeader,
  refreshSession,
  showEmployee,
} from '@rd4-loket/contract'
import { hashPassword } from '../domain/sessions/password-hash.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { insertAddress, insertEmployee, insertPass } from './make.ts'

const password = 'Een lang wachtwoord voor de balie 2026'
const allowance = 6

/** Inserts clerks of one municipality, and passes with an allowance of 6 rolls each. */
export async function fillCounter(db: Db, { clerks = 1, passes = 1 } = {}) {
  const password_hash = await hashPassword(password)
  await sql`insert into municipality (id, name) values (917, 'Heerlen') on conflict do nothing`.execute(db)
  const emails = Array.from({ length: clerks }, (_, at) => `balie${at + 1}@heerlen.example`)
  for (const email of emails)
    await insertEmployee(db, {
      email,
      password_hash,
      roles: ['municipal_employee', 'bsgw_employee'],
      municipality_id: 917,
    })
  await sql`insert into roll_allowance (municipality_id, year, rolls)
    select 917, year, ${allowance} from generate_series(2020, 2100) as year`.execute(db)
  const numbers = Array.from({ length: passes }, (_, at) => `09${String(at).padStart(8, '0')}`)
  // An address has at most one active pass.
  for (const [at, number] of numbers.entries()) {
    const { id: address_id } = await insertAddress(db, { street: 'Wieënweg', house_number: 12 + at })
    await insertPass(db, { address_id, number })
  }
  return { emails, numbers, allowance }
}

/** An HTTP response, and the time of the request in ms. */
export type TimedResponse = { status: number; headers: Headers; text: string; ms: number }

/** Sends an HTTP request. Throws when there is no response. */
export async function request(
  url: string,
  path: string,
  { body, headers, method = body ? 'POST' : 'GET' }: { method?: string; body?: object; headers?: object } = {},
): Promise<TimedResponse> {
  const sentAt = performance.now()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, ms: performance.now() - sentAt }
}

/** Repeats a request until the status of its response is neither 503 nor 429. */
export async function retryUntilAvailable(attempt: () => Promise<TimedResponse>): Promise<TimedResponse> {
  for (;;) {
    const response = await attempt().catch(() => undefined)
    if (response && response.status !== 503 && response.status !== 429) return response
    await setTimeout(response ? 1000 : 100)
  }
}

/** A logged-in clerk: functions that send requests to the server at a URL. */
export type Clerk = Awaited<ReturnType<typeof logInClerk>>

/** Logs in a clerk at a server. The token is valid at every server that uses the same database. */
export async function logInClerk(url: string, email: string) {
  let authorization = ''
  let cookie = ''
  const store = ({ status, headers, text }: TimedResponse) => {
    if (status !== 200) throw new Error(`No token: ${status} ${text}`)
    authorization = `Bearer ${JSON.parse(text).data.access_token}`
    ;[cookie = ''] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  }
  store(await request(url, fullPath(login), { body: { email, password } }))
  return {
    authorization: () => authorization,
    renew: async (at: string) =>
      store(await request(at, fullPath(refreshSession), { method: 'POST', headers: { cookie } })),
    showEmployee: (at: string) => request(at, fullPath(showEmployee), { headers: { authorization } }),
    issueRolls: (at: string, environmental_pass_number: string, rolls: number, key: string) =>
      request(at, fullPath(issueRolls), {
        body: { environmental_pass_number, rolls },
        headers: { authorization, 'idempotency-key': key },
      }),
    /** Sends a call for the purpose of an objection. `path`: the values of the parts of its path. */
    objectionCall: (at: string, endpoint: Endpoint, path: Record<string, string | number>, body?: object) =>
      request(
        at,
        fullPath(endpoint).replace(/:(\w+)/g, (_, name) => String(path[name])),
        {
          method: endpoint.method,
          headers: { authorization, [purposeHeader]: 'aanslag_bezwaar' },
          ...(body && { body }),
        },
      ),
  }
}

/** Returns the stored number of roll issues per idempotency key, and the stored number of rolls per household. */
export async function findStoredIssues(db: Db) {
  const keys = await sql<{ key: string; times: number }>`
    select idempotency_key as key, count(*)::int as times from roll_issue group by 1`.execute(db)
  const passes = await sql<{ number: string; rolls: number }>`
    select number, coalesce(sum(rolls), 0)::int as rolls from environmental_pass
    left join roll_issue on environmental_pass_id = environmental_pass.id group by 1 order by 1`.execute(db)
  return {
    timesOf: new Map(keys.rows.map(({ key, times }) => [key, times])),
    rollsOf: new Map(passes.rows.map(({ number, rolls }) => [number, rolls])),
  }
}
