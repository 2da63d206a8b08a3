import { listAddressClearances, listAddressEquipment } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { insertAddress, insertClearances, insertCollectionSystem, insertContainer, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()

const clearancesOf = (alias: string, year?: string) =>
  call('bsgw', listAddressClearances, { params: { alias }, query: year ? { year } : {} })

test('S7.8 S3.3 returns the clearances of a year in Dutch time, the newest first', async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'years', house_number: 1 })
  const { id: container_id } = await insertContainer(db, { address_id })
  await insertClearances(db, ['2025-12-31T22:59:00Z', '2025-12-31T23:30:00Z', '2026-07-01T05:31:00Z'], {
    address_id,
    container_id,
  })

  const { data, meta } = await clearancesOf('years', '2026')
  expect(data.map((clearance) => clearance.cleared_at)).toEqual([
    '2026-07-01T07:31:00+02:00',
    '2026-01-01T00:30:00+01:00',
  ])
  expect(data[0]).toMatchObject({
    waste_type: 'residual_waste',
    category: 'rest',
    equipment_id: container_id,
    volume_litres: 140,
    weight_kg: null,
    amount_cents: 645,
  })
  expect(meta).toEqual({
    years: [2026, 2025],
    updated_until: '2026-03-04',
    delivered: {
      municipality: 'Heerlen',
      streams: [{ waste_type: 'residual_waste', since: null, until: '2026-03-04' }],
    },
  })
  expect((await clearancesOf('years', '2025')).data.map((clearance) => clearance.cleared_at)).toEqual([
    '2025-12-31T23:59:00+01:00',
  ])
  expect((await clearancesOf('years', '2024')).data).toEqual([])
})

test("S7.8 a clearance at midnight of New Year's Day in Dutch time belongs only to the new year", async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'midnight', house_number: 4 })
  await insertClearances(db, ['2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z'], { address_id })
  const momentsOf = async (year: string) => (await clearancesOf('midnight', year)).data.map((it) => it.cleared_at)
  expect(await momentsOf('2025')).toEqual([])
  expect(await momentsOf('2026')).toEqual(['2026-01-01T00:00:00+01:00'])
  expect(await momentsOf('2027')).toEqual(['2027-01-01T00:00:00+01:00'])
  expect((await clearancesOf('midnight')).meta.years).toEqual([2027, 2026])
})

test('S7.8 returns different UTC offsets for the two equal local times at the end of summer time', async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'night', house_number: 2 })
  await insertClearances(db, ['2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'], { address_id })
  const { data } = await clearancesOf('night')
  expect(data.map((clearance) => clearance.cleared_at)).toEqual([
    '2025-10-26T02:30:00+01:00',
    '2025-10-26T02:30:00+02:00',
  ])
})

test('S7.8 returns the most recent clearances when no year is given', async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'many', house_number: 3 })
  const days = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day, 9)).toISOString())
  await insertClearances(db, days, { address_id })
  const { data, meta } = await clearancesOf('many')
  expect(data).toHaveLength(50)
  expect(data[0]?.cleared_at).toBe('2025-03-01T10:00:00+01:00')
  expect(meta.years).toEqual([2025])
})

test.each(['26', 'abcd', '2026.5', '-2026', '99999'])('S7.8 rejects %s as a year', async (year) => {
  await expect(clearancesOf('any', year)).rejects.toMatchObject({
    status: 422,
    errors: { year: ['Vul een jaar in, zoals 2026'] },
  })
})

