import { mayGrant, type OrganisationLoginProblem, type Role } from '@rd4-loket/contract'
import type { IDToken } from 'openid-client'
import { lockRights, recordEmployeeChange } from '../../domain/access-log/audit-log.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Actor } from '../../platform/http/api.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'
import { logsInAt, type OrganisationSettings } from '../../platform/runtime/organisations.ts'
import { LoginRefused } from './login-problem.ts'
import {
  findInvitedEmployee,
  findLinkedEmployee,
  insertIdentity,
  type LinkedEmployee,
  updateRoles,
} from './organisation-login.queries.ts'

const refuse = (problem: OrganisationLoginProblem): never => {
  throw new LoginRefused(problem)
}

/** Throws when the employee logged in with fewer or weaker factors than the settings require. */
export function requireFactors({ acr_values, amr_values }: OrganisationSettings, { acr, amr }: IDToken) {
  if (acr_values.length > 0 && !acr_values.includes(String(acr))) refuse('weak')
  if (!amr_values.every((method) => Array.isArray(amr) && amr.includes(method))) refuse('weak')
}

/**
 * Throws for an ID token of the future, and for one in which the employee represents another person: the portal knows
 * no representation, and NLGov does not allow a client to ignore it.
 */
export function requireOwnToken({ iat, represents }: IDToken) {
  const isFromFuture = iat > Date.now() / 1000 + lifetimes.providerClockDifference_s
  if (isFromFuture || represents !== undefined) refuse('rejected')
}

/** The kind of factor that a method of authentication proves (RFC 8176). Every other method proves none. */
const factorKinds = new Map<unknown, 'knowledge' | 'possession' | 'inherence'>([
  ...(['pwd', 'pin'] as const).map((method) => [method, 'knowledge'] as const),
  ...(['otp', 'hwk', 'swk', 'sc', 'sms', 'tel'] as const).map((method) => [method, 'possession'] as const),
  ...(['face', 'fpt', 'iris', 'retina', 'vbm'] as const).map((method) => [method, 'inherence'] as const),
])

/**
 * Returns whether the employee proved a second factor: the provider always requires one, states an accepted level, or
 * states `mfa` or methods of two kinds.
 */
export function provesSecondFactor(
  { requires_second_factor, acr_values }: OrganisationSettings,
  { acr, amr }: IDToken,
) {
  if (requires_second_factor || acr_values.includes(String(acr))) return true
  const methods: unknown[] = Array.isArray(amr) ? amr : []
  return methods.includes('mfa') || new Set(methods.flatMap((method) => factorKinds.get(method) ?? [])).size > 1
}

/** Returns the Unix time at which the provider authenticated the employee; null when the ID token states none. */
export const authenticationTime = ({ auth_time }: IDToken) =>
  typeof auth_time === 'number' ? Math.min(auth_time, Date.now() / 1000) : null

/** Throws when the provider does not state that the employee has logged in again: single sign-on is not enough. */
export function requireNewLogin(claims: IDToken) {
  const age_s = Date.now() / 1000 - (authenticationTime(claims) ?? 0)
  if (age_s > lifetimes.recentLogin_minutes * 60) refuse('stale')
}

/**
 * Returns the e-mail address that the provider has verified. Entra sends `xms_edov` instead of `email_verified`. It
 * states whether the owner of the domain of the address was verified.
 */
function verifiedEmail({ email, email_verified, xms_edov }: IDToken) {
  const isVerified = email_verified === true || [true, 1, '1', 'true'].includes(xms_edov as string)
  return typeof email === 'string' && isVerified ? email.trim() : refuse('unconfirmed')
}

/** Links the account to the invited employee with its e-mail address, and returns that employee. */
async function link(transaction: Db, organisation: OrganisationSettings, claims: IDToken) {
  const email = verifiedEmail(claims)
  const employee = await findInvitedEmployee(transaction, email)
  if (!employee || !logsInAt(organisation, employee.municipality)) return refuse('unknown')
  const isLinked = await insertIdentity(transaction, employee.id, organisation.issuer, claims.sub)
  return isLinked ? employee : refuse('unknown')
}

/**
 * Returns the employee of an account. The first login finds the employee by e-mail address, and every later login by
 * issuer and subject only: an address can get another owner.
 */
export async function identify(transaction: Db, organisation: OrganisationSettings, claims: IDToken) {
  const known = await findLinkedEmployee(transaction, organisation.issuer, claims.sub)
  if (!known) return { employee: await link(transaction, organisation, claims), isNew: true }
  return logsInAt(organisation, known.municipality) ? { employee: known, isNew: false } : refuse('unknown')
}

/**
 * Returns the roles that a claim grants. An employee of one municipality cannot get the role of the provider's side.
 */
function grantedRoles(
  { claim, mapping }: NonNullable<OrganisationSettings['granted_roles']>,
  claims: IDToken,
  municipality: string | null,
): Role[] {
  const value = claim.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], claims)
  const values = [value].flat().map(String)
  const of = { municipality: municipality === null ? null : {} }
  const roles = mapping.filter((pair) => values.includes(pair.value) && mayGrant(pair.role, of)).map(({ role }) => role)
  // A clerk belongs to a municipality.
  const mayBeClerk = municipality !== null || roles.includes('administrator')
  return [...new Set(roles)].filter((role) => role !== 'municipal_employee' || mayBeClerk)
}

/**
 * Gives an employee exactly the roles that a claim grants, logs the change, and returns the roles. Returns the current
 * roles when the settings name no claim. Throws when the claim grants no role.
 */
export async function applyRoles(
  transaction: Db,
  { granted_roles }: OrganisationSettings,
  claims: IDToken,
  { id, roles: current, municipality }: LinkedEmployee,
  actor: Actor,
) {
  if (!granted_roles) return current
  const roles = grantedRoles(granted_roles, claims, municipality)
  if (roles.length === 0) refuse('roleless')
  if ([...roles].sort().join() === [...current].sort().join()) return current
  const before = await lockRights(transaction, id)
  await updateRoles(transaction, id, roles)
  await recordEmployeeChange(transaction, actor, id, before)
  return roles
}
