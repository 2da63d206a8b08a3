import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import type { Actor, SessionEmployee } from '../../platform/http/api.ts'
import type { SecondFactorRule } from '../../platform/runtime/config.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'
import { appendSecurityEvent } from '../access-log/audit-log.queries.ts'
import type { LoginOrigin } from './login-origin.ts'

/** The settings of `findSession`. */
export type FinderSettings = {
  idle_hours: number
  /** The days after which each role must have a second factor. */
  rule: SecondFactorRule
  /** False for a replica, which is read-only. The default is true. */
  storesUse?: boolean
}

/**
 * Returns the employee of a live session, or undefined, and the seconds until time alone changes what is returned. A
 * session is live until it expires or is ended, for example by a logout or a new password. A blocked employee has no
 * live sessions. An employee who logged in at an organisation does not have to choose a new password. Without a proven
 * second factor, the employee must confirm with the factor that they have, or add one within the days of the rule.
 * Stores the use of the session when its stored use is old.
 */
export async function findSession(db: Db, session_id: string, { idle_hours, rule, storesUse = true }: FinderSettings) {
  const row = await firstRow<SessionEmployee & { valid_s: number }>(db)`
    select employee.id, session.id as session_id, email, employee.name, roles, row_height,
      renew_password and issuer is null as renew_password,
      case when municipality.id is not null then json_build_object('id', municipality.id, 'name', municipality.name) end as municipality,
      json_build_object(
        'is_set', factor.is_set,
        'is_required', grace.days is not null,
        'must_add', not has_second_factor and not factor.is_set and grace.days is not null
          and (grace.days = 0 or coalesce(grace.ends_at <= now(), false)),
        'must_confirm', factor.is_set and not has_second_factor and grace.days is not null,
        'due_at', case when not has_second_factor and not factor.is_set and grace.days > 0 and grace.ends_at > now()
          then dutch_time(grace.ends_at) end
      ) as second_factor,
      extract(epoch from least(
        expires_at,
        last_used_at + make_interval(secs => ${lifetimes.storedUse_s}),
        case when grace.ends_at > now() then grace.ends_at end
      ) - now())::float8 as valid_s
    from session
    join employee on employee.id = employee_id
    left join municipality on municipality.id = employee.municipality_id
    cross join lateral (
      select exists (select from second_factor where second_factor.employee_id = employee.id) as is_set
    ) factor
    cross join lateral (
      select min(days) as days, second_factor_grace_from + make_interval(days => min(days)) as ends_at
      from unnest(${Object.keys(rule)}::text[], ${Object.values(rule)}::int[]) as required (role, days)
      where role = any (roles)
    ) grace
    where session.id = ${session_id}::uuid
      and ended_at is null and expires_at > now() and blocked_at is null`
  if (!row) return undefined
  const { valid_s, ...employee } = row
  // This write is not awaited: it must not delay a call, and a call must succeed when the disk is full.
  if (storesUse && valid_s < 0) storeUse(db, session_id, idle_hours).catch(() => {})
  return { employee, valid_s }
}

/** The end of a session that is used now: after the idle time, and at most some days after its login. */
const endAfterUse = (started_at: Sql, idle_hours: number) => sql`
  least(${started_at} + make_interval(days => ${lifetimes.session_days}), now() + make_interval(hours => ${idle_hours}))`

const storeUse = (db: Db, session_id: string, idle_hours: number) => runSql(db)`
  update session set last_used_at = now(), expires_at = ${endAfterUse(sql`started_at`, idle_hours)}
  where id in (select id from session where id = ${session_id}::uuid for update skip locked)`

/** Maximum duration of a session in seconds. */
export const sessionSeconds = lifetimes.session_days * 24 * 3600

/**
 * A login: its origin, whether the employee proved a second factor, and the session at the OpenID provider.
 * `authenticated_at`: a Unix time. Without `provider`, it is a login with a password.
 */
type SessionStart = LoginOrigin & {
  idle_hours: number
  has_second_factor: boolean
  provider?: { issuer: string; sid: string | null; authenticated_at: number | null }
}

/**
 * Starts a session and returns it. Returns undefined when the employee was blocked, or the password was
 * changed after `checked_hash` was read.
 */
