import { showBill, showResidentBill } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertAddress, insertClearances, insertContainer, insertPass, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db, send } = await testServer()

const showFor = (alias: string, year?: string) =>
  call('bsgw', showBill, { params: { alias }, query: year === undefined ? {} : { year } })

const tariff = { municipality_id: 917, valid_from: '2025-01-01', valid_to: '2025-12-31' }
const residual = { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240 }

beforeAll(async () => {
  await sql`select add_clearance_year(year) from unnest('{2023,2024,2025}'::int[]) as year`.execute(db)
  await insertRow(db, 'tariff', { ...tariff, charge: 'fixed', household_size: 'several', amount_cents: 16_650 })
  await insertRow(db, 'tariff', { ...tariff, ...residual, amount_cents: 990, valid_to: '2025-06-30' })
  await insertRow(db, 'tariff', { ...tariff, ...residual, amount_cents: 1140, valid_from: '2025-07-01' })
})

/** Inserts an address with a container of 240 litres, and its lifts without an amount. */
async function insertHousehold(alias: string, house_number: number, moments: string[]) {
  const { id: address_id } = await insertAddress(db, { alias, house_number })
  const { id: container_id } = await insertContainer(db, {
    address_id,
    volume_litres: 240,
    chip_number: `CHIP${house_number}`,
  })
  await insertClearances(db, moments, { address_id, container_id, volume_litres: 240, amount_cents: null })
  return address_id
}

test('returns the lines, totals and paragraph of a year, at the tariff of the Dutch day of each lift', async () => {
  // In Dutch time, the last of these lifts was on 1 July.
  const address_id = await insertHousehold('whole', 1, [
    '2025-02-03T09:00:00Z',
    '2025-03-03T09:00:00Z',
    '2025-06-30T22:30:00Z',
  ])
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S1', first_day: '2020-05-01', household_size: 3 })
  const bill = await showFor('whole', '2025')
  expect(bill.periods).toMatchObject([{ from: '2025-01-01', to: '2025-12-31', household_size: 3, is_current: true }])
  expect(bill.periods[0]?.lines).toMatchObject([
    { charge: 'clearance', ...residual, count: 2, unit_cents: 990, amount_cents: 1980, valid_from: '2025-01-01' },
    { charge: 'clearance', ...residual, count: 1, unit_cents: 1140, amount_cents: 1140, valid_from: '2025-07-01' },
    { charge: 'fixed', count: 1, unit_cents: 16_650, amount_cents: 16_650, twelfths: 12 },
  ])
  expect(bill.totals).toEqual({ amount_cents: 19_770, count: 3 })
  expect(bill.spoken.replaceAll('\u00a0', ' ')).toBe(
    'In 2025 is de restafvalcontainer van 240 liter 3 keer geleegd: € 31,20. ' +
      'Dat is 2 keer € 9,90 en vanaf 1 juli 1 keer € 11,40. ' +
      'Met het vaste deel van € 166,50 is dat samen € 197,70. Dat is 3 ledigingen meer dan in 2024.',
  )
  expect(bill.clearances.map(({ charged_cents, chip_number }) => [charged_cents, chip_number])).toEqual([
    [1140, 'CHIP1'],
    [990, 'CHIP1'],
    [990, 'CHIP1'],
  ])
})

test('returns 404 for the bill of an unknown address', async () => {
  await expect(showFor('nowhere')).rejects.toMatchObject({ status: 404 })
})

describe('without a year', () => {
  test('returns the last year with an assessment', async () => {
    const address_id = await insertHousehold('assessed', 2, ['2023-02-03T09:00:00Z', '2025-02-03T09:00:00Z'])
    await insertRow(db, 'assessment', {
      number: 'A1',
      subject_id: 'S',
      address_id,
      year: 2023,
      assessed_on: '2024-01-31',
      amount_cents: 500,
    })
    const { year, years, periods } = await showFor('assessed')
    expect({ year, years }).toEqual({ year: 2023, years: [2025, 2023] })
    expect(periods[0]?.assessment).toMatchObject({ number: 'A1', amount_cents: 500 })
  })

  test('returns the last complete year with lifts when nothing was imposed', async () => {
    await insertHousehold('lifted', 3, ['2023-02-03T09:00:00Z', '2025-02-03T09:00:00Z'])
    expect((await showFor('lifted')).year).toBe(2025)
  })

  test('returns this year for an address without lifts', async () => {
    await insertAddress(db, { alias: 'empty', house_number: 4 })
    expect(await showFor('empty')).toMatchObject({ year: new Date().getFullYear(), years: [], clearances: [] })
  })
})

describe('former households', () => {
  beforeAll(async () => {
    const address_id = await insertHousehold('moved', 5, ['2025-02-03T09:00:00Z', '2025-08-04T09:00:00Z'])
    await insertRow(db, 'occupancy', {
      address_id,
      subject_id: 'OLD',
      first_day: '2020-01-01',
      last_day: '2025-05-14',
      household_size: 2,
    })
    await insertRow(db, 'occupancy', { address_id, subject_id: 'NEW', first_day: '2025-05-15', household_size: 4 })
  })

  test('are hidden for a question about the bill', async () => {
    const bill = await showFor('moved', '2025')
    expect(bill.periods).toMatchObject([{ from: '2025-05-15', to: '2025-12-31' }])
    expect(bill.hidden_periods).toBe(1)
    expect(bill.clearances.map(({ cleared_at }) => cleared_at)).toEqual(['2025-08-04T11:00:00+02:00'])
    expect(bill.last_year).toBeNull()
  })
})

describe('of a pass', () => {
  const thisYear = new Date().getFullYear()

  test('returns only this year’s lifts of the current household, and the paragraph', async () => {
    const address_id = await insertHousehold('resident', 6, [
      `${thisYear}-01-05T09:00:00Z`,
      `${thisYear}-01-12T09:00:00Z`,
    ])
    await insertPass(db, { address_id, number: '0101010101' })
    const resident = await call('municipal', showResidentBill, { body: { environmental_pass_number: '0101010101' } })
    expect(resident).toEqual({ year: thisYear, lifts: 2, spoken: expect.stringContaining('2 keer geleegd') })
  })

  test('returns the same 404 for a resident who moved, in another municipality, and for an unknown pass', async () => {
    const { id: moved } = await insertAddress(db, { house_number: 7 })
    await insertPass(db, { address_id: moved, number: '0202020202', status: 'blocked', blocked_reason: 'move' })
    const { id: elsewhere } = await insertAddress(db, {
      municipality: { id: 928, name: 'Kerkrade' },
      city: 'Kerkrade',
      house_number: 8,
    })
    await insertPass(db, { address_id: elsewhere, number: '0303030303' })
    const responses = await Promise.all(
      ['0202020202', '0303030303', '9999999999'].map((environmental_pass_number) =>
        send('municipal', showResidentBill, { body: { environmental_pass_number } }),
      ),
    )
    const seen = responses.map((response) => [response.statusCode, response.json<{ message: string }>().message])
    expect(new Set(seen.map(String))).toEqual(new Set(['404,Deze pas is niet bekend in uw gemeente']))
  })
})
