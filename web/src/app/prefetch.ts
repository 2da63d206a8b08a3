import {
  listAddressEquipment,
  listAlternativeSystems,
  listCollectionSystemEquipment,
  listNearbySystems,
  showAddress,
  showCollectionSystem,
} from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { hasExtraCalls } from '../session/extra-calls.tsx'
import { backgroundQuery } from '../session/queries.ts'

type PrefetchInput = { client: QueryClient; params: { alias?: string } }

// Clearances are loaded only when a page opens, not when the mouse is over a link. Clearances are sensitive personal
// data, because they show when residents are at home.

/** Loads an address, its containers and the systems nearby before its page is opened. */
export const prefetchAddress = ({ client, params: { alias = '' } }: PrefetchInput) =>
  Promise.all([
    client.prefetchQuery(backgroundQuery(showAddress, { params: { alias } })),
    client.prefetchQuery(backgroundQuery(listAddressEquipment, { params: { alias } })),
    hasExtraCalls.read() && client.prefetchQuery(backgroundQuery(listNearbySystems, { params: { alias }, query: {} })),
  ])

/** Loads a collection system, its containers and the alternatives before its page is opened. */
export const prefetchCollectionSystem = ({ client, params: { alias = '' } }: PrefetchInput) =>
  Promise.all([
    client.prefetchQuery(backgroundQuery(showCollectionSystem, { params: { alias } })),
    client.prefetchQuery(backgroundQuery(listCollectionSystemEquipment, { params: { alias } })),
    hasExtraCalls.read() &&
      client.prefetchQuery(backgroundQuery(listAlternativeSystems, { params: { alias }, query: {} })),
  ])