export async function insertSession(
  db: Db,
  employee_id: number,
  { browser, system, network, idle_hours, has_second_factor, provider }: SessionStart,
  checked_hash: string | null = null,
) {
  const id = crypto.randomUUID()
  // Locks the employee: a parallel block or password change waits for this insert, and then ends this session too.
  const seconds_left = await firstValue<number | undefined>(db)`
    insert into session (id, employee_id, browser, system, network, has_second_factor, issuer, provider_sid,
      authenticated_at, expires_at)
    select ${id}::uuid, employee.id, ${browser}, ${system}, ${network}, ${has_second_factor},
      ${provider?.issuer ?? null}, ${provider?.sid ?? null},
      to_timestamp(${provider?.authenticated_at ?? null}::float8), ${endAfterUse(sql`now()`, idle_hours)}
    from employee
    where employee.id = ${employee_id} and blocked_at is null
      and (${checked_hash}::text is null or password_hash = ${checked_hash})
    for share
    returning extract(epoch from expires_at - now())::int`
  return seconds_left === undefined ? undefined : { id, generation: 1, seconds_left, cookie_seconds: sessionSeconds }
}

/**
 * Starts a session with a proven second factor in the place of another session, which ends. Returns undefined when the
 * other session had ended. Lock the employee first.
 */
export async function replaceSession(transaction: Db, previous_id: string) {
  const id = crypto.randomUUID()
  const session = await firstRow<{ seconds_left: number; cookie_seconds: number }>(transaction)`
    with ended as (
      update session set ended_at = now(), opened_places = '[]'
      where id = ${previous_id}::uuid and ended_at is null and expires_at > now()
      returning *
    )
    insert into session (id, employee_id, started_at, expires_at, browser, system, network, has_second_factor, issuer,
      provider_sid, authenticated_at)
    select ${id}::uuid, employee_id, started_at, expires_at, browser, system, network, true, issuer,
      provider_sid, authenticated_at
    from ended
    returning extract(epoch from expires_at - now())::int as seconds_left,
      ${sessionSeconds} - extract(epoch from now() - started_at)::int as cookie_seconds`
  return session && { id, generation: 1, ...session }
}

/** Stores whether a session has a second factor, after the employee added or removed one. */
export const storeSecondFactor = (transaction: Db, session_id: string, has_second_factor: boolean) =>
  runSql(transaction)`update session set has_second_factor = ${has_second_factor} where id = ${session_id}::uuid`

/** Ends a session at once, on every node. Returns the id of its employee; undefined when it had ended. */
export const endSession = (db: Db, id: string) =>
  firstValue<number | undefined>(db)`
    update session set ended_at = now(), opened_places = '[]'
    where id = ${id}::uuid and ended_at is null and expires_at > now()
    returning employee_id`

/** Ends the previous session of a browser in which an employee logs in, and logs the employee of that session. */
export async function endPreviousSession(transaction: Db, visitor: Actor, session_id: string) {
  const employee_id = await endSession(transaction, session_id)
  if (employee_id === undefined) return
  const actor = { ...visitor, employee: { id: employee_id } }
  await appendSecurityEvent(transaction, actor, { action: 'end_sessions', result: 'done', result_count: 1 })
}

/** Ends all sessions of an employee except `current_session_id`, and invalidates mailed password links. */
export async function endSessions(transaction: Db, employee_id: number, current_session_id: string | null = null) {
  await runSql(transaction)`
    update session set ended_at = now(), opened_places = '[]'
    where employee_id = ${employee_id} and ended_at is null
      and (${current_session_id}::uuid is null or id <> ${current_session_id}::uuid)`
  await runSql(transaction)`delete from password_reset where employee_id = ${employee_id}`
}

/** Returns the hash of an employee's current password. */
export const findPasswordHash = (db: Db, employee_id: number) => firstValue<string | undefined>(db)`
  select password_hash from employee where id = ${employee_id}`

/**
 * Returns whether a session started at an organisation, whether its provider authenticated the employee within the last
 * `recentLogin_minutes`, and whether a second factor was proven. Single sign-on does not authenticate again.
 */
export async function findLogin(db: Db, session_id: string) {
  const login = await firstRow<{ by_organisation: boolean; is_recent: boolean; has_second_factor: boolean }>(db)`
    select issuer is not null as by_organisation, has_second_factor,
      coalesce(authenticated_at > now() - make_interval(mins => ${lifetimes.recentLogin_minutes}), false) as is_recent
    from session where id = ${session_id}::uuid`
  return login ?? { by_organisation: false, is_recent: false, has_second_factor: false }
}
