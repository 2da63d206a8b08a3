// Reasons: docs/sessions.md

import type { ChangeFeed } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { maxRememberedSessions } from '../../platform/runtime/limits.ts'
import { type FinderSettings, findSession } from './session.queries.ts'

/** Returns the employee of a live session, or undefined. */
export type SessionFinder = (session_id: string) => Promise<SessionEmployee | undefined>

/**
 * Returns a function that finds the employee of a live session, and remembers the session until `changes` reports a
 * change. Without `changes`, and while it cannot report, each call reads the session from the database.
 */
export function sessionFinder(
  db: Db,
  settings: FinderSettings,
  changes?: ChangeFeed,
  maximum = maxRememberedSessions,
): SessionFinder {
  const remembered = new Map<string, { employee: SessionEmployee; until_ms: number }>()
  let remembered_version: number | undefined
  return async (session_id) => {
    const version = changes?.version()
    if (version === undefined) return (await findSession(db, session_id, settings))?.employee
    if (version !== remembered_version) remembered.clear()
    remembered_version = version
    const asked_ms = performance.now()
    const known = remembered.get(session_id)
    if (known && asked_ms < known.until_ms) return known.employee
    const found = await findSession(db, session_id, settings)
    // A session that was read before a change must not be remembered after it.
    if (!found || changes?.version() !== version) return found?.employee
    if (remembered.size >= maximum) remembered.clear()
    remembered.set(session_id, { employee: found.employee, until_ms: asked_ms + found.valid_s * 1000 })
    return found.employee
  }
}
