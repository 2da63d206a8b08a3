import pg from 'pg'
import { intervals, taskLimits } from '../runtime/limits.ts'
import { shareInFlight } from '../runtime/share-in-flight.ts'
import type { Connections } from './pool.ts'
import { findReplayPosition, findWritePosition } from './replica.queries.ts'

/**
 * The state of the replica. `lag_s`: the time since the leader made the first change that the replica does not have.
 */
export type ReplicaState = { isUp: boolean; lag_s: number }

/** A change of the leader that the replica does not have. */
type Missing = { position: number; seen_ms: number }

// An hour of checks. The lag is then an hour or more.
const maxMissing = 3600

const openCheckPool = (server: pg.PoolConfig) => {
  const limit = taskLimits.replicaCheck_ms
  const pool = new pg.Pool({
    ...server,
    max: 1,
    connectionTimeoutMillis: limit,
    query_timeout: limit,
    application_name: 'rd4-loket',
  })
  return pool.on('error', () => {})
}

/**
 * Checks the replica every second. Measures the lag by positions in the log of the leader, so it does not depend on
 * clocks. The lag also rises when the replica no longer receives the log.
 */
export async function watchReplica(leaderOptions: pg.PoolConfig, replicaOptions: pg.PoolConfig) {
  const [leader, replica] = [openCheckPool(leaderOptions), openCheckPool(replicaOptions)]
  let isUp = false
  let missing: Missing[] = []
  const check = shareInFlight(async () => {
    // A node that cannot reach the leader cannot measure the lag. It assumes that the leader makes no changes.
    const written = await findWritePosition(leader).catch(() => undefined)
    if (written !== undefined && missing.length < maxMissing)
      missing.push({ position: written, seen_ms: performance.now() })
    const replayed = await findReplayPosition(replica).catch(() => undefined)
    isUp = replayed !== undefined
    missing = missing.filter(({ position }) => position > (replayed ?? 0))
  })
  await check()
  const timer = setInterval(check, intervals.replicaCheck_ms)
  return {
    state: (): ReplicaState => {
      const [first] = missing
      return { isUp, lag_s: first ? (performance.now() - first.seen_ms) / 1000 : 0 }
    },
    close: async () => {
      clearInterval(timer)
      await Promise.all([leader.end(), replica.end()])
    },
  }
}

/**
 * Returns connections to the replica while `isUsable` returns true, and otherwise to the leader. Also returns a
 * connection to the leader when the replica accepts no connection.
 */
export function connectionsWithFallback(replica: pg.Pool, leader: pg.Pool, isUsable: () => boolean): Connections {
  const both = [replica, leader]
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    both.reduce((total, pool) => total + pool[count], 0)
  return {
    connect: () => (isUsable() ? replica.connect().catch(() => leader.connect()) : leader.connect()),
    end: () => Promise.all(both.map((pool) => pool.end())).then(() => {}),
    get totalCount() {
      return sum('totalCount')
    },
    get idleCount() {
      return sum('idleCount')
    },
    get waitingCount() {
      return sum('waitingCount')
    },
  } as Connections
}
