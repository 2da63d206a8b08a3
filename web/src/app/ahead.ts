import {
  listAddressEquipment,
  listAlternativeSystems,
  listCollectionSystemEquipment,
  listNearbySystems,
  showAddress,
  showCollectionSystem,
} from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { ahead } from '../session/api.ts'

type Asked = { client: QueryClient; params: { alias?: string } }

// When containers were emptied tells when people are home: that is asked for when somebody opens the page, not when the mouse
// passes by.

/** Asks for an address before its page is opened: what it is, and what stands there. */
export const askAddress = ({ client, params: { alias = '' } }: Asked) =>
  Promise.all([
    client.prefetchQuery(ahead(showAddress, { params: { alias } })),
    client.prefetchQuery(ahead(listAddressEquipment, { params: { alias } })),
    client.prefetchQuery(ahead(listNearbySystems, { params: { alias }, query: {} })),
  ])

/** Asks for a collection system before its page is opened. */
export const askCollectionSystem = ({ client, params: { alias = '' } }: Asked) =>
  Promise.all([
    client.prefetchQuery(ahead(showCollectionSystem, { params: { alias } })),
    client.prefetchQuery(ahead(listCollectionSystemEquipment, { params: { alias } })),
    client.prefetchQuery(ahead(listAlternativeSystems, { params: { alias }, query: {} })),
  ])
