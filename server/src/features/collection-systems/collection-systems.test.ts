import {
  defaultCollectionHours,
  listCollectionSystemClearances,
  listCollectionSystemEquipment,
  listConnectedAddresses,
  listNonClearances,
  purposeHeader,
  searchCollectionSystems,
  showCollectionSystem,
  showCollectionSystemMeta,
} from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import {
  insertAddress,
  insertClearances,
  insertCollectionSystem,
  insertContainer,
  insertNonClearances,
} from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
let user = 0

const search = async (body: Parameters<typeof call<typeof searchCollectionSystems>>[2]['body']) => {
  const { data } = await call('bsgw', searchCollectionSystems, { body })
  return data.map((system) => system.alias)
}

beforeAll(async () => {
  const { id: aker } = await insertAddress(db, { alias: 'aker', house_number: 118, postal_code: '6417AT' })
  const { id: dom } = await insertAddress(db, {
    alias: 'dom',
    street: 'Domstraat',
    house_number: 3,
    house_number_extension: 'a',
  })
  user = (await insertAddress(db, { alias: 'user', street: 'Wieënweg', house_number: 12 })).id
  const under = await insertCollectionSystem(
    db,
    { alias: 'under', name: 'Aker 1', address_id: aker, object_code: 'V0042' },
    [user, dom],
  )
  const block = await insertCollectionSystem(db, { alias: 'block', name: 'Dom 1', address_id: dom, kind_id: 2 })
  const residual = await insertContainer(db, {
    collection_system_id: under.id,
    number: 'u1',
    kind: 'ondergronds',
    volume_litres: 5000,
  })
  await insertContainer(db, {
    collection_system_id: under.id,
    number: 'u2',
    waste_type: 'gft',
    kind: 'ondergronds',
    volume_litres: 3000,
  })
  await insertContainer(db, {
    collection_system_id: under.id,
    number: 'u0',
    waste_type: 'glass',
    kind: 'ondergronds',
    removed_on: '2025-01-01',
  })
  await insertContainer(db, {
    collection_system_id: block.id,
    number: 'b1',
    waste_type: 'glass',
    kind: 'wijkcontainer',
  })
  await insertClearances(db, ['2025-05-05T06:00:00Z', '2026-02-02T06:00:00Z'], {
    container_id: residual.id,
    amount_cents: null,
  })
  await insertClearances(db, ['2026-02-01T06:00:00Z'], {
    container_id: residual.id,
    address_id: user,
    category: 'locations',
  })
  await insertNonClearances(db, ['2025-05-06T06:00:00Z', '2026-02-03T06:00:00Z'], { container_id: residual.id })
})

describe('S7.10 S3.2 searching collection systems', () => {
  test.each([
    [{ municipality_id: 917 }, ['under', 'block']],
    [{ object_code: 'v 0042' }, ['under']],
    [{ street: 'akerstr' }, ['under']],
    [{ postal_code: '6417 at' }, ['under']],
    [{ postal_code: '6411cd', house_number: '3A' }, ['block']],
    [{ house_number: 118 }, ['under']],
    [{ waste_type: 'gft' as const }, ['under']],
    [{ waste_type: 'glass' as const }, ['block']],
    [{ collection_system: 2 }, ['block']],
    [{ collection_system: 1, waste_type: 'glass' as const }, []],
    [{ waste_type: '' as const, collection_system: null, street: 'dom' }, ['block']],
    [{ street: '%' }, []],
  ])('finds the matching systems by %j', async (criteria, aliases) => {
    expect(await search(criteria)).toEqual(aliases)
  })

  test('returns each system once over all pages', async () => {
    const first = await call('bsgw', searchCollectionSystems, { body: { municipality_id: 917, limit: 1 } })
    const second = await call('bsgw', searchCollectionSystems, {
      body: { municipality_id: 917, limit: 1, cursor: first.meta.next },
    })
    expect([...first.data, ...second.data].map((system) => system.alias)).toEqual(['under', 'block'])
    expect(second.meta.next).toBeNull()
  })

  test.each([
    [{}, 'criteria'],
    [{ waste_type: 'plastic' }, 'waste_type'],
    [{ collection_system: 'Ondergronds' }, 'collection_system'],
  ])('S5.3 rejects %j with a message at %s', async (body, field) => {
    await expect(search(body as never)).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
  })
})

test('S7.11 S3.4 returns a collection system with its streams and its number of connected addresses', async () => {
  expect(await call('bsgw', showCollectionSystem, { params: { alias: 'under' } })).toMatchObject({
    alias: 'under',
    object_code: 'V0042',
    name: 'Aker 1',
    system: { id: 1, name: 'Ondergrondse container' },
    waste_types: ['gft', 'residual_waste'],
    street: 'Akerstraat',
    house_number: 118,
    location: { lon: 5.97, lat: 50.89 },
    connected_addresses: 2,
  })
})

