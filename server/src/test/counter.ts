import { setTimeout } from 'node:timers/promises'
import { fullPath, issueRolls, login, refreshSession, showEmployee } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { hashPassword } from '../domain/sessions/passwords.ts'
import type { Db } from '../platform/database/database.ts'
import { insertAddress, insertEmployee, insertPass } from './make.ts'

const password = 'Een lang wachtwoord voor de balie 2026'
const allowance = 6

/** Fills a migrated database with clerks of one municipality and so many passes, each with an allowance of 6 rolls. */
export async function fillCounter(db: Db, { clerks = 1, passes = 1 } = {}) {
  const { id: address_id } = await insertAddress(db, { street: 'Wieënweg', house_number: 12 })
  const password_hash = await hashPassword(password)
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
  for (const number of numbers) await insertPass(db, { address_id, number })
  return { emails, numbers, allowance }
}

/** An answer as it arrived. */
export type Answer = { status: number; headers: Headers; text: string; ms: number }

/** Makes a call as a browser does; throws when no answer arrives. */
export async function ask(url: string, path: string, init: { method?: string; body?: object; headers?: object } = {}) {
  const { method = init.body ? 'POST' : 'GET', body, headers } = init
  const begin = performance.now()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, ms: performance.now() - begin } satisfies Answer
}

/** Asks again and again, as an employee does, until an answer comes that is no outage. */
export async function untilAnswered(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await attempt().catch(() => undefined)
    if (answer && answer.status !== 503 && answer.status !== 429) return answer
    // Somebody who is told that it is busy waits, if not as long as is asked; who gets no answer at all tries at once.
    await setTimeout(answer ? 1000 : 100)
  }
}

/** A clerk at the counter, with what a clerk asks. */
export type Clerk = Awaited<ReturnType<typeof logInClerk>>

/** A clerk, logged in at one server; the token works at every other. */
export async function logInClerk(url: string, email: string) {
  let authorization = ''
  let cookie = ''
  const keep = ({ status, headers, text }: Answer) => {
    if (status !== 200) throw new Error(`No token: ${status} ${text}`)
    authorization = `Bearer ${JSON.parse(text).data.access_token}`
    ;[cookie = ''] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  }
  keep(await ask(url, fullPath(login), { body: { email, password } }))
  return {
    authorization: () => authorization,
    /** Gets another token for the cookie. */
    renew: async (at: string) => keep(await ask(at, fullPath(refreshSession), { method: 'POST', headers: { cookie } })),
    /** Is this clerk still logged in there? */
    whoAmI: (at: string) => ask(at, fullPath(showEmployee), { headers: { authorization } }),
    handOut: (at: string, environmental_pass_number: string, rolls: number, key: string) =>
      ask(at, fullPath(issueRolls), {
        body: { environmental_pass_number, rolls },
        headers: { authorization, 'idempotency-key': key },
      }),
  }
}

/** What the database keeps of everything that was handed out: how often each key, how many rolls each pass. */
export async function keptRequests(db: Db) {
  const { rows } = await sql<{ key: string; times: number }>`
    select idempotency_key as key, count(*)::int as times from roll_issue group by 1`.execute(db)
  const passes = await sql<{ number: string; rolls: number }>`
    select number, coalesce(sum(rolls), 0)::int as rolls from environmental_pass
    left join roll_issue on environmental_pass_id = environmental_pass.id group by 1 order by 1`.execute(db)
  return {
    timesOf: new Map(rows.map(({ key, times }) => [key, times])),
    rollsOf: new Map(passes.rows.map(({ number, rolls }) => [number, rolls])),
  }
}
