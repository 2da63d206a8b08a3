import type { Bill } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { findStoredBillFacts } from '../src/domain/bill/bill-facts.queries.ts'
import { calculateBill } from '../src/domain/bill/calculate-bill.ts'
import { findAddressPlan } from '../src/domain/collection-days/collection-days.queries.ts'
import { verifyPassword } from '../src/domain/sessions/password-hash.ts'
import { countDifferences } from '../src/domain/street-search/derived-data.ts'
import { type Sql, sql } from '../src/platform/database/sql.ts'
import { someOf } from '../src/test/effort.ts'
import { insertEmployee } from '../src/test/make.ts'
import { testDatabase } from '../src/test/test-database.ts'
import { ruleBillSource } from './charge-rules.ts'
import { loadDemo } from './demo.ts'
import { DemoError, needsDemo } from './demo-content.ts'
import { demoEmployees, demoPassword } from './employees.ts'
import { explainedAddress, flaggedAddresses } from './fixed.ts'
import { region } from './region/region.ts'

const options = { addresses: 1000, today: '2026-11-21' }
const db = await testDatabase()

const rowsOf = async <Row>(query: Sql<Row>) => (await query.execute(db)).rows
const count = async (query: Sql<{ count: number }>) => (await rowsOf(query))[0]?.count

/** Returns the definition of every index, constraint and trigger, except those of partitions. */
const findDefinitions = () =>
  rowsOf(sql`
    with root as (select oid from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
    select pg_get_indexdef(indexrelid) || indisvalid as definition from pg_index where indrelid in (select oid from root)
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
    from pg_constraint where conrelid in (select oid from root)
    union all
    select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where tgrelid in (select oid from root) and not tgisinternal
    order by definition`)

const tables =
  `municipality town street_name street_name_part street address employee collection_system collection_system_access container
  container_state tariff
  clearance_batch clearance non_clearance missed_report resident environmental_pass roll_allowance roll_issue
  collection_area collection_area_range collection_area_address collection_rule collection_exception collection_year
  pickup_appointment recorded_malfunction occupancy assessment assessment_line clearance_objection clearance_norm
  objection_handover charge_rule household_scheme correction quarantine_line clearance_quarantine`.split(/\s+/)

/** Returns the number of rows and a hash of each table, without random values and the times of the load. */
async function fingerprints() {
  const found: Record<string, unknown> = {}
  for (const table of [...tables, 'other_town_name']) {
    const [row] = await rowsOf(sql`
      select count(*)::int as rows, md5(string_agg(text, '|' order by text)) as hash
      from (select (to_jsonb(t) - 'password_hash' - 'audit_key' - 'created_at' - 'changed_at')::text as text from ${sql.identifier(table)} t) rows`)
    found[table] = row
  }
  return found
}

async function emptyTables() {
  // The migration inserts names of towns in other municipalities.
  await sql`delete from other_town_name where municipality_id in (select id from municipality)`.execute(db)
  await sql`truncate demo, ${sql.join(tables.map((table) => sql.identifier(table)))} restart identity cascade`.execute(
    db,
  )
}

/** Returns the addresses of the fixed streets, whether each has equipment, and the years of its clearances. */
const findFixedAddresses = () =>
  rowsOf<{ text: string; alias: string; object_code: string; equipped: boolean; years: number[] }>(sql`
    select concat_ws(' ', name, house_number, house_number_extension) as text, alias, object_code,
      exists (select from container where container.address_id = address.id and removed_on is null)
        or exists (select from collection_system_access access where access.address_id = address.id) as equipped,
      array(select distinct extract(year from cleared_at at time zone 'Europe/Amsterdam')::int from clearance
        where clearance.address_id = address.id order by 1) as years
    from address join street on street.id = street_id
    where city = 'Heerlen' and (name, house_number) in (('Wieënweg', 12), ('Glück Auf', 7),
      ('Professor von Kármánstraat', 31), ('Akerstraat', 118), ('Zonnewijzerplein', 1), ('Zonnewijzerhof', 9))
    order by address.id`)

