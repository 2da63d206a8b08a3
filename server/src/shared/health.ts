import type { FastifyInstance } from 'fastify'
import type { Db } from './database.ts'
import { isReady } from './health.queries.ts'

/** For load balancers: does the process live, and may it be sent work? */
export function healthRoutes(app: FastifyInstance, db: Db) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady(db).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database unavailable' })
  })
}
