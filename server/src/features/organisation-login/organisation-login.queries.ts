import type { Role } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'

/** A login that waits for the return of the browser. */
type StartedLogin = {
  nonce: string
  code_verifier: string
  return_to: string
  /** The session of the browser before the login; null if there was none. */
  previous_session_id: string | null
  /** The provider must log the employee in again. */
  reauthenticates: boolean
}
type LoginKey = { organisation: string; state_hash: string; browser_hash: string }

export const insertStartedLogin = (db: Db, login: LoginKey & StartedLogin) => runSql(db)`
  insert into organisation_login (state_hash, browser_hash, organisation, nonce, code_verifier, return_to,
    previous_session_id, reauthenticates, expires_at)
  values (${login.state_hash}, ${login.browser_hash}, ${login.organisation}, ${login.nonce}, ${login.code_verifier},
    ${login.return_to}, ${login.previous_session_id}::uuid, ${login.reauthenticates},
    now() + make_interval(mins => ${lifetimes.organisationLogin_minutes}))`

/**
 * Deletes a login and returns it, so that each login is finished once. Returns undefined when it expired, or when
 * another browser or another organisation started it.
 */
export const deleteStartedLogin = (db: Db, { organisation, state_hash, browser_hash }: LoginKey) =>
  firstRow<StartedLogin>(db)`
  delete from organisation_login
  where state_hash = ${state_hash} and browser_hash = ${browser_hash} and organisation = ${organisation}
    and expires_at > now()
  returning nonce, code_verifier, return_to, previous_session_id, reauthenticates`

/** An employee who logs in at an organisation. `municipality`: null for all municipalities. */
export type LinkedEmployee = { id: number; roles: Role[]; municipality: string | null }

/** Returns the employee of an account at a provider; undefined for an unknown account or a blocked employee. */
export const findLinkedEmployee = (db: Db, issuer: string, subject: string) => firstRow<LinkedEmployee>(db)`
  select employee.id, roles, municipality.name as municipality
  from employee_identity join employee on employee.id = employee_id
  left join municipality on municipality.id = municipality_id
  where issuer = ${issuer} and subject = ${subject} and blocked_at is null`

/**
 * Returns the employee with an e-mail address. Returns undefined for any other address, a blocked employee and an
 * expired invitation. Locks the employee.
 */
export const findInvitedEmployee = (transaction: Db, email: string) => firstRow<LinkedEmployee>(transaction)`
  select employee.id, roles, (select name from municipality where municipality.id = municipality_id) as municipality
  from employee
  where email = lower(${email}) and blocked_at is null
    and (invitation_ends_at is null or invitation_ends_at > now())
  for update`

/**
 * Links an account to an employee, and accepts the invitation. Returns false when the account is already linked, or
 * when the employee has another account at this provider.
 */
export async function insertIdentity(transaction: Db, employee_id: number, issuer: string, subject: string) {
  const isLinked = await hasRow(transaction)`
    insert into employee_identity (issuer, subject, employee_id) values (${issuer}, ${subject}, ${employee_id})
    on conflict do nothing returning issuer`
  if (isLinked) await runSql(transaction)`update employee set invitation_ends_at = null where id = ${employee_id}`
  return isLinked
}

export const updateRoles = (transaction: Db, employee_id: number, roles: Role[]) => runSql(transaction)`
  update employee set roles = ${roles}::text[] where id = ${employee_id}`

/** Stores that a logout token was used. Returns false when it was used before. */
export const insertLogoutToken = (transaction: Db, issuer: string, jti: string) => hasRow(transaction)`
  insert into used_logout_token (issuer, jti) values (${issuer}, ${jti}) on conflict do nothing returning jti`

/** An account at a provider, or one session of that account. Null: any account, or any session. */
export type ProviderAccount = { issuer: string; subject: string | null; sid: string | null }

/** Ends the sessions of an account at a provider. Returns the ids of the employees. */
export const endSessionsAtProvider = (transaction: Db, { issuer, subject, sid }: ProviderAccount) => allRows<{
  employee_id: number
}>(transaction)`
  update session set ended_at = now(), opened_places = '[]'
  where issuer = ${issuer} and ended_at is null
    and (${sid}::text is null or provider_sid = ${sid})
    and (${subject}::text is null or employee_id =
      (select employee_id from employee_identity where issuer = ${issuer} and subject = ${subject}))
  returning employee_id`

/** Returns the issuer of a session; null for a login with a password. */
export const findSessionIssuer = (db: Db, session_id: string) => firstValue<string | null>(db)`
  select issuer from session where id = ${session_id}::uuid`
