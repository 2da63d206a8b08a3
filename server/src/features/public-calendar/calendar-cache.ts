import type { WasteCalendarItem } from '@rd4-loket/contract'

/** Each entry takes about 10 kB. */
const defaultMaxEntries = 500

/**
 * Returns a cache of the collections of an area in a year. An entry is computed again when its version changes. A full
 * cache removes the least recently used entry.
 */
export function makeCalendarCache(maxEntries = defaultMaxEntries) {
  const entries = new Map<string, { version: string; items: WasteCalendarItem[] }>()
  return async (key: string, version: string, compute: () => Promise<WasteCalendarItem[]>) => {
    const cached = entries.get(key)
    const items = cached?.version === version ? cached.items : await compute()
    // A Map iterates in insertion order, so its first key is the least recently used key.
    entries.delete(key)
    entries.set(key, { version, items })
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    return items
  }
}
