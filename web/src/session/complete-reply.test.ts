import {
  type Endpoint,
  findResident,
  listAddressClearances,
  listAddressEquipment,
  login,
  logout,
  searchAddresses,
  searchCollectionSystems,
  showAddress,
  showEmployee,
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

test.each([
  ['an employee without a name', showEmployee, { email: 'kim@x.nl' }, { name: 'kim@x.nl', roles: [] }],
  ['an address', showAddress, named, { ...named, house_number_extension: null, city: '', retired_on: null }],
  ['a resident', findResident, { environmental_pass_number: '1' }, { status: 'active', replaced_by: null }],
])('S7.15 fills in the missing fields of %s', async (_, endpoint, data, completed) => {
  expect(await reply(endpoint, { data })).toMatchObject(completed)
})

test('S7.15 the portal does not change fields that the server sends', async () => {
  const data = { email: 'kim@x.nl', name: 'Kim', roles: ['bsgw_employee'], renew_password: true, municipality: null }
  expect(await reply(showEmployee, { data })).toEqual(data)
})

test('S7.15 a list of addresses without meta has no next page', async () => {
  expect(await reply(searchAddresses, { data: [named] })).toMatchObject({
    data: [{ municipality: { name: '' } }],
    meta: { next: null, close: false, truncated: false },
  })
})

test('S7.15 a collection system without a name gets its street and house number as name', async () => {
  expect(await reply(searchCollectionSystems, { data: [named] })).toMatchObject({ data: [{ name: 'Markt 1' }] })
})

test('S7.15 accepts containers with only id and stream, and clearances with only id, stream and time', async () => {
  const container = { id: 1, waste_type: 'gft' }
  expect(await reply(listAddressEquipment, { data: [container] })).toMatchObject([{ removed_on: null }])
  const clearance = { id: 1, waste_type: 'gft', cleared_at: '2026-03-04T07:31:00+01:00' }
  expect(await reply(listAddressClearances, { data: [clearance] })).toMatchObject({ data: [{ amount_cents: null }] })
})

test('S7.15 offers the last five years of clearances when the server lists no years', async () => {
  const year = new Date().getFullYear()
  const { meta } = (await reply(listAddressClearances, { data: [] })) as { meta: { years: number[] } }
  expect(meta.years).toEqual([year, year - 1, year - 2, year - 3, year - 4])
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
