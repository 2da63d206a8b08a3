import {
  type Endpoint,
  findResident,
  listAddressClearances,
  listAddressEquipment,
  listCollectionSystemClearances,
  listCollectionSystemEquipment,
  login,
  logout,
  searchAddresses,
  searchCollectionSystems,
  showAddress,
  showCollectionSystem,
  showCollectionSystemMeta,
  showEmployee,
  showMeta,
} from '@rd4-loket/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, clearToken, storeToken } from './api.ts'
import { hasExtraCalls } from './offered.tsx'

beforeEach(() => storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 }))
afterEach(() => {
  clearToken()
  hasExtraCalls.write(true)
  vi.unstubAllGlobals()
})

/** Makes a call to a server that responds with this body. */
async function reply(endpoint: Endpoint, json: object | null, init: ResponseInit = {}) {
  vi.stubGlobal('fetch', async () => (json ? Response.json(json, init) : new Response(null, init)))
  return call(endpoint, { params: { alias: 'a1' }, body: {}, query: {} } as never)
}

const named = { alias: 'a1', street: 'Markt', house_number: 1, postal_code: '1234AB' }

const completePlace = {
  ...named,
  object_code: null,
  house_number_extension: null,
  city: '',
  municipality: { id: 0, name: '' },
  location: null,
  retired_on: null,
}
const completeSystem = {
  ...completePlace,
  name: 'Markt 1',
  system: { id: 0, name: 'Verzamelsysteem' },
  waste_types: [],
}
const searchMeta = { next: null, close: false, truncated: false }
const container = { id: 1, waste_type: 'gft' }
const completeContainer = { ...container, chip_number: null, removed_on: null, collection_system: null, state: null }
const lifted = { id: 1, waste_type: 'gft', cleared_at: '2026-03-04T07:31:00+01:00' }
const completeLift = { ...lifted, equipment_id: null, volume_litres: null, weight_kg: null, amount_cents: null }
const years = [0, 1, 2, 3, 4].map((ago) => new Date().getFullYear() - ago)
const completeLifts = { data: [completeLift], meta: { years, updated_until: null } }
const noLists = { municipalities: [], systems: [], waste_types: [] }

test.each<[string, Endpoint, object, object]>([
  ['a login', login, { access_token: 'x' }, { access_token: 'x', token_type: 'bearer', expires_in: 3600 }],
  [
    'an employee',
    showEmployee,
    { email: 'kim@x.nl' },
    {
      email: 'kim@x.nl',
      name: 'kim@x.nl',
      roles: [],
      renew_password: false,
      municipality: null,
    },
  ],
  ['the lists of the first screen', showMeta, {}, noLists],
  ['the lists of a search', showCollectionSystemMeta, {}, noLists],
  ['an address', showAddress, named, completePlace],
  ['found addresses', searchAddresses, [named], { data: [completePlace], meta: searchMeta }],
  ['a collection system', showCollectionSystem, named, completeSystem],
  ['found collection systems', searchCollectionSystems, [named], { data: [completeSystem], meta: searchMeta }],
  ['containers of an address', listAddressEquipment, [container], [completeContainer]],
  ['containers of a collection system', listCollectionSystemEquipment, [container], [completeContainer]],
  ['lifts of an address, and offers the last five years', listAddressClearances, [lifted], completeLifts],
  ['lifts of a collection system', listCollectionSystemClearances, [lifted], completeLifts],
  [
    'a resident',
    findResident,
    { environmental_pass_number: '1' },
    {
      environmental_pass_number: '1',
      status: 'active',
      blocked_reason: null,
      replaced_by: null,
      name: 'Naam onbekend',
    },
  ],
])('S7.15 fills in the missing fields of %s', async (_, endpoint, data, completed) => {
  expect(await reply(endpoint, { data })).toEqual(completed)
})

test('S7.15 the portal does not change fields that the server sends', async () => {
  const data = { email: 'kim@x.nl', name: 'Kim', roles: ['bsgw_employee'], renew_password: true, municipality: null }
  expect(await reply(showEmployee, { data })).toEqual(data)
})

test('S7.15 nobody is logged in by a reply without a token', async () => {
  for (const data of [{}, { access_token: '' }, { access_token: 1 }])
    await expect(reply(login, { data })).rejects.toMatchObject({ status: 502 })
})

test.each([
  ['204', null, { status: 204 }],
  ['200 without a body', null, { status: 200 }],
  ['200 with an object', {}, { status: 200 }],
  ['200 with null as data', { data: null }, { status: 200 }],
])('S7.15 a logout succeeds with %s', async (_, json, init) => {
  await expect(reply(logout, json, init)).resolves.not.toThrow()
})

test('S7.15 a logout fails when the reply is the HTML page of a proxy', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  await expect(call(logout, {})).rejects.toMatchObject({ status: 502 })
})

test('S7.15 a server offers calls beyond the specification only if its login reply has the header API-Version', async () => {
  await reply(login, { data: { access_token: 'token' } })
  expect(hasExtraCalls.read()).toBe(false)
  await reply(login, { data: { access_token: 'token' } }, { headers: { 'api-version': '1.0.0' } })
  expect(hasExtraCalls.read()).toBe(true)
})