test('S7.11 lists the containers, each with the moment of its last emptying', async () => {
  const equipment = await call('bsgw', listCollectionSystemEquipment, { params: { alias: 'under' } })
  expect(equipment.map((container) => [container.number, container.last_cleared_at])).toEqual([
    ['u1', '2026-02-02T07:00:00+01:00'],
    ['u2', null],
    ['u0', null],
  ])
})

test('returns the fill level and malfunction that each container last reported', async () => {
  const state = { fill_percent: 72, malfunction: 'drum_stuck' as const }
  await sql`
    insert into container_state (container_id, fill_percent, measured_at, malfunction, malfunction_since)
    select id, ${state.fill_percent}, '2026-02-03T04:12:00Z', ${state.malfunction}, '2026-02-02T14:00:00Z'
    from container where number = 'u1'`.execute(db)
  const equipment = await call('bsgw', listCollectionSystemEquipment, { params: { alias: 'under' } })
  expect(equipment.map((container) => container.state)).toEqual([
    { ...state, measured_at: '2026-02-03T05:12:00+01:00', malfunction_since: '2026-02-02T15:00:00+01:00' },
    null,
    null,
  ])
})

test('S7.11 S3.4 lists the emptyings of a system by year, without the openings by residents', async () => {
  const recent = await call('bsgw', listCollectionSystemClearances, { params: { alias: 'under' }, query: {} })
  expect(recent.data.map((clearance) => clearance.cleared_at)).toEqual([
    '2026-02-02T07:00:00+01:00',
    '2025-05-05T08:00:00+02:00',
  ])
  expect(recent.meta.years).toEqual([2026, 2025])
  const missed = { waste_type: 'residual_waste', reason: 'te_zwaar' }
  expect(recent.meta.non_clearances).toMatchObject([
    { ...missed, happened_at: '2026-02-03T07:00:00+01:00' },
    { ...missed, happened_at: '2025-05-06T08:00:00+02:00' },
  ])
  const { data, meta } = await call('bsgw', listCollectionSystemClearances, {
    params: { alias: 'under' },
    query: { year: '2025' },
  })
  expect(data).toHaveLength(1)
  expect(meta.non_clearances).toHaveLength(1)
})

test('the hours of the municipality stand beside what was not emptied, at a system and at an address', async () => {
  const startAt = async () => {
    const [system, address] = await Promise.all([
      call('bsgw', listCollectionSystemClearances, { params: { alias: 'under' }, query: {} }),
      call('bsgw', listNonClearances, { params: { alias: 'aker' }, query: {} }, { [purposeHeader]: 'aanslag_vraag' }),
    ])
    return [system.meta.start, address.meta.start]
  }
  expect(await startAt()).toEqual([null, null])
  await sql`
    insert into collection_hours (municipality_id, settings)
    values (917, ${JSON.stringify({ ...defaultCollectionHours, collection_start: 6, collection_start_bags: 9 })}::jsonb)
  `.execute(db)
  expect(await startAt()).toEqual([
    { container: 6, bag: 9 },
    { container: 6, bag: 9 },
  ])
})

test('lists the addresses that may use a collection system', async () => {
  const { data, meta } = await call('bsgw', listConnectedAddresses, { params: { alias: 'under' }, query: {} })
  expect(data.map((address) => address.alias)).toEqual(['dom', 'user'])
  expect(meta.next).toBeNull()
})

test('lists at most 25 addresses of a collection system per page, and each address once', async () => {
  const users: number[] = []
  for (let house_number = 1; house_number <= 26; house_number += 1)
    users.push((await insertAddress(db, { street: 'Flatweg', house_number, postal_code: '6419FL' })).id)
  await insertCollectionSystem(db, { alias: 'flat', name: 'Flatweg', address_id: users[0] ?? 0 }, users)
  const params = { alias: 'flat' }
  const first = await call('bsgw', listConnectedAddresses, { params, query: {} })
  const second = await call('bsgw', listConnectedAddresses, { params, query: { cursor: first.meta.next ?? '' } })
  expect([first.data.length, second.data.length, second.meta.next]).toEqual([25, 1, null])
  expect(second.data[0]?.house_number).toBe(26)
})

test('S7.12 lists the kinds of systems and the waste types', async () => {
  const meta = await call('bsgw', showCollectionSystemMeta, {})
  expect(meta.systems).toContainEqual({ id: 1, name: 'Ondergrondse container' })
  expect(meta.waste_types).toHaveLength(10)
})
