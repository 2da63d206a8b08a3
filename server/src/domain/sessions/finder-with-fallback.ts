import { setTimeout } from 'node:timers/promises'
import { taskLimits } from '../../platform/runtime/limits.ts'
import type { SessionFinder } from './session.queries.ts'

const late = Symbol('late')

/**
 * Returns a function that finds the employee of a session on the leader. When the leader fails or is late, the function
 * finds the employee on the replica, so that searches continue without a leader. A session that ended within the lag of
 * the replica can then still search. The replica cannot reject a session, because it can lack a new session.
 * A node that is cut off from a leader that still runs cannot measure the lag: an ended session can search until the
 * repair.
 */
export const finderWithFallback =
  (findOnLeader: SessionFinder, findOnReplica: SessionFinder): SessionFinder =>
  async (session_id) => {
    const onLeader = findOnLeader(session_id)
    const timeout = setTimeout(taskLimits.sessionOnLeader_ms, late, { ref: false })
    const found = await Promise.race([onLeader, timeout]).catch(() => late)
    if (found !== late) return found as Awaited<typeof onLeader>
    return (await findOnReplica(session_id).catch(() => undefined)) ?? onLeader
  }
