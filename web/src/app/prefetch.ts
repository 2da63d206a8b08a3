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

type Asked = { client: QueryClient; params: { alias?: string } }

// When containers were emptied tells when people are home: that is asked for when somebody opens the page, not when the mouse
// passes by.

/** Asks for an address before its page is opened: what it is, and what stands there. */
export const prefetchAddress = ({ client, params: { alias = '' } }: Asked) =>
  Promise.all([
    client.prefetchQuery(queryAhead(showAddress, { params: { alias } })),
    client.prefetchQuery(queryAhead(listAddressEquipment, { params: { alias } })),
    client.prefetchQuery(queryAhead(listNearbySystems, { params: { alias }, query: {} })),
  ])

/** Asks for a collection system before its page is opened. */
export const prefetchCollectionSystem = ({ client, params: { alias = '' } }: Asked) =>
  Promise.all([
    client.prefetchQuery(queryAhead(showCollectionSystem, { params: { alias } })),
    client.prefetchQuery(queryAhead(listCollectionSystemEquipment, { params: { alias } })),
    client.prefetchQuery(queryAhead(listAlternativeSystems, { params: { alias }, query: {} })),
  ])