test('S7.7 lists the containers of an address before the shared containers, and removed containers last', async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'equipped', house_number: 5 })
  const { id: neighbour } = await insertAddress(db, { alias: 'neighbour', house_number: 6 })
  const system = await insertCollectionSystem(db, { alias: 'site', name: 'Aker 1', address_id }, [address_id])
  const old = await insertContainer(db, { address_id, number: 'old', removed_on: '2025-01-31' })
  const own = await insertContainer(db, { address_id, number: 'own', chip_number: 'A1B2' })
  const shared = await insertContainer(db, {
    collection_system_id: system.id,
    number: 'well',
    kind: 'ondergronds',
    volume_litres: 5000,
  })
  await insertContainer(db, { address_id: neighbour, number: 'of the neighbour' })
  await insertClearances(db, ['2026-02-01T09:00:00Z', '2026-02-08T09:00:00Z'], { address_id, container_id: own.id })
  await insertClearances(db, ['2026-03-01T09:00:00Z'], { address_id: neighbour, container_id: shared.id })

  const equipment = await call('bsgw', listAddressEquipment, { params: { alias: 'equipped' } })
  expect(equipment.map((container) => container.number)).toEqual(['own', 'well', 'old'])
  expect(equipment[0]).toEqual({
    id: own.id,
    number: 'own',
    waste_type: 'residual_waste',
    kind: 'minicontainer',
    volume_litres: 140,
    chip_number: 'A1B2',
    placed_on: '2024-03-01',
    removed_on: null,
    last_cleared_at: '2026-02-08T10:00:00+01:00',
    lifts_until: '2026-03-04',
    used: null,
    collection_system: null,
    state: null,
    recorded_malfunction: null,
  })
  expect(equipment[1]).toMatchObject({
    collection_system: { alias: 'site', name: 'Aker 1' },
    last_cleared_at: null,
    used: { times_this_year: 0, last_used_at: null },
  })
  expect(equipment[2]).toMatchObject({ id: old.id, removed_on: '2025-01-31' })
})

test('states for each container until when lifts of its stream are known in its municipality, or that none are', async () => {
  const municipality = { id: 981, name: 'Vaals' }
  const { id: address_id } = await insertAddress(db, { alias: 'vaals', postal_code: '6291AA', municipality })
  const system = await insertCollectionSystem(db, { alias: 'vaals site', name: 'Markt', address_id }, [address_id])
  const { id: own } = await insertContainer(db, { address_id, waste_type: 'gft' })
  const { id: shared } = await insertContainer(db, { collection_system_id: system.id, waste_type: 'glass' })
  const known = async () => {
    const found = await call('bsgw', listAddressEquipment, { params: { alias: 'vaals' } })
    return new Map(found.map(({ id, lifts_until }) => [id, lifts_until]))
  }
  expect(await known()).toEqual(
    new Map([
      [own, null],
      [shared, null],
    ]),
  )
  await insertClearances(db, ['2026-02-01T09:00:00Z'], { address_id: null, container_id: shared, waste_type: 'glass' })
  expect(await known()).toEqual(
    new Map([
      [own, null],
      [shared, '2026-03-04'],
    ]),
  )
})

test('S7.7 lists when a shared container was emptied, and how often the current household used that container', async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'sharing', house_number: 7 })
  const { id: neighbour } = await insertAddress(db, { alias: 'sharing too', house_number: 8 })
  const system = await insertCollectionSystem(db, { alias: 'shared site', name: 'Aker 2', address_id }, [address_id])
  const { id: container_id } = await insertContainer(db, { collection_system_id: system.id, kind: 'ondergronds' })
  const year = new Date().getFullYear()
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S1', first_day: '2020-01-01', last_day: '2024-06-30' })
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S2', first_day: '2024-07-01' })
  const emptied = [`${year}-01-02T06:00:00Z`, `${year}-01-03T06:00:00Z`]
  await insertClearances(db, emptied, { address_id: null, container_id })
  await insertClearances(db, [`${year}-01-04T06:00:00Z`], { address_id: neighbour, container_id })
  const ofSharing = async () => (await call('bsgw', listAddressEquipment, { params: { alias: 'sharing' } }))[0]

  await insertClearances(db, ['2024-06-29T06:00:00Z'], { address_id, container_id })
  expect(await ofSharing()).toMatchObject({
    last_cleared_at: `${year}-01-03T07:00:00+01:00`,
    used: { times_this_year: 0, last_used_at: null },
  })
  await insertClearances(db, [`${year - 1}-12-31T22:59:00Z`], { address_id, container_id })
  expect(await ofSharing()).toMatchObject({
    used: { times_this_year: 0, last_used_at: `${year - 1}-12-31T23:59:00+01:00` },
  })
  await insertClearances(db, [`${year - 1}-12-31T23:00:00Z`, `${year}-01-01T06:00:00Z`], { address_id, container_id })
  expect(await ofSharing()).toMatchObject({
    used: { times_this_year: 2, last_used_at: `${year}-01-01T07:00:00+01:00` },
  })
})
