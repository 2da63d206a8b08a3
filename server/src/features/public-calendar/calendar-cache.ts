import type { WasteCalendar } from '@rd4-loket/contract'

type Items = WasteCalendar['data']['items'][number]

/** Areas and years of which the days are kept at a time: some ten kilobytes each. */
const mostKept = 500

/** Keeps what areas' days in a year came to, each as long as its version is the one asked for; the longest unused go first. */
export function keptItems(most = mostKept) {
  const kept = new Map<string, { version: string; items: Items }>()
  return async (subject: string, version: string, count: () => Promise<Items>): Promise<Items> => {
    const known = kept.get(subject)
    const items = known?.version === version ? known.items : await count()
    kept.delete(subject)
    kept.set(subject, { version, items })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return items
  }
}
