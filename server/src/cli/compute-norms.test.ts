import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { runCommand } from '../test/commands.ts'
import { insertAddress, insertClearances, insertContainer, insertRow } from '../test/make.ts'
import { rowsOf, testDatabase } from '../test/test-database.ts'
import { computeAllNorms } from './compute-norms.ts'

const db = await testDatabase()

type NormHousehold = { lifts: number; size?: number | null; first_day?: string; last_day?: string | null }
let made = 0

/** Inserts an address whose household has this number of lifts in 2025. Without a size there is no occupancy. */
async function insertHousehold({ lifts, size, first_day = '2020-01-01', last_day = null }: NormHousehold) {
  made += 1
  const { id: address_id } = await insertAddress(db, { house_number: made })
  if (size !== undefined)
    await insertRow(db, 'occupancy', { address_id, subject_id: `S${made}`, first_day, last_day, household_size: size })
  const moments = Array.from({ length: lifts }, (_, index) => `2025-03-${10 + index}T07:31:00Z`)
  await insertClearances(db, moments, { address_id, amount_cents: 645 })
}
const insertHouseholds = async (count: number, household: (index: number) => NormHousehold) => {
  for (let index = 0; index < count; index += 1) await insertHousehold(household(index))
}
const findNorms = () =>
  rowsOf(
    db,
    sql`
      select household_size, households, lower_lifts, median_lifts, upper_lifts, lower_cents, median_cents, upper_cents
      from clearance_norm where municipality_id = 917 and year = 2025 and waste_type = 'residual_waste'
        and volume_litres = 140
      order by household_size`,
  )

test('reports that there are no norms when there are no clearances', async () => {
  expect(await runCommand(computeAllNorms, db, [])).toBe('Er zijn nog geen ledigingen, dus geen normen.')
})

test('computes quartiles of lifts and cents over at least 20 households that were liable for the whole year', async () => {
  // One person: 20 households with 1, 2, 3 or 4 lifts. Each quartile is between two households.
  await insertHouseholds(20, (index) => ({ lifts: 1 + (index % 4), size: 1 }))
  // Several persons: 19 households are too few.
  await insertHouseholds(19, () => ({ lifts: 5, size: 3 }))
  // Unknown: 10 without a size, and 10 without occupancies.
  await insertHouseholds(10, () => ({ lifts: 2, size: null }))
  await insertHouseholds(10, () => ({ lifts: 4 }))
  // These households are not compared: they moved in or out during the year, or have no lifts.
  await insertHousehold({ lifts: 9, size: 1, first_day: '2025-01-02' })
  await insertHousehold({ lifts: 9, size: 3, last_day: '2025-12-30' })
  await insertHousehold({ lifts: 0, size: 3 })
  expect(await runCommand(computeAllNorms, db, [])).toContain('2025: 2 normen')
  expect(await findNorms()).toEqual([
    {
      ...{ household_size: 'one', households: 20, lower_lifts: 1.75, median_lifts: 2.5, upper_lifts: 3.25 },
      ...{ lower_cents: 1129, median_cents: 1613, upper_cents: 2096 },
    },
    {
      ...{ household_size: 'unknown', households: 20, lower_lifts: 2, median_lifts: 3, upper_lifts: 4 },
      ...{ lower_cents: 1290, median_cents: 1935, upper_cents: 2580 },
    },
  ])
})

test('uses the tariff of the day for a lift without an amount', async () => {
  const kind = { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 140 }
  const tariff = { municipality_id: 917, charge: 'clearance', ...kind }
  await insertRow(db, 'tariff', { ...tariff, amount_cents: 999, valid_from: '2024-01-01', valid_to: '2025-03-09' })
  await insertRow(db, 'tariff', { ...tariff, amount_cents: 100, valid_from: '2025-03-10', valid_to: '2025-12-31' })
  const { id } = await insertContainer(db, { ...kind, address_id: (await insertAddress(db, { house_number: 999 })).id })
  await sql`update clearance set amount_cents = null, container_id = ${id}`.execute(db)
  await runCommand(computeAllNorms, db, [])
  expect(await findNorms()).toMatchObject([{ median_cents: 250 }, { median_cents: 300 }])
})

test('adds, changes and removes norms when households and amounts changed', async () => {
  await insertHousehold({ lifts: 5, size: 3 })
  await sql`update occupancy set last_day = '2025-06-30' where subject_id = 'S1'`.execute(db)
  await sql`update clearance set amount_cents = 700`.execute(db)
  await runCommand(computeAllNorms, db, [])
  expect(await findNorms()).toMatchObject([
    { household_size: 'several', households: 20, median_lifts: 5, median_cents: 3500 },
    { household_size: 'unknown', households: 20, median_lifts: 3, median_cents: 2100 },
  ])
})
