import { isIP } from 'node:net'
import { ApiError } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'

// The length is compared first, because it is faster than other letters for each header.
const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'

/**
 * Rejects a request with two `Host` headers (RFC 9112, section 3.2). Also rejects a request for which a trusted proxy
 * passes on something else than a network address: every such text would get its own rate limits.
 */
export function checkRequestHead(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const hosts = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && isHost(name))
    if (hosts.length > 1) return done(new ApiError(400, 'Dit verzoek noemt meer dan één host'))
    if (isIP(request.ip) === 0) return done(new ApiError(400, 'De proxy geeft geen geldig adres van de bezoeker door'))
    done()
  })
}
