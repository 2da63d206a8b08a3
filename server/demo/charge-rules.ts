import { createHash } from 'node:crypto'
import type { ChargeRule } from '@rd4-loket/contract'
import { insertChargeRules } from '../src/domain/bill/charge-rules.queries.ts'
import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, dutchMoment, textOf, yearOf } from '../src/platform/runtime/days.ts'
import { historyOn } from './history.ts'
import { roundDays } from './rounds.ts'

/** The delivered file with the fourteen lifts of one address in each municipality with rules. */
export const ruleBillSource = 'verzonnen-rekenregels.csv'

const lifts = 14
const nothing = { scheme: null, household_size: null, alternative: null, prorated: false }
const gft = { waste_type: 'gft', equipment_kind: 'minicontainer', volume_litres: null } as const

/** Gulpen-Wittem, and the invented code of its rule. */
const coded = 1729
const scheme = 'M'

type DemoRule = (row: Pick<ChargeRule, 'id' | 'municipality_id' | 'valid_from' | 'valid_to'>) => ChargeRule

/**
 * The rule of each municipality that has one: Brunssum, Voerendaal, Eijsden-Margraten and Gulpen-Wittem. The rule of
 * Gulpen-Wittem needs a code, so the desk of that municipality sees no amounts. It has no employee in the demo.
 */
const ruleOf: Record<number, DemoRule> = {
  899: (row) => ({ ...row, kind: 'free', ...nothing, ...gft, from_lift: 9, to_lift: null }),
  1903: (row) => ({
    ...{ ...row, kind: 'deduction', ...nothing, ...gft, target: 'lifts', to_lift: null },
    ...{ percent: null, max_cents: 2000, left_cents: null },
  }),
  986: (row) => ({ ...row, kind: 'free', ...nothing, ...gft, from_lift: 1, to_lift: 3 }),
  [coded]: (row) => ({ ...row, kind: 'free', ...nothing, scheme, ...gft, from_lift: 1, to_lift: 10 }),
}
const municipality_ids = Object.keys(ruleOf).map(Number)

/** Returns the rule rows of a municipality from a day on. Most municipalities have none. */
export const demoRulesOf = (municipality_id: number, valid_from: string): ChargeRule[] =>
  [ruleOf[municipality_id]?.({ id: municipality_id, municipality_id, valid_from, valid_to: null })].filter(
    (rule) => rule !== undefined,
  )

/**
 * Inserts the rules, the invented code of one household, and fourteen lifts in the last billed year of one address in each municipality with a rule: the
 * first without lifts where one household lived all the time, with a gft container of 140 litres.
 */
export async function insertRuleBills(db: Db, today: string) {
  const { from, until, billedYear } = historyOn(dayOf(today))
  const first = textOf(from)
  // Of older years, the schemes would no longer be stored.
  const rules = municipality_ids.flatMap((id) => demoRulesOf(id, id === coded ? `${billedYear}-01-01` : first))
  await insertChargeRules(
    db,
    rules.map(({ id: _, ...rule }) => rule as Omit<typeof rule, 'id'> & ChargeRule),
  )
  const { rows } = await sql<{ municipality_id: number; address_id: number; container_id: number; digits: number }>`
    select distinct on (municipality_id) municipality_id, address.id as address_id, container.id as container_id,
      left(postal_code, 4)::int as digits
    from address join street on street.id = street_id join container on container.address_id = address.id
    where municipality_id = any (${municipality_ids}::int[]) and waste_type = 'gft'
      and kind = 'minicontainer' and volume_litres = 140 and placed_on <= ${first} and removed_on is null
      and not exists (select from clearance where clearance.address_id = address.id)
      and exists (
        select from occupancy
        where occupancy.address_id = address.id and first_day <= ${first} and last_day is null and household_size is not null)
    order by municipality_id, address.id`.execute(db)
  for (const { address_id } of rows.filter(({ municipality_id }) => municipality_id === coded))
    await sql`
      insert into household_scheme (address_id, subject_id, code, nature, first_day)
      select address_id, subject_id, ${scheme}, 'scheme', ${first}
      from occupancy where address_id = ${address_id} and last_day is null`.execute(db)
  const events = rows.flatMap(({ digits, municipality_id: _, ...place }) =>
    roundDays(digits, 'gft', { from, until })
      .filter((day) => yearOf(day) === billedYear)
      .slice(0, lifts)
      .map((day) => ({ ...place, at: dutchMoment(day, 9 * 3600) })),
  )
  await sql`
    with delivery as (
      insert into clearance_batch (source, sha256, loaded_at)
      values (${ruleBillSource}, ${createHash('sha256').update(ruleBillSource).digest('hex')}, ${`${billedYear}-12-31`})
      returning id
    )
    insert into clearance (batch_id, source_line, address_id, container_id, cleared_at, waste_type, category, volume_litres)
    select delivery.id, place + 1, address_id, container_id, to_timestamp(at), 'gft', 'gft', 140
    from jsonb_array_elements(${JSON.stringify(events)}) with ordinality as listed (event, place)
      cross join lateral jsonb_to_record(event) as lift (address_id int, container_id int, at float8)
      cross join delivery
    order by place`.execute(db)
}
