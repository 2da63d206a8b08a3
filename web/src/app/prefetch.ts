import { showAddress, showCollectionSystem } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { prefetch } from '../session/queries.ts'

type PrefetchInput = { client: QueryClient; params: { alias?: string } }

// Only what is no personal data: a link that the mouse is over opens no contact.

/** Loads an address before its page is opened. */
export const prefetchAddress = ({ client, params: { alias = '' } }: PrefetchInput) =>
  prefetch(client, showAddress, { params: { alias } })

/** Loads a collection system before its page is opened. */
export const prefetchCollectionSystem = ({ client, params: { alias = '' } }: PrefetchInput) =>
  prefetch(client, showCollectionSystem, { params: { alias } })
