import { ApiError } from '@rd4-loket/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Twice what the whole counter organisation could ask at the same moment; two seconds of work. */
export const mostCalls = 2000

/**
 * Refuses calls beyond so many at once, before anything is done for them: they would wait longer than anybody does, and take
 * the memory and the turns of those that can be answered. `counts` says which requests are calls.
 */
export function shedLoad(
  app: FastifyInstance,
  { most, counts }: { most: number; counts: (request: FastifyRequest) => boolean },
) {
  const underway = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!counts(request)) return done()
    if (underway.size >= most) return done(new ApiError(503, 'Het is nu te druk in het loket. Probeer het zo opnieuw.'))
    underway.add(request.id)
    done()
  })
  // Not when the connection closes: what is asked by somebody who left is work all the same.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    underway.delete(request.id)
    done()
  })
}
