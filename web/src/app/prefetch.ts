import {
  listAddressEquipment,
  listAlternativeSystems,
  listCollectionSystemEquipment,
  listNearbySystems,
  showAddress,
  showCollectionSystem,
} from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { queryAhead } from '../session/queries.ts'

type PrefetchInput = { client: QueryClient; params: { alias?: string } }

// Clearances show when residents are at home. They load when the page opens, not under the mouse.

/** Loads an address, its containers and the systems nearby before its page is opened. */
export const prefetchAddress = ({ client, params: { alias = '' } }: PrefetchInput) =>
  Promise.all([
    client.prefetchQuery(queryAhead(showAddress, { params: { alias } })),
    client.prefetchQuery(queryAhead(listAddressEquipment, { params: { alias } })),
    client.prefetchQuery(queryAhead(listNearbySystems, { params: { alias }, query: {} })),
  ])

/** Loads a collection system, its containers and the alternatives before its page is opened. */
export const prefetchCollectionSystem = ({ client, params: { alias = '' } }: PrefetchInput) =>
  Promise.all([
    client.prefetchQuery(queryAhead(showCollectionSystem, { params: { alias } })),
    client.prefetchQuery(queryAhead(listCollectionSystemEquipment, { params: { alias } })),
    client.prefetchQuery(queryAhead(listAlternativeSystems, { params: { alias }, query: {} })),
  ])
