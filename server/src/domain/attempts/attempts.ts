import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { ApiError } from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'

/** The key under which tries are counted: what was typed, and where, cannot be read from it. */
export const attemptKey = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** The network of an address. Of IPv6 a household or office has a whole /64, and may send from any address in it. */
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

/** Answers who tries too often: 429, and when to come back. `what` is a Dutch sentence. */
export function throwTooManyAttempts(reply: FastifyReply, seconds: number, what: string): never {
  reply.header('retry-after', String(seconds))
  throw new ApiError(429, `${what} Probeer het over ${timeOf(seconds)} opnieuw.`)
}
