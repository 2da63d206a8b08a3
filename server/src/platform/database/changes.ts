import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { intervals, taskLimits } from '../runtime/limits.ts'
import { awaitEarlierChanges, isDirect, listenTo } from './changes.queries.ts'

/** States whether the rows that a process remembers can have changed. */
export type ChangeFeed = {
  /**
   * Returns a number that rises at each change. Returns undefined while a change could go unnoticed, for example
   * without a connection.
   */
  version: () => number | undefined
  /** Counts a change that this process made, before its notification arrives. */
  count: () => void
}

/**
 * Follows the notifications on a channel of PostgreSQL, on a connection of its own. A pooler between this process and
 * PostgreSQL would lose notifications: then `version` always returns undefined.
 */
export function followChanges(server: pg.ClientConfig, channel: string): ChangeFeed & { close: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let version = 0
  /** All changes before this moment are counted. */
  let complete_ms = Number.NEGATIVE_INFINITY

  /** Follows the channel until the connection fails. Returns only when there is a pooler. */
  async function follow() {
    const client = new pg.Client({ ...server, application_name: 'rd4-loket' })
    const forget = () => {
      complete_ms = Number.NEGATIVE_INFINITY
    }
    client.on('error', forget).on('end', forget)
    client.on('notification', () => {
      version += 1
    })
    try {
      await client.connect()
      if (!(await isDirect(client))) return
      await listenTo(client, channel)
      // Changes before this moment were not heard.
      version += 1
      for (;;) {
        const asked_ms = performance.now()
        await awaitEarlierChanges(client)
        complete_ms = asked_ms
        await delay(intervals.changesCheck_ms, undefined, { signal, ref: false })
      }
    } finally {
      forget()
      await client.end().catch(() => {})
    }
  }

  const following = (async () => {
    while (!signal.aborted)
      try {
        return await follow()
      } catch {
        await delay(intervals.changesRetry_ms, undefined, { signal, ref: false }).catch(() => {})
      }
  })()
  return {
    version: () => (performance.now() - complete_ms < taskLimits.changes_ms ? version : undefined),
    count: () => {
      version += 1
    },
    close: () => {
      stopping.abort()
      return following
    },
  }
}
