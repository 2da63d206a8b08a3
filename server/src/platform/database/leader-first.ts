import { setTimeout } from 'node:timers/promises'
import { taskLimits } from '../runtime/limits.ts'

const late = Symbol('late')

/**
 * Returns the result of the leader. When the leader fails or is late, returns the result of the replica. When the
 * replica fails too or returns undefined, waits for the leader, and throws its error.
 */
export async function leaderFirst<Result>(onLeader: () => Promise<Result>, onReplica: () => Promise<Result>) {
  const ofLeader = onLeader()
  const timeout = setTimeout(taskLimits.leader_ms, late, { ref: false })
  const result = await Promise.race([ofLeader, timeout]).catch(() => late)
  if (result !== late) return result as Awaited<Result>
  return (await onReplica().catch(() => undefined)) ?? ofLeader
}
