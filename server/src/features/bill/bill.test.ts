import {
  type Bill,
  fullPath,
  listBillYears,
  listCollectionOutcomes,
  purposeHeader,
  showBill,
  showResidentBill,
} from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { findStoredBillFacts } from '../../domain/bill/bill-facts.queries.ts'
import { findLoggedBill } from '../../domain/bill/find-bill.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  insertAddress,
  insertClearances,
  insertCollectionArea,
  insertCollectionSystem,
  insertContainer,
  insertPass,
  insertRow,
} from '../../test/make.ts'
import { recordStatements } from '../../test/recorded-statements.ts'
import { testServer } from '../../test/server.ts'

const { app, call, db, send, tokenOf } = await testServer()

const showFor = (alias: string, year?: string) =>
  call('bsgw', showBill, { params: { alias }, query: year === undefined ? {} : { year } })

const nobodyLogged = {
  purpose: 'aanslag_vraag' as const,
  scheme_months: 36,
  keyOf: () => '',
  recordLookup: () => '',
  recordFound: () => {},
  recordHousehold: () => '',
  recordChange: () => {},
  recordSchemes: () => {},
}

const tariff = { municipality_id: 917, valid_from: '2025-01-01', valid_to: '2025-12-31' }
const residual = { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240 }

beforeAll(async () => {
  // Another municipality has other prices and another rule.
  await insertRow(db, 'municipality', { id: 928, name: 'Kerkrade' })
  await insertRow(db, 'municipality', { id: 965, name: 'Simpelveld' })
  await insertRow(db, 'tariff', { ...tariff, ...residual, municipality_id: 965, amount_cents: 1 })
  await insertRow(db, 'tariff', { ...tariff, municipality_id: 965, charge: 'fixed', amount_cents: 1 })
  await insertRow(db, 'bill_rule', { municipality_id: 965, proration: 'none', standard_containers: 9 })
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
  expect(bill.billed).toEqual({ from: '2025-01-01', to: '2025-12-31', amount_cents: 19_770 })
  expect(bill.spoken.short.replaceAll('\u00a0', ' ')).toBe('In 2025 komen wij op € 197,70.')
  expect(bill.spoken.full.replaceAll('\u00a0', ' ')).toBe(
    'In 2025 is de restafvalcontainer van 240 liter 3 keer geleegd: € 31,20. ' +
      'Dat is 2 keer € 9,90 en vanaf 1 juli 1 keer € 11,40. ' +
      'Met het vaste deel van € 166,50 is dat samen € 197,70.',
  )
  expect(bill.clearances.map(({ charged_cents, chip_number }) => [charged_cents, chip_number])).toEqual([
    [1140, 'CHIP1'],
    [990, 'CHIP1'],
    [990, 'CHIP1'],
  ])
})

