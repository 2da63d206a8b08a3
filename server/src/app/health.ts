import { setTimeout } from 'node:timers/promises'
import { ApiError } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import { hasMigrations, readMigrations } from '../platform/database/migrate.queries.ts'
import { taskLimits } from '../platform/runtime/limits.ts'
import { shareInFlight } from '../platform/runtime/share-in-flight.ts'

/** Adds routes for load balancers: /healthz (the process runs) and /readyz (the server can process calls). */
export function healthRoutes(app: FastifyInstance, db: Db, stopping: AbortSignal) {
  // The migrations of this release are read at the start, because an upgrade replaces the files while the server runs.
  const migrations = readMigrations().then((all) => all.map(({ name }) => name))
  const checkReady = shareInFlight(() => migrations.then((names) => hasMigrations(db, names)).catch(() => false))

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (stopping.aborted) throw new ApiError(503, 'Deze server stopt. Probeer het zo opnieuw.')
    const ready = await Promise.race([checkReady(), setTimeout(taskLimits.readiness_ms, false, { ref: false })])
    if (!ready)
      throw new ApiError(503, 'De database is niet bereikbaar of nog niet bijgewerkt. Probeer het zo opnieuw.')
    return { status: 'ok' }
  })
}
