import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../attempts/attempts.ts'

/** The browser and the network of a login, by which an employee recognises a session. */
export type LoginOrigin = { browser: string | null; system: string | null; network: string }

/** Returns the origin of a login. The network omits the last number of an IPv4 address, so it identifies no device. */
export function loginOrigin({ headers, ip }: FastifyRequest): LoginOrigin {
  const userAgent = headers['user-agent']
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} }
  return {
    browser: browser.name || null,
    system: os.name || null,
    network: networkOf(ip).replace(/\.[0-9]+$/, '.x'),
  }
}
