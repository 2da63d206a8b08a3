// Reasons: docs/login.md

import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { ApiError } from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'

/** What a budget counts. Each kind has its own budgets. */
type AttemptKind =
  | 'login'
  | 'login from'
  | 'login as'
  | 'place'
  | 'slowed'
  | 'organisation login'
  | 'second factor'
  | 'second factor warning'
  | 'app enrolment'
  | 'change password'
  | 'use link'
  | 'mail'
  | 'mail from'
  | 'forbidden call'

/** Returns the key of a budget. It is a hash, so the database stores no e-mail address and no network address. */
export const attemptKey = (kind: AttemptKind, ...parts: string[]) =>
  createHash('sha256')
    .update([kind, ...parts].join('\n'))
    .digest('base64url')

/**
 * Returns the network of an IP address. For IPv6 the network is the /64, because one household or office has a whole
 * /64. For IPv4 it is the address itself.
 */
export function networkOf(ip: string) {
  const address = ip.replace(/%.*$/, '').replace(/^::ffff:(?=[0-9.]+$)/i, '')
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = after ? Array(8 - before.length - after.length).fill('0') : []
  const groups = [...before, ...zeros, ...(after ?? [])].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const timeOf = (seconds: number) => {
  if (seconds < 90) return seconds === 1 ? '1 seconde' : `${seconds} seconden`
  return `${Math.ceil(seconds / 60)} minuten`
}

/** Throws 429 with `Retry-After`. `message`: a Dutch sentence about the cause, to which the waiting time is added. */
export function throwTooManyAttempts(reply: FastifyReply, seconds: number, message: string): never {
  reply.header('retry-after', String(seconds))
  throw new ApiError(429, `${message} Probeer het over ${timeOf(seconds)} opnieuw.`)
}
