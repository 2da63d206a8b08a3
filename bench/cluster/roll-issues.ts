import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'undici'
import { withClient } from '../loket-command.ts'
import { call } from '../portal.ts'

/** The demo's employee who issues rolls and searches addresses. */
export const clerk = 'beide@rd4.example'
const heerlen = 917

/** A roll issue that was sent. Times are in ms since 1970. */
export type SentIssue = { key: string; sent_ms: number; acknowledged_ms?: number }

/** Allows any number of rolls on a pass, and returns the numbers of the active passes of the clerk's municipality. */
export const openPasses = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    await client.query('update roll_allowance set rolls = 1000000 where municipality_id = $1', [heerlen])
    const { rows } = await client.query<{ number: string }>(
      `select number from environmental_pass
       join address on address.id = address_id join street on street.id = street_id
       where status = 'active' and municipality_id = $1 order by environmental_pass.id`,
      [heerlen],
    )
    return rows.map(({ number }) => number)
  })

/**
 * Issues rolls with idempotency keys over some connections until `isDone` returns true. Repeats an issue with its key
 * until a reply acknowledges it, as the portal does. Returns all issues that were sent. `onAttempt` gets each reply.
 */
export async function issueRolls(
  pool: Pool,
  token: () => string,
  passes: string[],
  isDone: (sent: number) => boolean,
  onAttempt: (isAcknowledged: boolean) => void = () => {},
): Promise<SentIssue[]> {
  const issues: SentIssue[] = []
  const send = async () => {
    while (!isDone(issues.length)) {
      const issue: SentIssue = { key: crypto.randomUUID(), sent_ms: Date.now() }
      const number = passes[issues.push(issue) % passes.length]
      while (issue.acknowledged_ms === undefined) {
        const status = await issueOnce(pool, token(), number, issue.key)
        if (status !== undefined && status < 500 && status !== 200 && status !== 429)
          throw new Error(`A roll issue was rejected with status ${status}`)
        if (status === 200) issue.acknowledged_ms = Date.now()
        onAttempt(status === 200)
        await setTimeout(pause_ms)
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  return issues
}
const connections = 4
const pause_ms = 200

/** Sends one roll issue. Returns the status of the reply, or undefined when there is none. */
const issueOnce = (pool: Pool, token: string, environmental_pass_number: string | undefined, key: string) =>
  call(
    pool,
    {
      method: 'POST',
      path: '/api/v1/counter/services/register',
      headers: { 'idempotency-key': key },
      body: { environmental_pass_number, rolls: 1 },
    },
    token,
  ).then(
    ({ status }) => status,
    () => undefined,
  )

/** Returns which of these keys have a stored roll issue, and the number of roll issues stored since a moment. */
export const findStored = (url: string, keys: string[], since_ms: number) =>
  withClient(url, async (client) => {
    const stored = await client.query<{ key: string }>(
      'select idempotency_key as key from roll_issue where idempotency_key = any ($1)',
      [keys],
    )
    const total = await client.query<{ rows: number }>(
      'select count(*)::int as rows from roll_issue where requested_at >= $1',
      [new Date(since_ms)],
    )
    return { keys: new Set(stored.rows.map(({ key }) => key)), rows: total.rows[0]?.rows ?? 0 }
  })
