import { expect, test } from 'vitest'
import * as account from './account.ts'
import * as addresses from './addresses.ts'
import * as collectionSystems from './collection-systems.ts'
import { fullPath } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { showMeta } from './meta.ts'
import { findResident, issueRolls } from './passes.ts'

// The expected paths are texts: any server of the specification has these paths (S7.15).
test.each([
  ['POST /api/v1/counter/user/auth/login', account.login],
  ['POST /api/v1/counter/user/auth/logout', account.logout],
  ['GET /api/v1/user/auth/user', account.showEmployee],
  ['POST /api/auth/refresh', account.refreshSession],
  ['GET /api/v1/counter/meta', showMeta],
  ['POST /api/v1/counter/addresses/search', addresses.searchAddresses],
  ['GET /api/v1/counter/addresses/:alias', addresses.showAddress],
  ['GET /api/v1/counter/addresses/:alias/equipment', addresses.listAddressEquipment],
  ['GET /api/v1/counter/addresses/:alias/clearances', addresses.listAddressClearances],
  ['GET /api/v1/counter/addresses/municipalities', addresses.listMunicipalities],
  ['POST /api/v1/counter/collection-system/search', collectionSystems.searchCollectionSystems],
  ['GET /api/v1/counter/collection-system/:alias', collectionSystems.showCollectionSystem],
  ['GET /api/v1/counter/collection-system/:alias/equipment', collectionSystems.listCollectionSystemEquipment],
  ['GET /api/v1/counter/collection-system/:alias/clearances', collectionSystems.listCollectionSystemClearances],
  ['GET /api/v1/counter/collection-system/meta', collectionSystems.showCollectionSystemMeta],
  ['POST /api/v1/counter/services/search', findResident],
  ['POST /api/v1/counter/services/register', issueRolls],
])('S7.1 S7.2 S7.3 S7.4 S7.5 S7.6 S7.7 S7.8 S7.9 S7.10 S7.11 S7.12 S7.13 S7.14 offers %s', (call, endpoint) => {
  expect(`${endpoint.method} ${fullPath(endpoint)}`).toBe(call)
  expect(endpoint.specified).toBe(true)
})

test('S7.15 marks no other call as specified', () => {
  expect(Object.values(endpoints).filter(({ specified }) => specified)).toHaveLength(17)
})
