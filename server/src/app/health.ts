import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import { hasMigrations, readMigrations } from '../platform/database/migrate.queries.ts'
import { taskLimits } from '../platform/runtime/limits.ts'
import { shareInFlight } from '../platform/runtime/share-in-flight.ts'

/** Routes for load balancers: whether the process is alive, and whether it can serve calls. */
export function healthRoutes(app: FastifyInstance, db: Db) {
  // Read at the start: the migrations of this release, even when an upgrade replaces the files.
  const migrations = readMigrations().then((all) => all.map(({ name }) => name))
  const checkReady = shareInFlight(() => migrations.then((names) => hasMigrations(db, names)).catch(() => false))

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await Promise.race([checkReady(), setTimeout(taskLimits.readiness_ms, false, { ref: false })])
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database unavailable' })
  })
}