test('returns the bills of the newest four years beside each other, each with its parts, and one sentence per year', async () => {
  const moments = [2021, 2022, 2023, 2024, 2025].flatMap((year) => [
    `${year}-02-03T09:00:00Z`,
    `${year}-03-03T09:00:00Z`,
  ])
  await sql`select add_clearance_year(year) from unnest('{2021,2022}'::int[]) as year`.execute(db)
  const address_id = await insertHousehold('years', 13, moments)
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S13', first_day: '2023-05-15', household_size: 3 })
  await insertClearances(db, ['2025-02-04T09:00:00Z'], { address_id, waste_type: 'gft', amount_cents: 170 })
  await insertClearances(db, ['2025-02-05T09:00:00Z'], { address_id, waste_type: 'paper', amount_cents: 30 })
  const [lift] = await insertClearances(db, ['2025-02-06T09:00:00Z'], {
    address_id,
    waste_type: 'gft',
    amount_cents: 170,
  })
  const norm = {
    municipality_id: 917,
    year: 2025,
    household_size: 'several',
    lower_lifts: 1,
    median_lifts: 2,
    upper_lifts: 3,
  }
  for (const [waste_type, volume_litres, households] of [
    ['residual_waste', 240, 30],
    ['gft', 140, 24],
    ['paper', 140, 50],
    ['glass', 140, 20],
  ] as const)
    await insertRow(db, 'clearance_norm', {
      ...norm,
      waste_type,
      volume_litres,
      households,
      lower_cents: 1,
      median_cents: households,
      upper_cents: 99,
    })
  const { rows } = await sql<{ id: number }>`select id from employee order by id limit 2`.execute(db)
  await insertRow(db, 'clearance_objection', {
    clearance_id: lift,
    cleared_at: '2025-02-06T09:00:00Z',
    address_id,
    reason: 'other',
    note: '',
    filed_by: rows[0]?.id,
    state: 'upheld',
    decided_by: rows[1]?.id,
    decided_at: '2026-02-20T09:00:00Z',
  })
  const { years, spoken } = await call('bsgw', listBillYears, { params: { alias: 'years' } })
  expect(years.map(({ year }) => year)).toEqual([2023, 2024, 2025])
  expect(years.at(-1)).toEqual({
    year: 2025,
    from: '2025-01-01',
    to: '2025-12-31',
    is_running: false,
    amount_cents: 16_650 + 1980 + 170 + 30,
    parts: { fixed: 16_650, residual_waste: 1980, gft: 170, other: 30 },
    counts: { residual_waste: 2, gft: 2, other: 1 },
    // Not the glass, of which this household has no lift. Paper, gft and residual waste have at least 24 households.
    similar: { households: 24, amount_cents: 16_650 + 30 + 24 + 50 },
  })
  // The household arrived in 2023. Of 2024 there are no norms.
  expect(years.map(({ similar }) => similar !== null)).toEqual([false, false, true])
  // Where kilograms have a price, comparable households can pay another amount for their lifts.
  await insertRow(db, 'tariff', { ...tariff, ...residual, charge: 'weight', amount_cents: 35 })
  const weighed = await call('bsgw', listBillYears, { params: { alias: 'years' } })
  expect(weighed.years.at(-1)).toMatchObject({ similar: null, amount_cents: years.at(-1)?.amount_cents })
  expect((await showFor('years', '2025')).norm).toMatchObject({ cents: null, own_cents: null, own_lifts: 2 })
  await sql`delete from tariff where charge = 'weight'`.execute(db)
  await sql`delete from clearance_norm`.execute(db)
  expect(spoken.replaceAll('\u00a0', ' ')).toBe(
    'In 2023, vanaf 15 mei: € 0,00. In 2024: € 0,00. In 2025: € 188,30, met 2 keer restafval, 2 keer gft en 1 keer papier.',
  )
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

  describe('for an address whose last assessment is for 2023, of a former household', () => {
    const former = { subject_id: 'OLD', first_day: '2020-01-01', last_day: '2024-02-29' }
    const imposed = { number: 'A2', subject_id: 'OLD', year: 2023, assessed_on: '2024-01-31', amount_cents: 500 }

    test.each([
      [
        'the last complete year with lifts of the household that lives there',
        [former, { subject_id: 'NEW', first_day: '2024-03-01' }],
        2025,
      ],
      [
        'this year when the household has lived there for less than a year',
        [former, { subject_id: 'NEW', first_day: '2026-01-02' }],
        new Date().getFullYear(),
      ],
      ['that year when nobody lives there', [former], 2023],
    ])('returns %s', async (_, occupancies, year) => {
      const alias = `former-${year}-${occupancies.length}`
      const address_id = await insertHousehold(alias, 30 + (year % 10), [
        '2023-02-03T09:00:00Z',
        '2025-02-03T09:00:00Z',
      ])
      for (const occupancy of occupancies) await insertRow(db, 'occupancy', { address_id, ...occupancy })
      await insertRow(db, 'assessment', { ...imposed, address_id, number: alias })
      expect(await showFor(alias)).toMatchObject({ year, years: [2025, 2023] })
    })
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

  test('are hidden when the purpose is a question about the bill', async () => {
    const bill = await showFor('moved', '2025')
    expect(bill.periods).toMatchObject([{ from: '2025-05-15', to: '2025-12-31' }])
    expect(bill.hidden_periods).toBe(1)
    expect(bill.clearances.map(({ cleared_at }) => cleared_at)).toEqual(['2025-08-04T11:00:00+02:00'])
    expect(bill.last_year).toBeNull()
  })

  test('are shown when the purpose is an objection, each with its share of the fixed part', async () => {
    const bill = await showForObjection('moved')
    const fixedPart = { charge: 'fixed', unit_cents: 16_650 }
    expect(bill.periods).toMatchObject([
      { from: '2025-01-01', to: '2025-05-14', is_current: false },
      { from: '2025-05-15', to: '2025-12-31', is_current: true },
    ])
    expect(bill.periods.map(({ lines }) => lines.at(-1))).toMatchObject([
      { ...fixedPart, twelfths: 5, amount_cents: 6938 },
      // Both shares round up, so the later share is reduced by a cent.
      { ...fixedPart, twelfths: 7, amount_cents: 9712 },
    ])
    expect(bill).toMatchObject({ hidden_periods: 0, clearances: [{}, {}] })
  })
})

/** Returns the bill of an address for the purpose of an objection. */
async function showForObjection(alias: string): Promise<Bill> {
  const response = await app.inject({
    url: `${fullPath(showBill).replace(':alias', alias)}?year=2025`,
    headers: { authorization: `Bearer ${tokenOf.get('bsgw')}`, [purposeHeader]: 'aanslag_bezwaar' },
  })
  return response.json<{ data: Bill }>().data
}

test('uses the bill rule of the municipality', async () => {
  const { id: address_id } = await insertAddress(db, {
    alias: 'kerkrade',
    municipality: { id: 928, name: 'Kerkrade' },
    city: 'Kerkrade',
  })
  await insertRow(db, 'bill_rule', { municipality_id: 928, proration: 'days', standard_containers: 0 })
  await insertRow(db, 'tariff', { ...tariff, municipality_id: 928, charge: 'fixed', amount_cents: 36_500 })
  await insertRow(db, 'tariff', { ...tariff, municipality_id: 928, ...residual, charge: 'rental', amount_cents: 3650 })
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S', first_day: '2025-12-22' })
  await insertContainer(db, { address_id, volume_litres: 240 })
  const { periods } = await showFor('kerkrade', '2025')
  expect(periods[0]?.lines.map(({ charge, amount_cents }) => [charge, amount_cents])).toEqual([
    ['fixed', 1000],
    ['rental', 100],
  ])
})

describe('with an assessment and objections', () => {
  beforeAll(async () => {
    const moments = ['2025-02-03T09:00:00Z', '2025-03-03T09:00:00Z', '2025-12-29T09:00:00Z']
    const address_id = await insertHousehold('imposed', 9, moments)
    await insertRow(db, 'occupancy', { address_id, subject_id: 'S9', first_day: '2020-01-01', household_size: 2 })
    const assessment = { subject_id: 'S9', address_id, year: 2025 }
    await insertRow(db, 'assessment', { ...assessment, number: 'OLD', assessed_on: '2026-01-15', amount_cents: 1 })
    await insertRow(db, 'assessment', { ...assessment, number: 'A9', assessed_on: '2026-01-31', amount_cents: 18_500 })
    await sql`insert into assessment_line select id, 1, 'Vast deel', 1, 18500, 18500 from assessment where number = 'A9'`.execute(
      db,
    )
    const { rows: lifts } = await sql<{ id: number; cleared_at: Date; batch_id: number }>`
      select id, cleared_at, batch_id from clearance where address_id = ${address_id} order by cleared_at`.execute(db)
    const early = await insertRow(db, 'clearance_batch', { source: 'on time', loaded_at: '2026-01-31T22:59:00Z' })
    const late = await insertRow(db, 'clearance_batch', { source: 'late', loaded_at: '2026-01-31T23:00:00Z' })
    await sql`update clearance set batch_id = ${early.id} where address_id = ${address_id}`.execute(db)
    await sql`update clearance set batch_id = ${late.id} where id = ${lifts[2]?.id}`.execute(db)
    const { rows: employees } = await sql<{ id: number }>`
      select id from employee where email in ('bsgw@loket.example', 'both@loket.example') order by email`.execute(db)
    const [colleague, caller] = employees.map(({ id }) => id)
    const of = (index: number) => ({ clearance_id: lifts[index]?.id, cleared_at: lifts[index]?.cleared_at, address_id })
    await insertRow(db, 'clearance_objection', { ...of(1), reason: 'other', note: 'Op vakantie', filed_by: caller })
    await insertRow(db, 'clearance_objection', {
      ...of(0),
      reason: 'duplicate',
      note: '',
      filed_by: colleague,
      state: 'upheld',
      decided_by: caller,
      decided_at: '2026-02-20T09:00:00Z',
    })
  })

  test('explains the difference by late lifts, credits and the rest', async () => {
    const { periods, clearances } = await showFor('imposed', '2025')
    const late = clearances[0]?.id
    expect(periods[0]?.assessment).toEqual({
      number: 'A9',
      assessed_on: '2026-01-31',
      amount_cents: 18_500,
      lines: [{ description: 'Vast deel', count: 1, unit_cents: 18_500, amount_cents: 18_500 }],
      difference_cents: 16_650 + 990 + 1140 - 18_500,
      late: { clearance_ids: [late], amount_cents: 1140 },
      objected: { clearance_ids: [clearances[2]?.id], amount_cents: -990 },
      tariff_cents: 130,
    })
    expect(clearances.map(({ is_late }) => is_late)).toEqual([true, false, false])
  })

  test('credits an upheld objection, and states the possible credit of an open objection', async () => {
    const { periods, objections } = await showFor('imposed', '2025')
    expect(periods[0]?.lines.at(-1)).toMatchObject({ charge: 'credit', count: 1, amount_cents: -990 })
    expect(objections).toMatchObject([
      { state: 'open', amount_cents: 990, is_own: true, note: 'Op vakantie', decided_by: null, decided_at: null },
      { state: 'upheld', amount_cents: 990, is_own: false, decided_at: '2026-02-20T10:00:00+01:00' },
    ])
  })
})

test('compares the household with the norm for its most expensive kind of lift', async () => {
  const moments = ['2025-02-03T09:00:00Z', '2025-03-03T09:00:00Z']
  const address_id = await insertHousehold('compared', 10, moments)
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S10', first_day: '2020-01-01', household_size: 1 })
  await insertClearances(db, moments, { address_id, waste_type: 'gft', volume_litres: 140, amount_cents: 100 })
  const norm = { municipality_id: 917, year: 2025, households: 24, lower_lifts: 5, median_lifts: 7.5, upper_lifts: 9 }
  const cents = { lower_cents: 500, median_cents: 750, upper_cents: 900 }
  const kind = { waste_type: 'residual_waste', volume_litres: 240, household_size: 'one' }
  for (const other of [{ year: 2024 }, { municipality_id: 928 }])
    await insertRow(db, 'clearance_norm', { ...norm, ...cents, ...kind, households: 99, ...other })
  for (const [waste_type, volume_litres] of [
    ['gft', 140],
    ['residual_waste', 240],
  ] as const)
    for (const household_size of ['one', 'several'])
      await insertRow(db, 'clearance_norm', { ...norm, ...cents, waste_type, volume_litres, household_size })
  expect((await showFor('compared', '2025')).norm).toEqual({
    waste_type: 'residual_waste',
    volume_litres: 240,
    household_size: 'one',
    households: 24,
    lifts: { lower: 5, median: 7.5, upper: 9 },
    cents: { lower: 500, median: 750, upper: 900 },
    own_lifts: 2,
    own_cents: 1980,
  })
})

test('flags a chip of another address, an opening with a blocked pass, and far more lifts than before', async () => {
  const days = (year: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-12T09:00:00Z`)
  const address_id = await insertHousehold('flagged', 11, [...days(2025, 12), ...days(2023, 5)])
  const { id: neighbour } = await insertAddress(db, { house_number: 12 })
  await insertContainer(db, {
    address_id: neighbour,
    chip_number: 'CHIP11',
    placed_on: '2025-02-13',
    removed_on: '2025-03-13',
  })
  const system = await insertCollectionSystem(db, { address_id: neighbour }, [address_id])
  const drum = await insertContainer(db, { collection_system_id: system.id, kind: 'ondergronds', volume_litres: 5000 })
  await insertClearances(db, ['2025-04-20T09:00:00Z'], { address_id, container_id: drum.id, volume_litres: 60 })
  await insertPass(db, {
    address_id,
    number: 'BLOCKED11',
    status: 'blocked',
    blocked_reason: 'loss',
    blocked_on: '2025-04-19',
  })
  const { flags, clearances } = await showFor('flagged', '2025')
  expect(flags.map(({ rule, clearance_ids }) => [rule, clearance_ids.length])).toEqual([
    ['chip_elsewhere', 1],
    ['blocked_pass', 1],
    ['far_more', 12],
  ])
  expect(clearances.find(({ equipment_id }) => equipment_id === drum.id)).toMatchObject({
    kind: 'ondergronds',
    chip_number: null,
  })
})

test('a lift in the first second of the year before is a lift of that year, not of an earlier year', async () => {
  await insertHousehold('midnight', 17, ['2023-12-31T22:59:59Z', '2023-12-31T23:00:00Z', '2025-03-04T09:00:00Z'])
  const facts = await findStoredBillFacts(db, { alias: 'midnight' }, 2025)
  expect(facts?.lifts.map(({ cleared_at }) => cleared_at)).toEqual([
    '2025-03-04T10:00:00+01:00',
    '2024-01-01T00:00:00+01:00',
  ])
  expect(facts?.earlier_lifts.map(({ count }) => count)).toEqual([1])
})

test('reads the lifts and prices of two years before only when the bill of the year before charges those lifts', async () => {
  const municipality = { id: 175, name: 'Ommen' }
  const { id: address_id } = await insertAddress(db, { alias: 'arrears', municipality, postal_code: '7731AA' })
  await insertClearances(db, ['2023-05-01T09:00:00Z', '2024-05-01T09:00:00Z'], { address_id })
  const price = { municipality_id: 175, charge: 'fixed', amount_cents: 1000 }
  await insertRow(db, 'tariff', { ...price, valid_from: '2023-01-01', valid_to: '2023-12-31' })
  const counts = async () => {
    const facts = await findStoredBillFacts(db, { alias: 'arrears' }, 2025)
    return [facts?.lifts.length, facts?.tariffs.length, facts?.charge_rules?.length]
  }
  expect(await counts()).toEqual([1, 0, 0])
  const settings = { fixed_per: 'year', rest_per: 'year', rest_on: 'next_year', size_on: 'each_change' }
  const rule = { municipality_id: 175, kind: 'period', ...settings, valid_from: '2020-01-01' }
  const { id } = await insertRow(db, 'charge_rule', { ...rule, valid_to: '2022-12-31' })
  expect(await counts()).toEqual([1, 0, 0])
  await sql`update charge_rule set valid_to = null where id = ${id}`.execute(db)
  expect(await counts()).toEqual([2, 1, 1])
  const { years, spoken } = await call('bsgw', listBillYears, { params: { alias: 'arrears' } })
  expect(years.map(({ year, from }) => [year, from])).toEqual(years.map(({ year }) => [year, `${year}-01-01`]))
  expect(spoken).not.toContain('vanaf 1 januari')
})

test('shows the collection days of the area beside the lifts, including moved days', async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'planned', house_number: 13, postal_code: '6412AA' })
  const { id: container_id } = await insertContainer(db, { address_id, waste_type: 'gft' })
  await insertClearances(db, ['2025-01-15T09:00:00Z'], { address_id, container_id, waste_type: 'gft' })
  const area = await insertCollectionArea(db, {
    name: 'Noord',
    postal_codes: ['6412AA', '6412ZZ'],
    rules: [{ days: sql`array['2025-01-14', '2025-01-28']::date[]`, valid_from: '2025-01-01' }],
  })
  await insertRow(db, 'collection_year', { municipality_id: 917, year: 2025, published_on: '2024-12-01' })
  await insertRow(db, 'collection_exception', {
    collection_area_id: area.id,
    category: 'gft',
    day: '2025-01-28',
    state: 'moved',
    moved_to: '2025-01-30',
    reason: 'wegens gladheid',
  })
  const { days } = await showFor('planned', '2025')
  expect(days.map(({ day, outcome, moved_from }) => [day, outcome, moved_from])).toEqual([
    ['2025-01-14', 'emptied', null],
    ['2025-01-30', 'not_offered', '2025-01-28'],
  ])
})

test('states up to today which collection days are not known yet, also those after the last delivery', async () => {
  const municipality = { id: 981, name: 'Vaals' }
  const { id: address_id } = await insertAddress(db, { alias: 'behind', municipality, postal_code: '6291AA' })
  const { id: container_id } = await insertContainer(db, { address_id, waste_type: 'gft' })
  await insertClearances(db, ['2025-03-11T09:00:00Z'], { address_id, container_id, waste_type: 'gft' })
  await sql`update delivered_until set day = '2025-03-25' where municipality_id = 981 and kind = 'clearances'`.execute(
    db,
  )
  await insertCollectionArea(db, {
    name: 'Vaals',
    municipality_id: 981,
    postal_codes: ['6291AA', '6291ZZ'],
    rules: [{ days: sql`array['2025-03-11', '2025-03-25', '2025-04-08']::date[]`, valid_from: '2025-01-01' }],
  })
  await insertRow(db, 'collection_year', { municipality_id: 981, year: 2025, published_on: '2024-12-01' })
  const outcomes = async () => {
    const days = await call('bsgw', listCollectionOutcomes, { params: { alias: 'behind' }, query: { year: '2025' } })
    return days.map(({ day, outcome }) => [day, outcome])
  }
  const emptied = ['2025-03-11', 'emptied']
  expect(await outcomes()).toEqual([emptied, ['2025-03-25', 'not_offered'], ['2025-04-08', 'not_yet_known']])
  await sql`delete from delivered_until where municipality_id = 981 and kind = 'clearances'`.execute(db)
  const never = ['2025-03-25', '2025-04-08'].map((day) => [day, 'never_delivered'])
  expect(await outcomes()).toEqual([emptied, ...never])
})

test('reads all facts with two statements', async () => {
  await insertHousehold('counted', 14, ['2025-02-03T09:00:00Z'])
  const { statements } = await recordStatements(db, (transaction) =>
    findLoggedBill({ ...nobodyLogged, transaction }, { alias: 'counted', employee_id: 1 }),
  )
  expect(statements).toHaveLength(2)
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

  test('has no amount for any household where a rule needs a code, and is the same for a household with a code', async () => {
    const ruled = { kind: 'free', scheme: 'M', from_lift: 2, prorated: false, valid_from: '2020-01-01' }
    const { id } = await insertRow(db, 'charge_rule', { municipality_id: 917, ...ruled })
    const moments = [`${thisYear}-01-05T09:00:00Z`, `${thisYear}-01-12T09:00:00Z`]
    const spoken = []
    for (const number of ['0404040404', '0505050505']) {
      const address_id = await insertHousehold(`coded-${number}`, Number(number.slice(0, 2)) + 90, moments)
      await insertPass(db, { address_id, number })
      const scheme = { address_id, code: 'M', nature: 'scheme', first_day: '2020-01-01' }
      if (number === '0404040404') await insertRow(db, 'household_scheme', scheme)
      spoken.push(await call('municipal', showResidentBill, { body: { environmental_pass_number: number } }))
    }
    await sql`delete from charge_rule where id = ${id}`.execute(db)
    const text = `Op de aanslag van ${thisYear} staan tot nu 2 keer restafval. De balie ziet hier geen bedragen.`
    const same = { year: thisYear, lifts: 2, spoken: `${text} Bel daarvoor de BsGW.` }
    expect(spoken).toEqual([same, same])
  })

  test('returns the same 404 for an unknown pass, another municipality, and a resident who moved', async () => {
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
