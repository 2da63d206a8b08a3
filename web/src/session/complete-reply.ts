// Reasons: docs/web.md

import type * as contract from '@rd4-loket/contract'
import type {
  AccessToken,
  Clearance,
  CollectionSystem,
  Employee,
  Endpoint,
  EndpointName,
  Equipment,
  listAddressClearances,
  Reply,
  Resident,
  SearchMeta,
  ShownAddress,
  showMeta,
} from '@rd4-loket/contract'
import { today } from '../kit/browser/days.ts'
import { lifetimeOf } from './token-lifetime.ts'

// The specification names few fields of a reply, and a server may send no others (S7.15). This file fills in the
// fields that such a server leaves out, so that the screens read complete replies. A field without a truthful default,
// such as a volume, is optional in the contract.

type Fields = Record<string, unknown>
type Body = { data?: unknown; meta?: unknown }

/** Returns an object with the defaults of the fields that are absent or null. */
export const fill = <T extends object>(defaults: Partial<T>, given: unknown) => {
  const fields = { ...(given as Fields) }
  for (const [name, value] of Object.entries(defaults)) fields[name] ??= value
  return fields as T
}

const one =
  <T>(complete: (given: Fields) => T) =>
  ({ data }: Body) =>
    complete(data as Fields)

const list =
  <T>(complete: (given: Fields) => T) =>
  ({ data }: Body) =>
    (data as Fields[]).map(complete)

const listWith = <T>(complete: (given: Fields) => T, meta: () => object) => {
  const rows = list(complete)
  return (body: Body) => ({ data: rows(body), meta: fill(meta(), body.meta) })
}

/** Throws a TypeError for a reply without a token: nobody is logged in then. */
function token(given: Fields) {
  const { access_token } = given
  if (typeof access_token !== 'string' || access_token === '') throw new TypeError('The reply has no access_token')
  return fill<AccessToken>({ token_type: 'bearer', expires_in: lifetimeOf(access_token) }, given)
}

const employee = (given: Fields) =>
  fill<Employee>({ name: String(given.email ?? ''), roles: [], renew_password: false, municipality: null }, given)

const lists = (given: Fields) =>
  fill<Reply<typeof showMeta>>({ municipalities: [], systems: [], waste_types: [] }, given)

const addressDefaults: Partial<ShownAddress> = {
  object_code: null,
  house_number_extension: null,
  postal_code: null,
  city: '',
  municipality: { id: 0, name: '' },
  location: null,
  retired_on: null,
}
const address = (given: Fields) => fill<ShownAddress>(addressDefaults, given)

const collectionSystem = (given: Fields) =>
  fill<CollectionSystem>(
    {
      ...addressDefaults,
      name: `${given.street} ${given.house_number}`,
      system: { id: 0, name: 'Verzamelsysteem' },
      waste_types: [],
    },
    given,
  )

const equipment = (given: Fields) =>
  fill<Equipment>({ chip_number: null, removed_on: null, collection_system: null, state: null }, given)

const clearance = (given: Fields) =>
  fill<Clearance>({ equipment_id: null, volume_litres: null, weight_kg: null, amount_cents: null }, given)

const resident = (given: Fields) =>
  fill<Resident>({ status: 'active', blocked_reason: null, replaced_by: null, name: 'Naam onbekend' }, given)

const searchMeta = (): SearchMeta => ({ next: null, close: false, truncated: false })

/** If the server sends no list of the years with clearances, the user can choose from the last five years. */
const clearanceMeta = (): Reply<typeof listAddressClearances>['meta'] => {
  const year = Number(today().slice(0, 4))
  return { years: [0, 1, 2, 3, 4].map((ago) => year - ago), updated_until: null }
}

type Endpoints = (typeof contract)[EndpointName<typeof contract>]
type RouteOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never
type CompletedRoute = RouteOf<Endpoints>

// By route instead of by endpoint: the first screen would load the contract of every one of these calls.
const completions: [CompletedRoute, (body: Body) => unknown][] = [
  ['POST /counter/user/auth/login', one(token)],
  ['POST /auth/refresh', one(token)],
  ['GET /user/auth/user', one(employee)],
  ['GET /counter/meta', one(lists)],
  ['POST /counter/addresses/search', listWith(address, searchMeta)],
  ['GET /counter/addresses/:alias', one(address)],
  ['GET /counter/addresses/:alias/equipment', list(equipment)],
  ['GET /counter/addresses/:alias/clearances', listWith(clearance, clearanceMeta)],
  ['POST /counter/collection-system/search', listWith(collectionSystem, searchMeta)],
  ['GET /counter/collection-system/meta', one(lists)],
  ['GET /counter/collection-system/:alias', one(collectionSystem)],
  ['GET /counter/collection-system/:alias/equipment', list(equipment)],
  ['GET /counter/collection-system/:alias/clearances', listWith(clearance, clearanceMeta)],
  ['POST /counter/services/search', one(resident)],
]

/** Returns the reply in a response's body: its `data`, with its `meta` when the endpoint has one. */
export function completeReply<E extends Endpoint>(endpoint: E, body: Body) {
  const own = completions.find(([route]) => route === `${endpoint.method} ${endpoint.path}`)?.[1]
  const complete = own ?? (({ data }: Body) => (endpoint.meta ? body : data))
  return complete(body) as Reply<E>
}