type DemoBill = { text: string; year: number; bill: Bill }
let bills: DemoBill[] = []

/** Returns bills of 2025 and 2026, with former households, of addresses with postal codes 6411. */
async function findBills() {
  if (bills.length > 0) return bills
  const addresses = await rowsOf<{ id: number; text: string }>(sql`
    select address.id, concat_ws(' ', name, house_number, house_number_extension) as text
    from address join street on street.id = street_id where postal_code like '6411%' order by address.id`)
  const found: DemoBill[] = []
  const named = new Set([...Object.values(flaggedAddresses), explainedAddress])
  // A bill takes long to calculate, so these are the bills of the named addresses and of some others.
  const chosen = new Set([...addresses.filter(({ text }) => named.has(text)), ...someOf(addresses)])
  for (const { id, text } of chosen)
    for (const year of [2025, 2026]) {
      const facts = (await findStoredBillFacts(db, { address_id: id }, year)) ?? expect.unreachable()
      const plan = (await findAddressPlan(db, id, { from: `${year - 1}-12-31`, to: `${year + 1}-01-01` })) ?? null
      found.push({ text, year, bill: calculateBill({ ...facts, plan }, { shows_former: true, employee_id: 1 }) })
    }
  bills = found
  return bills
}

describe('demo data', () => {
  let emptyDefinitions: unknown
  let loaded: boolean
  const progress: number[] = []
  beforeAll(async () => {
    emptyDefinitions = await findDefinitions()
    loaded = await loadDemo(db, { ...options, onProgress: ({ part }) => progress.push(part ?? 0) })
  })

  test('is loaded only once, and the load reports its progress', async () => {
    expect(loaded).toBe(true)
    expect(progress.length).toBeGreaterThan(50)
    expect(progress.at(-1)).toBe(1)
    expect(await needsDemo(db)).toBe(false)
    expect(await loadDemo(db, options)).toBe(false)
    expect(await count(sql`select count(*)::int from address`)).toBe(options.addresses)
  })

  test('has the fixed addresses, each with equipment, and with clearances in three years', async () => {
    const found = await findFixedAddresses()
    const matching = (text: RegExp) => found.filter((address) => text.test(address.text))
    for (const text of [/^Wieënweg 12$/, /^Glück Auf 7$/, /^Professor von Kármánstraat 31 e-3$/])
      expect(matching(text)).toHaveLength(1)
    expect(matching(/^Akerstraat/).map(({ text }) => text)).toEqual(
      ['', ' A', ' b', ' b-2'].map((extension) => `Akerstraat 118${extension}`),
    )
    expect(new Set(matching(/^Zonnewijzerplein 1 [1-9][0-9]*$/).map(({ text }) => text)).size).toBe(443)
    expect(matching(/^Zonnewijzerhof 9$/)).toHaveLength(2)
    expect(new Set(found.map(({ alias }) => alias)).size).toBe(found.length)
    expect(new Set(found.map(({ object_code }) => object_code)).size).toBe(found.length)
    for (const address of found) expect(address).toMatchObject({ equipped: true, years: [2024, 2025, 2026] })
  })

  test('has employees who can log in with the demo password', async () => {
    const employees = await rowsOf<{ password_hash: string }>(sql`
      select email, roles, municipality_id, renew_password, password_hash from employee order by id`)
    expect(employees.map(({ password_hash: _, ...employee }) => employee)).toEqual(
      demoEmployees.map(({ email, roles, municipality_id, renew_password = false }) => ({
        email,
        roles,
        municipality_id,
        renew_password,
      })),
    )
    for (const { password_hash } of employees) expect(await verifyPassword(password_hash, demoPassword)).toBe(true)
  })

  test('has clearances only of containers in place, on working days from 07:00 to 21:30, until yesterday', async () => {
    const violations = (where: string) =>
      count(sql`select count(*)::int from
      (select clearance.*, (cleared_at at time zone 'Europe/Amsterdam') as local, placed_on, removed_on from clearance left join container on container.id = container_id) c
      where ${sql.raw(where)}`)
    expect(await violations('extract(isodow from local) > 5')).toBe(0)
    expect(await violations("to_char(local, 'MM-DD') in ('01-01', '12-25', '12-26')")).toBe(0)
    expect(
      await violations(
        "address_id is not null and category in ('rest', 'gft', 'containers') and local::time not between '07:00' and '16:30'",
      ),
    ).toBe(0)
    expect(await violations("local::time not between '07:00' and '21:30'")).toBe(0)
    expect(await violations("local::date not between '2024-01-01' and '2026-11-20'")).toBe(0)
    // One lift is flagged, because its container was absent.
    expect(await violations("local::date not between placed_on and coalesce(removed_on, '2026-11-20')")).toBe(1)
  })

  test('has assessments of last year that equal our calculation, except one late lift at Akerstraat 118 b', async () => {
    const totals = await rowsOf(sql`
      select count(*)::int > 500 as many, bool_and(number like 'verzonnen-2025-%') as marked,
        bool_and(year = 2025 and assessed_on = '2026-01-31') as of_2025,
        bool_and(amount_cents = (select sum(amount_cents) from assessment_line where assessment_id = assessment.id)) as summed
      from assessment`)
    expect(totals).toEqual([{ many: true, marked: true, of_2025: true, summed: true }])
    const differences: unknown[] = []
    for (const { text, year, bill } of await findBills())
      for (const { assessment, to } of year === 2025 ? bill.periods : []) {
        if (!assessment) differences.push(`no assessment of ${text} until ${to}`)
        else if (assessment.difference_cents !== 0) differences.push([text, assessment])
      }
    expect(differences).toEqual([
      [
        'Akerstraat 118 b',
        expect.objectContaining({
          difference_cents: 870,
          late: { clearance_ids: [expect.any(Number)], amount_cents: 1040 },
          objected: { clearance_ids: [expect.any(Number)], amount_cents: -170 },
          tariff_cents: 0,
        }),
      ],
    ])
  })

  test('has four municipalities whose rules make four bills of the same fourteen lifts, in two sentences each', async () => {
    const addresses = await rowsOf<{ id: number; municipality: string }>(sql`
      select distinct address.id, municipality.name as municipality
      from clearance join clearance_batch on clearance_batch.id = batch_id join address on address.id = address_id
        join street on street.id = street_id join municipality on municipality.id = municipality_id
      where source = ${ruleBillSource} order by municipality.name`)
    const explained = await Promise.all(
      addresses.map(async ({ id, municipality }) => {
        const stored = await findStoredBillFacts(db, { address_id: id }, undefined, { withSchemes: true })
        const facts = stored ?? expect.unreachable()
        const { totals, spoken } = calculateBill({ ...facts, plan: null }, { shows_former: false, employee_id: 1 })
        return [municipality, facts.year, totals.count, spoken.full.replaceAll('\u00a0', ' ')]
      }),
    )
    expect(explained).toEqual([
      ['Brunssum', 2025, 14, expect.stringContaining('U betaalt ten hoogste 8 ledigingen. U betaalt 8 keer € 1,70.')],
      [
        'Eijsden-Margraten',
        2025,
        14,
        expect.stringMatching(/Er gaat € 20,00 van de ledigingen gft af. U betaalt € [\d,]+\./),
      ],
      [
        'Gulpen-Wittem',
        ...[2025, 14],
        expect.stringContaining(
          'Met regeling M horen de eerste 10 ledigingen bij het vaste deel. U betaalt 4 keer € 1,70.',
        ),
      ],
      [
        'Voerendaal',
        ...[2025, 14],
        expect.stringContaining('De eerste 3 ledigingen horen bij het vaste deel. U betaalt 11 keer € 1,70.'),
      ],
    ])
  })

  test('has an applied and a proposed correction, whose totals are those of its lifts', async () => {
    const corrections = await rowsOf(sql`
      select state, lifts > 0 as some, lifts = selected_lifts as complete, lifts = (
          select count(*) from clearance_objection where correction_id = correction.id and state = 'corrected') as taken,
        credit_cents = (select sum(credit_cents) from clearance_objection where correction_id = correction.id) as summed
      from correction order by id`)
    const sound = { some: true, complete: true, taken: true, summed: true }
    expect(corrections).toEqual([
      { state: 'applied', ...sound },
      { state: 'ready', ...sound },
    ])
  })

  test('has waiting lifts of three causes, of which one line needs a colleague', async () => {
    const lines = await rowsOf(
      sql`select cause, key = 'MED' as is_fraction, rows, cents::int as cents, state from quarantine_line order by rows`,
    )
    expect(lines).toEqual([
      { cause: 'address_unknown', is_fraction: false, rows: 3, cents: 1935, state: 'waiting' },
      { cause: 'container_unknown', is_fraction: false, rows: 18, cents: 11_610, state: 'waiting' },
      { cause: 'fraction_unknown', is_fraction: true, rows: 30, cents: 6000, state: 'waiting' },
    ])
  })

  test('has one flag of each rule among the addresses with postal codes 6411: at the address in flaggedAddresses', async () => {
    const found = (await findBills()).flatMap(({ text, year, bill }) =>
      bill.flags.map(({ rule }) => [rule, text, year]),
    )
    const expected = Object.entries(flaggedAddresses).map(([rule, text]) => [
      rule,
      text,
      rule === 'far_more' || rule === 'emptied_and_not' ? 2026 : 2025,
    ])
    expect(found.sort()).toEqual(expected.sort())
  })

  test('has a collection area for every address, and clearances that follow the rules of the area', async () => {
    const areas = await rowsOf<{ areas: number }>(sql`
      select (select count(distinct collection_area_id)::int from collection_area_range codes
        where codes.municipality_id = street.municipality_id and postal_code between first_postal_code and last_postal_code) as areas
      from address join street on street.id = street_id`)
    // Two areas match a part of the Akerstraat: its range is inside the wider range of another area.
    expect(new Set(areas.map(({ areas }) => areas))).toEqual(new Set([1, 2]))
    const lifts = await rowsOf<{ off_schedule: number; on_schedule: number }>(sql`
      select count(*) filter (where not is_on_schedule)::int as off_schedule, count(*) filter (where is_on_schedule)::int as on_schedule from (
        select (local - valid_from) % (7 * every_weeks) = 0 as is_on_schedule
        from (
          select (cleared_at at time zone 'Europe/Amsterdam')::date as local, waste_type, (
            select collection_area_id from collection_area_range codes
            where codes.municipality_id = street.municipality_id and postal_code between first_postal_code and last_postal_code
            order by first_postal_code desc limit 1) as area
          from clearance join address on address.id = address_id join street on street.id = street_id
          where category in ('rest', 'gft')) lift
        join collection_rule on collection_area_id = area and category = waste_type) lifts`)
    // Only a public holiday moves a clearance to another day.
    expect(lifts[0]?.off_schedule).toBeLessThan((lifts[0]?.on_schedule ?? 0) / 15)
    expect(lifts[0]?.on_schedule).toBeGreaterThan(1000)
  })

  test('has the same indexes, constraints and triggers after the load as an empty database', async () => {
    expect(await findDefinitions()).toEqual(emptyDefinitions)
  })

  test('has search data that equal what its addresses and systems give', async () => {
    expect(await count(sql`select count(*)::int from collection_system_listing`)).toBeGreaterThan(100)
    expect(Object.values(await countDifferences(db)).filter((differences) => differences > 0)).toEqual([])
  })

  test('has the same rows, including aliases, when it is loaded again after an aborted load', async () => {
    const small = { ...options, addresses: 600 }
    await emptyTables()
    await loadDemo(db, small)
    const before = await fingerprints()
    await emptyTables()
    const abort = new AbortController()
    const onProgress = ({ part = 0 }) => {
      if (part > 0.6) abort.abort()
    }
    await expect(loadDemo(db, { ...small, onProgress, signal: abort.signal })).rejects.toThrow()
    expect(await needsDemo(db)).toBe(true)
    expect(await findDefinitions()).toEqual(emptyDefinitions)
    expect(await loadDemo(db, small)).toBe(true)
    expect(await fingerprints()).toEqual(before)
  })

  test('is not loaded into a database with other data, which remains unchanged', async () => {
    await emptyTables()
    const employee = await insertEmployee(db, { email: 'kim@heerlen.nl' })
    expect(await needsDemo(db)).toBe(false)
    await expect(loadDemo(db, options)).rejects.toThrow(DemoError)
    await expect(loadDemo(db, options)).rejects.toThrow('Voorbeeldgegevens komen alleen in een lege database.')
    expect(await rowsOf(sql`select id, email from employee`)).toMatchObject([
      { id: employee.id, email: employee.email },
    ])
    expect(await count(sql`select count(*)::int from municipality`)).toBe(0)
  })
})

