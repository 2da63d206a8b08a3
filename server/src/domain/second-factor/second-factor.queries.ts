import type { Db } from '../../platform/database/db.ts'
import { allRows, allValues, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'

/** Returns the kinds of second factor that an employee has, and whether a recovery code is left. */
export async function findFactorKinds(db: Db, employee_id: number) {
  const kinds = await allValues<'totp' | 'passkey'>(db)`
    select distinct kind from second_factor where employee_id = ${employee_id} order by kind desc`
  const hasCode = await hasRow(db)`select from recovery_code where employee_id = ${employee_id} limit 1`
  return kinds.length > 0 && hasCode ? [...kinds, 'recovery' as const] : kinds
}

/** Returns whether an employee has a second factor. Locks the employee: none is added until the transaction ends. */
export async function lockFactors(transaction: Db, employee_id: number) {
  await runSql(transaction)`select from employee where id = ${employee_id} for no key update`
  return hasRow(transaction)`select from second_factor where employee_id = ${employee_id} limit 1`
}

/** Returns the sealed secrets of an employee's authenticator apps. */
export const findTotpSecrets = (db: Db, employee_id: number) => allRows<{ id: number; sealed_secret: Buffer }>(db)`
  select id, sealed_secret from second_factor where employee_id = ${employee_id} and kind = 'totp'`

type StoredPasskey = {
  id: number
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
}

/** Returns the passkeys of an employee. */
export const findPasskeys = (db: Db, employee_id: number) => allRows<StoredPasskey>(db)`
  select id, credential_id, public_key, sign_count::float8 as sign_count, transports
  from second_factor where employee_id = ${employee_id} and kind = 'passkey'`

/** Returns one passkey of an employee, by the id that the authenticator gave it. */
export const findPasskey = async (db: Db, employee_id: number, credential_id: string) =>
  (await findPasskeys(db, employee_id)).find((passkey) => passkey.credential_id === credential_id)

/** Stores a challenge for an employee's passkeys, and deletes the challenges that have expired. */
export async function insertChallenge(db: Db, employee_id: number, purpose: 'log_in' | 'add', challenge: string) {
  await runSql(db)`delete from passkey_challenge where expires_at < now()`
  await runSql(db)`
    insert into passkey_challenge (challenge, employee_id, purpose, expires_at)
    values (${challenge}, ${employee_id}, ${purpose},
      now() + make_interval(mins => ${lifetimes.passkeyChallenge_minutes}))`
}

/** Deletes a live challenge and returns it; undefined for any other text. */
export const takeChallenge = (db: Db, employee_id: number, purpose: 'log_in' | 'add', challenge: string) =>
  firstValue<string | undefined>(db)`
    delete from passkey_challenge
    where challenge = ${challenge} and employee_id = ${employee_id} and purpose = ${purpose} and expires_at > now()
    returning challenge`

/** Returns the unused recovery codes of an employee. */
export const findRecoveryCodes = (db: Db, employee_id: number) => allRows<{ id: number; code_hash: string }>(db)`
  select id, code_hash from recovery_code where employee_id = ${employee_id}`

/** Replaces all recovery codes of an employee. */
export async function replaceRecoveryCodes(transaction: Db, employee_id: number, hashes: string[]) {
  await runSql(transaction)`delete from recovery_code where employee_id = ${employee_id}`
  await runSql(transaction)`
    insert into recovery_code (employee_id, code_hash)
    select ${employee_id}, code_hash from unnest(${hashes}::text[]) as code_hash`
}

/**
 * Stores for each app that a code of its time step was used. Returns false when one of them has used a code of that
 * step or a later one before.
 */
export async function useTotpSteps(transaction: Db, apps: { id: number; step: number }[]) {
  const used = await allValues<number>(transaction)`
    update second_factor set last_step = step, last_used_at = now()
    from unnest(${apps.map(({ id }) => id)}::int[], ${apps.map(({ step }) => step)}::bigint[]) as app (id, step)
    where second_factor.id = app.id and last_step < step
    returning second_factor.id`
  return used.length === apps.length
}

/**
 * Stores the count of a passkey's signatures. Returns false when a parallel login stored the same or a higher count.
 */
export const usePasskeyCount = (transaction: Db, id: number, sign_count: number) => hasRow(transaction)`
  update second_factor set sign_count = ${sign_count}, last_used_at = now()
  where id = ${id} and (sign_count < ${sign_count} or ${sign_count} = 0)
  returning id`

/** Deletes a recovery code. Returns false when a parallel login used it. */
export const useRecoveryCode = (transaction: Db, id: number) => hasRow(transaction)`
  delete from recovery_code where id = ${id} returning id`

/** Starts the period in which an employee may work without a required second factor, unless it has started before. */
export const startGracePeriod = (transaction: Db, employee_id: number) => runSql(transaction)`
  update employee set second_factor_grace_from = now()
  where id = ${employee_id} and second_factor_grace_from is null`

/** Deletes every second factor and recovery code of an employee. A new period without a second factor can start. */
export async function deleteFactors(transaction: Db, employee_id: number) {
  await runSql(transaction)`delete from second_factor where employee_id = ${employee_id}`
  await runSql(transaction)`delete from recovery_code where employee_id = ${employee_id}`
  await runSql(transaction)`delete from passkey_challenge where employee_id = ${employee_id}`
  await runSql(transaction)`update employee set second_factor_grace_from = null where id = ${employee_id}`
}

/** Returns the sealed secrets of all authenticator apps. */
export const findAllTotpSecrets = (db: Db) =>
  allRows<{ id: number; employee_id: number; sealed_secret: Buffer }>(db)`
    select id, employee_id, sealed_secret from second_factor where kind = 'totp'`

/** Replaces a sealed secret, unless another node has replaced it. */
export const updateSealedSecret = (db: Db, id: number, before: Buffer, after: Buffer) => runSql(db)`
  update second_factor set sealed_secret = ${after} where id = ${id} and sealed_secret = ${before}`

/** Returns the key by which the logs identify an employee. */
export const findAuditKey = async (db: Db, employee_id: number) => {
  const row = await firstRow<{ audit_key: string }>(db)`select audit_key from employee where id = ${employee_id}`
  if (!row) throw new Error(`Employee ${employee_id} does not exist`)
  return row.audit_key
}
