// Reasons: docs/web.md

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { tabStore } from '../kit/browser/storage.ts'
import type { Draft, Values } from '../kit/forms/Form.tsx'
import { forgetDraftPlace, keepDraftPlace } from './draft-list.ts'

const area = 'draft'
const storeName = 'loket.drafts'

const readStored = (): Record<string, Values> => {
  try {
    return JSON.parse(tabStore.read(storeName) ?? '{}')
  } catch {
    // The stored text is not JSON, because another script has overwritten it.
    return {}
  }
}

/** Stores the drafts that survive a reload, or removes the entry when there are none. */
const store = (drafts: Record<string, Values>) =>
  Object.keys(drafts).length > 0 ? tabStore.write(storeName, JSON.stringify(drafts)) : tabStore.remove(storeName)

/**
 * Returns the draft of a form: text that the user typed and has not saved. The draft remains while the form is not on
 * screen. It is in the query cache, which is only in memory, and a logout clears it. The browser asks before a reload.
 * With `survivesReload` the draft is also in the storage of this tab. Use this only for a form without personal data.
 */
export function useDraft(key: string, { survivesReload = false } = {}): Draft {
  const client = useQueryClient()
  const queryKey = [area, key]
  return {
    read: () => client.getQueryData<Values>(queryKey) ?? (survivesReload ? readStored()[key] : undefined),
    keep: (values) => {
      client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData(queryKey, values)
      keepDraftPlace(client, key)
      if (survivesReload) store({ ...readStored(), [key]: values })
    },
    discard: () => {
      client.removeQueries({ queryKey })
      forgetDraftPlace(client, key)
      const { [key]: _, ...others } = readStored()
      store(others)
    },
  }
}

const cachedKeys = (client: QueryClient) => client.getQueriesData({ queryKey: [area] }).map(([[, key]]) => String(key))

/** Whether a form has a draft, on screen or not. */
export const hasDrafts = (client: QueryClient) => cachedKeys(client).length > 0 || Object.keys(readStored()).length > 0

/**
 * Makes the browser ask before it leaves the page with a draft that is only in memory. Returns a function that stops.
 */
export function askBeforeLosingDrafts(client: QueryClient) {
  const ask = (event: BeforeUnloadEvent) => {
    const stored = readStored()
    if (cachedKeys(client).some((key) => !(key in stored))) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

/** Removes all drafts, so that the next employee at this computer does not see them. */
export function clearDrafts(client: QueryClient) {
  client.removeQueries({ queryKey: [area] })
  forgetDraftPlace(client)
  tabStore.remove(storeName)
}