describe.each([
  { today: '2027-01-01', billedYear: 2025 },
  { today: '2027-02-03', billedYear: 2026 },
])('demo data that is loaded on $today', ({ today, billedYear }) => {
  /** Returns the bill of `wantedYear`, or else of the year that the server chooses. */
  async function openBill(address_id: number, wantedYear?: number) {
    const facts = (await findStoredBillFacts(db, { address_id }, wantedYear)) ?? expect.unreachable()
    const { year } = facts
    const plan = (await findAddressPlan(db, address_id, { from: `${year - 1}-12-31`, to: `${year + 1}-01-01` })) ?? null
    return calculateBill({ ...facts, today, plan }, { shows_former: true, employee_id: 1 })
  }
  const addresses = () =>
    rowsOf<{ id: number; text: string }>(sql`
      select address.id, concat_ws(' ', name, house_number, house_number_extension) as text
      from address join street on street.id = street_id where postal_code like '6411%' order by address.id`)

  beforeAll(async () => {
    await emptyTables()
    await loadDemo(db, { addresses: 600, today })
  })

  test('has at Akerstraat 118 b a bill with a late lift, an upheld objection, and a year before to compare with', async () => {
    const explained = (await addresses()).find(({ text }) => text === explainedAddress) ?? expect.unreachable()
    const bill = await openBill(explained.id)
    expect(bill.year).toBe(billedYear)
    expect(bill.years).toContain(billedYear - 1)
    expect(bill.objections.map(({ state }) => state)).toEqual(['upheld', 'open'])
    const neighbour = (await addresses()).find(({ text }) => text === 'Akerstraat 118') ?? expect.unreachable()
    expect((await openBill(neighbour.id)).last_year).toMatchObject({ year: billedYear - 1 })
    const moments = await rowsOf<{ moment: string; day: string }>(sql`
      select 'assessed' as moment, max(assessed_on)::text as day from assessment
      union all select 'delivered', max(loaded_at)::date::text from clearance_batch
      union all select 'decided', max(decided_at)::date::text from clearance_objection`)
    for (const { moment, day } of moments) expect(`${moment} ${day <= today}`).toBe(`${moment} true`)
    expect(bill.periods.at(-1)?.assessment).toMatchObject({
      late: { amount_cents: expect.any(Number), clearance_ids: [expect.any(Number)] },
      objected: { clearance_ids: [expect.any(Number)] },
    })
  })
})

test('the demo has other names for towns of each municipality, and each other name belongs to a town', async () => {
  const names = await rowsOf<{ municipality: string; towns: string[] }>(sql`
    select municipality.name as municipality, array_agg(distinct town.name) as towns
    from municipality
    left join other_town_name other on other.municipality_id = municipality.id
    left join town on town.municipality_id = other.municipality_id and town.name = city
    where municipality.id in (select municipality_id from other_town_name)
    group by municipality.name`)
  expect(names.map(({ municipality }) => municipality).sort()).toEqual(region.map(({ name }) => name).sort())
  expect(names.filter(({ towns }) => towns.includes(null as never))).toEqual([])
})
