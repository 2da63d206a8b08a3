import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import { readMigrations } from '../platform/database/migrate.queries.ts'
import { taskLimits } from '../platform/runtime/limits.ts'
import { isReady } from './health.queries.ts'

/** For load balancers: does the process live, and may it be sent work? */
export function healthRoutes(app: FastifyInstance, db: Db) {
  // What this process was started with, read once; and one question at a time, however many ask.
  const migrations = readMigrations().then((all) => all.map(({ name }) => name))
  let asking: Promise<boolean> | undefined
  const ask = () => {
    asking ??= migrations
      .then((names) => isReady(db, names))
      .catch(() => false)
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await Promise.race([ask(), setTimeout(taskLimits.readiness_ms, false, { ref: false })])
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database unavailable' })
  })
}
