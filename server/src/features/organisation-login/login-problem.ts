import type { OrganisationLoginProblem } from '@rd4-loket/contract'
import type { FastifyBaseLogger } from 'fastify'
import * as openid from 'openid-client'
import { isProviderOutage } from './openid-provider.ts'

/** A login that the portal does not accept, although the provider did. */
export class LoginRefused extends Error {
  readonly problem: OrganisationLoginProblem
  constructor(problem: OrganisationLoginProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Returns the problem of a rejected login, as the login page explains it. */
export function problemOf(error: unknown): OrganisationLoginProblem {
  if (error instanceof LoginRefused) return error.problem
  if (error instanceof openid.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'rejected'
  return isProviderOutage(error) ? 'unavailable' : 'rejected'
}

/** Returns whether the provider or the employee caused an error. Any other error is a fault of this server. */
const isExpected = (error: unknown) =>
  error instanceof LoginRefused ||
  error instanceof openid.AuthorizationResponseError ||
  error instanceof openid.ResponseBodyError ||
  error instanceof openid.WWWAuthenticateChallengeError ||
  error instanceof openid.ClientError ||
  isProviderOutage(error)

/**
 * Logs a rejected login, and the place of an unexpected error. The message of the error is not logged, because it can
 * contain claims.
 */
export function logRejection(log: FastifyBaseLogger, facts: object, error: unknown) {
  const { code, name, stack = '' } = error as { code?: string; name?: string; stack?: string }
  const line = { ...facts, code, name }
  if (isExpected(error)) log.warn(line, 'organisation login: rejected')
  else log.error({ ...line, place: stack.match(/^ {4}at .*/gm) }, 'organisation login: failed')
}
