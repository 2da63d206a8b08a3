import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'

const area = 'place of a draft'

/** Where a draft was typed: the page, and its heading. */
export type DraftPlace = { key: string; href: string; heading: string }

/** Remembers the page on which a draft is typed. */
export function keepDraftPlace(client: QueryClient, key: string) {
  const queryKey = [area, key]
  if (client.getQueryData(queryKey)) return
  const heading = document.querySelector('h1')?.textContent ?? ''
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData<DraftPlace>(queryKey, { key, href: location.pathname + location.search, heading })
}

/** Forgets the page of a discarded draft; of all drafts without a key. */
export const forgetDraftPlace = (client: QueryClient, key?: string) =>
  client.removeQueries({ queryKey: key === undefined ? [area] : [area, key] })

const placesIn = (client: QueryClient) =>
  client.getQueriesData<DraftPlace>({ queryKey: [area] }).flatMap(([, place]) => (place ? [place] : []))

/** Returns the pages with a draft of this employee: text that is typed and not saved. */
export function useDraftPlaces(): DraftPlace[] {
  const client = useQueryClient()
  const last = useRef<DraftPlace[]>([])
  const listen = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  return useSyncExternalStore(listen, () => {
    const places = placesIn(client)
    if (places.map(({ key }) => key).join() !== last.current.map(({ key }) => key).join()) last.current = places
    return last.current
  })
}
