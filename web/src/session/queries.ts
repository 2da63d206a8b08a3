import type { Endpoint, Purpose, Reply, RequestInput } from '@rd4-loket/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call } from './api.ts'
import { isOffered } from './offered.tsx'

/** Returns the key of an endpoint in the cache, with `more` for one reply or for data kept beside the replies. */
export const cacheKey = ({ method, path }: Endpoint, ...more: unknown[]) => [method, path, ...more]

/** The purpose for which a call reads personal data. If absent, the server uses the default purpose of the call. */
type Stated = { purpose?: Purpose | undefined }

// A reply can depend on the purpose, so the purpose is part of the key.
const keyWithInput = <E extends Endpoint>(endpoint: E, sent: RequestInput<E>, { purpose }: Stated = {}) =>
  cacheKey(endpoint, sent, ...(purpose ? [purpose] : []))

/**
 * Returns the query options of a call whose reply is not needed yet. No spinner is shown. The query never runs when the
 * server does not offer the call: `Result` then renders nothing.
 */
export const backgroundQuery = <E extends Endpoint>(endpoint: E, sent: RequestInput<E>, stated?: Stated) =>
  queryOptions<Reply<E>, Error>({
    queryKey: keyWithInput(endpoint, sent, stated),
    queryFn: ({ signal }) => call(endpoint, sent, { signal, ...stated }),
    enabled: () => isOffered(endpoint),
  })

/** Loads a reply into the cache, if the server offers the call. */
export const prefetch = async <E extends Endpoint>(client: QueryClient, endpoint: E, sent: RequestInput<E>) =>
  isOffered(endpoint) && client.prefetchQuery(backgroundQuery(endpoint, sent))

/**
 * Returns the query options of a call for suggestions. The call for the next typed text cancels it. Its reply is not
 * cached.
 */
export const queryWhileTyping = <E extends Endpoint>(endpoint: E, sent: RequestInput<E>) =>
  queryOptions<Reply<E>, Error>({ ...backgroundQuery(endpoint, sent), gcTime: 0 })

// A loading state appears after 200 ms, and then stays for at least 200 ms: a shorter one would flicker.
const appearsAfter = 200
const staysFor = 200

/** Delays a reply that arrives just after the loading state has appeared. */
async function withoutFlicker<T>(reply: Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await reply
  } finally {
    const shownFor = performance.now() - start - appearsAfter
    if (shownFor >= 0 && shownFor < staysFor) await new Promise((resolve) => setTimeout(resolve, staysFor - shownFor))
  }
}

/** Returns the query options of a call. The part of the page that needs the reply shows its own waiting state. */
export const query = <E extends Endpoint>(endpoint: E, sent: RequestInput<E>, stated?: Stated) =>
  queryOptions<Reply<E>, Error>({
    ...backgroundQuery(endpoint, sent, stated),
    queryFn: ({ signal }) => withoutFlicker(call(endpoint, sent, { signal, ...stated })),
  })

/** Returns the query options of the details or clearances of a place. The page spinner turns while they load. */
export const detailsQuery = <E extends Endpoint>(endpoint: E, sent: RequestInput<E>, stated?: Stated) =>
  queryOptions<Reply<E>, Error>({ ...query(endpoint, sent, stated), meta: { spinner: true } })

type PagedEndpoint = Endpoint & { meta: NonNullable<Endpoint['meta']> }

/**
 * Returns the query options of a paged list. The list shows its own waiting state instead of the spinner. `later` is
 * input of every page except the first, such as a higher `limit`.
 */
export const queryPages = <E extends PagedEndpoint>(endpoint: E, sent: RequestInput<E>, later?: { limit: number }) => {
  // The cursor of a search is part of its body, beside the criteria; the cursor of a list is part of its query string.
  const part = endpoint.body ? 'body' : 'query'
  const { [part]: criteria } = sent as { body?: object; query?: object }
  const pageFrom = (cursor: string | null) =>
    cursor === null ? sent : ({ ...sent, [part]: { ...criteria, ...later, cursor } } as RequestInput<E>)
  return infiniteQueryOptions({
    queryKey: cacheKey(endpoint, sent),
    queryFn: ({ signal, pageParam }): Promise<Reply<E>> =>
      withoutFlicker(call(endpoint, pageFrom(pageParam), { signal })),
    enabled: () => isOffered(endpoint),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { meta: { next: string | null } }).meta.next,
  })
}

/** Every cached page of a list, whatever its criteria. */
export const cachedPages = <E extends PagedEndpoint>(client: QueryClient, endpoint: E) =>
  client
    .getQueriesData<InfiniteData<Reply<E>>>({ queryKey: cacheKey(endpoint) })
    .flatMap(([, list]) => list?.pages ?? [])

/** Returns the filter that matches every cached reply of some endpoints, whatever its input. */
export const repliesOf = (...endpoints: Endpoint[]) => ({
  predicate: ({ queryKey: [method, path] }: Query) =>
    endpoints.some((endpoint) => endpoint.method === method && endpoint.path === path),
})

/**
 * Loads the replies of some endpoints again, after a saved change. Cancels calls in flight first, because they may
 * have read the data before the change.
 */
export async function invalidate(client: QueryClient, ...endpoints: Endpoint[]) {
  const replies = repliesOf(...endpoints)
  await client.cancelQueries(replies)
  await client.invalidateQueries(replies)
}

/**
 * Replaces the cached reply of a call by the reply of a change. Cancels that call first, because a reply that was read
 * before the change would replace the newer data.
 */
export async function replaceReply<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  sent: RequestInput<E>,
  reply: Reply<E>,
) {
  const { queryKey } = backgroundQuery(endpoint, sent)
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<Reply<E>>(queryKey, reply)
}
