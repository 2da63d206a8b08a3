import type { Role, RowHeight } from '@rd4-loket/contract'
import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import { endSession, endSessions, sessionSeconds } from '../../domain/sessions/session.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { allValues, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import type { Actor } from '../../platform/http/api.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'

type Credentials = { id: number; password_hash: string; roles: Role[]; municipality: string | null }

/** Returns the credentials, roles and municipality of an employee; undefined for an unknown or blocked employee. */
export const findCredentials = (db: Db, email: string) => firstRow<Credentials>(db)`
  select id, password_hash, roles,
    (select name from municipality where municipality.id = municipality_id) as municipality
  from employee where email = ${email} and blocked_at is null`

/** Replaces the hash of a password that did not change. Returns false when `before` is no longer the stored hash. */
export const updateHash = (db: Db, employee_id: number, before: string, after: string) => hasRow(db)`
  update employee set password_hash = ${after} where id = ${employee_id} and password_hash = ${before} returning id`

/** Stores the height of rows that an employee chose. Their sessions are then read again, on every node. */
export const updateRowHeight = (db: Db, employee_id: number, row_height: RowHeight) => runSql(db)`
  update employee set row_height = ${row_height} where id = ${employee_id}`

/**
 * Renews a session for the holder of a cookie. `arrivedAt` is `performance.now()` when the request arrived. Returns the
 * generation of the next cookie, and the remaining seconds of the session and of the cookie. Accepts the previous
 * cookie for a short time after a renewal. Any other old cookie means that a copy was stolen, so the session ends.
 * Returns undefined when the session has ended.
 */
export function renewSession(
  db: Db,
  { session_id: id, generation }: { session_id: string; generation: number },
  caller: Actor,
  arrivedAt: number,
) {
  return db.transaction(async (transaction) => {
    // The wait for a database connection must not count against the browser's grace period.
    const waitedSeconds = (performance.now() - arrivedAt) / 1000
    const session = await firstRow<{
      employee_id: number
      generation: number
      seconds_left: number
      cookie_seconds: number
      just_renewed: boolean
    }>(transaction)`
      select employee_id, generation, extract(epoch from expires_at - now())::int as seconds_left,
        ${sessionSeconds} - extract(epoch from now() - started_at)::int as cookie_seconds,
        renewed_at > now() - ${lifetimes.previousCookie_s + waitedSeconds} * interval '1 second' as just_renewed
      from session join employee on employee.id = employee_id
      where session.id = ${id}::uuid and ended_at is null and expires_at > now() and blocked_at is null
      for update of session`
    if (!session) return undefined
    const { employee_id, seconds_left, cookie_seconds, just_renewed, generation: current } = session
    // The generation rises at most once within the grace period. The cookie of a request
    // in flight has the current or the previous generation.
    const isFresh = just_renewed && current > 1
    if (isFresh && (generation === current || generation === current - 1))
      return { generation: current, seconds_left, cookie_seconds }
    if (generation !== current) {
      await endSession(transaction, id)
      await appendSecurityEvent(
        transaction,
        { ...caller, employee: { id: employee_id } },
        { action: 'end_sessions', result: 'done' },
      )
      return undefined
    }
    await runSql(transaction)`
      update session set generation = ${current + 1}, renewed_at = now() where id = ${id}::uuid`
    return { generation: current + 1, seconds_left, cookie_seconds }
  })
}

/** Returns the remaining seconds of a live session; undefined when it has ended, or when its employee is blocked. */
export const findSecondsLeft = (db: Db, session_id: string) => firstValue<number | undefined>(db)`
  select ceil(extract(epoch from expires_at - now()))::int
  from session join employee on employee.id = employee_id
  where session.id = ${session_id}::uuid and ended_at is null and expires_at > now() and blocked_at is null`

/** Returns whether a known network is stored under this key, which `networkKey` computes. */
export const isKnownNetwork = (db: Db, key: string) => hasRow(db)`select from login_network where key = ${key}`

/** Stores that an employee logged in from a network. */
export async function storeKnownNetwork(db: Db, key: string) {
  await runSql(db)`
    insert into login_network (key) values (${key})
    on conflict (key) do update set last_login_at = now()`
  await runSql(db)`
    delete from login_network where last_login_at < now() - make_interval(days => ${lifetimes.knownNetwork_days})`
}

/**
 * Replaces a password. An open invitation then counts as accepted. Ends all sessions except `current_session_id`, and
 * invalidates mailed links.
 */
export async function updatePassword(
  transaction: Db,
  employee_id: number,
  password_hash: string,
  current_session_id?: string,
) {
  await runSql(transaction)`
    update employee set password_hash = ${password_hash}, renew_password = false, invitation_ends_at = null
    where id = ${employee_id}`
  await endSessions(transaction, employee_id, current_session_id)
}

/** Returns whether a reset token is valid for an e-mail address. */
export const hasPasswordReset = (db: Db, email: string, token_hash: string) => hasRow(db)`
  select from password_reset join employee on employee.id = employee_id
  where token_hash = ${token_hash} and email = ${email} and blocked_at is null and expires_at > now()`

/** Consumes a valid reset token and returns its employee's id; undefined for a token that is not valid. */
export function deletePasswordReset(transaction: Db, email: string, token_hash: string) {
  return firstValue<number | undefined>(transaction)`
    delete from password_reset using employee
    where employee.id = employee_id and token_hash = ${token_hash} and email = ${email}
      and blocked_at is null and expires_at > now()
    returning employee_id`
}

/** Returns the names of all municipalities of the portal. */
export const findMunicipalityNames = (db: Db) => allValues<string>(db)`select name from municipality`
