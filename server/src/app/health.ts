import { setTimeout } from 'node:timers/promises'
import { ApiError } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import { leaderFirst } from '../platform/database/leader-first.ts'
import { hasMigrations, readMigrations } from '../platform/database/migrate.queries.ts'
import { taskLimits } from '../platform/runtime/limits.ts'
import { shareInFlight } from '../platform/runtime/share-in-flight.ts'

/**
 * Adds routes for load balancers: /healthz (the process runs) and /readyz (the server can process calls). While only
 * the replica responds, the server is ready, because it can search.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, reads }: Pick<Database, 'db' | 'reads'>,
  stopping: AbortSignal,
) {
  // The migrations of this release are read at the start, because an upgrade replaces the files while the server runs.
  const migrations = readMigrations().then((all) => all.map(({ name }) => name))
  // Queries the replica only when the leader fails or is late, because a migration reaches the replica later.
  const checkReady = shareInFlight(async () => {
    const names = await migrations
    const isMigrated = (database: Db) => () => hasMigrations(database, names)
    return leaderFirst(isMigrated(db), isMigrated(reads)).catch(() => false)
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (stopping.aborted) throw new ApiError(503, 'Deze server stopt. Probeer het zo opnieuw.')
    const ready = await Promise.race([checkReady(), setTimeout(taskLimits.readiness_ms, false, { ref: false })])
    if (!ready)
      throw new ApiError(503, 'De database is niet bereikbaar of nog niet bijgewerkt. Probeer het zo opnieuw.')
    return { status: 'ok' }
  })
}
