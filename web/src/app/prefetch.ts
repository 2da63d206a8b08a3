import {
  listAddressEquipment,
  listCollectionSystemEquipment,
  showAddress,
  showCollectionSystem,
} from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { prefetch } from '../session/queries.ts'

type PrefetchInput = { client: QueryClient; params: { alias?: string } }

// Clearances are loaded only when a page opens, not when the mouse is over a link. Clearances are sensitive personal
// data, because they show when residents are at home.

/** Loads an address and its containers before its page is opened. */
export const prefetchAddress = ({ client, params: { alias = '' } }: PrefetchInput) =>
  Promise.all([
    prefetch(client, showAddress, { params: { alias } }),
    prefetch(client, listAddressEquipment, { params: { alias } }),
  ])

/** Loads a collection system and its containers before its page is opened. */
export const prefetchCollectionSystem = ({ client, params: { alias = '' } }: PrefetchInput) =>
  Promise.all([
    prefetch(client, showCollectionSystem, { params: { alias } }),
    prefetch(client, listCollectionSystemEquipment, { params: { alias } }),
  ])
