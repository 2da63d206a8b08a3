import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EquipmentKind } from './equipment.ts'
import {
  checkPeriodOrder,
  Day,
  DayInput,
  enumOf,
  NumberInPath,
  NumberInQuery,
  OfMunicipality,
  requiredText,
} from './fields.ts'
import type { Refusal } from './refusal.ts'
import { WasteStream } from './waste-streams.ts'

/** The size of household for which a row counts. Null in a row: every household, also one of an unknown size. */
const RuleHouseholdSize = z.nullable(z.enum(['one', 'several']))

/** A code of a scheme: one capital letter, then at most three capital letters or digits. */
export const SchemeCode = z.string().check(z.regex(/^[A-Z][A-Z0-9]{0,3}$/))

const common = {
  id: z.number(),
  municipality_id: z.number(),
  valid_from: Day,
  /** The last day. Null: until further notice. */
  valid_to: z.nullable(Day),
}

/** What a row matches. A null field matches all, but a null kind never matches a visit to the depot. */
const lifts = {
  waste_type: z.nullable(WasteStream),
  equipment_kind: z.nullable(z.enum([...EquipmentKind.options, 'depot'])),
  volume_litres: z.nullable(z.number()),
}

const condition = {
  scheme: z.nullable(SchemeCode),
  household_size: RuleHouseholdSize,
  ...lifts,
  /** A label. Of the rows with one label, only the one that takes most cents applies. */
  alternative: z.nullable(z.string()),
  /** Whether the limits of the row follow the household's share of the year. */
  prorated: z.boolean(),
}

/** The lifts `from_lift` to `to_lift` of a household in a calendar year cost nothing. `to_lift` null: no end. */
const FreeRule = z.object({
  ...common,
  kind: z.literal('free'),
  ...condition,
  from_lift: z.number(),
  to_lift: z.nullable(z.number()),
})
export type FreeRule = z.infer<typeof FreeRule>

/** Takes cents off the fixed part or off the lifts, up to a limit. */
const DeductionRule = z.object({
  ...common,
  kind: z.literal('deduction'),
  ...condition,
  target: z.enum(['fixed', 'lifts']),
  /** Null: 100. */
  percent: z.nullable(z.number()),
  /** The deduction applies only to the first lifts, up to this number. */
  to_lift: z.nullable(z.number()),
  max_cents: z.nullable(z.number()),
  /** What remains to be paid at most. It excludes `percent`, `max_cents` and `to_lift`. */
  left_cents: z.nullable(z.number()),
})
export type DeductionRule = z.infer<typeof DeductionRule>

/** Which days and lifts stand on the bill of a year. The row of 1 January counts for the whole year. */
const PeriodRule = z.object({
  ...common,
  kind: z.literal('period'),
  fixed_per: z.enum(['year', 'half_year']),
  rest_per: z.enum(['year', 'half_year']),
  rest_on: z.enum(['own_year', 'next_year', 'measured']),
  size_on: z.enum(['each_change', 'first_day']),
})
export type PeriodRule = z.infer<typeof PeriodRule>

/** The lifts of a household without a measured year. */
const AverageRule = z.object({
  ...common,
  kind: z.literal('average'),
  waste_type: WasteStream,
  equipment_kind: EquipmentKind,
  volume_litres: z.nullable(z.number()),
  to_lift: z.number(),
})
export type AverageRule = z.infer<typeof AverageRule>

/** A dated row of a municipality that determines its bills. */
export const ChargeRule = z.discriminatedUnion('kind', [FreeRule, DeductionRule, PeriodRule, AverageRule])
export type ChargeRule = z.infer<typeof ChargeRule>

/** The Dutch word for what a code is about. */
export const schemeNatureNames = { scheme: 'regeling', remission: 'kwijtschelding', premises: 'perceel' }
export const SchemeNature = enumOf(schemeNatureNames)
export type SchemeNature = z.infer<typeof SchemeNature>

/** A code of a household or an address in a period, both days included. It never states a reason. */
export const HouseholdScheme = z.object({
  id: z.number(),
  address_id: z.number(),
  /** Null: whoever lives at the address. */
  subject_id: z.nullable(z.string()),
  code: SchemeCode,
  nature: SchemeNature,
  /** The only container whose lifts the code covers. Null: all. */
  container_id: z.nullable(z.number()),
  first_day: Day,
  /** Null: it has not ended. */
  last_day: z.nullable(Day),
})
export type HouseholdScheme = z.infer<typeof HouseholdScheme>

/** A rule row that is not stored yet. */
export type NewChargeRule<Row = ChargeRule> = Row extends ChargeRule ? Omit<Row, 'id'> : never

/** Returns what a row is for. Two rows for the same cannot be valid on one day. */
export const chargeRuleSubject = ({ municipality_id, kind, ...rule }: NewChargeRule) => {
  const about = kind === 'period' ? [] : subjectFields.map((name) => (rule as Record<string, unknown>)[name] ?? null)
  return JSON.stringify([municipality_id, kind, ...about])
}
const subjectFields = [
  'scheme',
  'household_size',
  'waste_type',
  'equipment_kind',
  'volume_litres',
  'alternative',
  'from_lift',
  'target',
]

/** Returns the row of `rules` that is for the same as a new row, on a day on which the new row is valid too. */
export const overlappingRule = <Row extends NewChargeRule>(rule: NewChargeRule, rules: Row[]): Row | undefined =>
  rules.find(
    (other) =>
      chargeRuleSubject(other) === chargeRuleSubject(rule) &&
      (rule.valid_to === null || other.valid_from <= rule.valid_to) &&
      (other.valid_to === null || other.valid_to >= rule.valid_from),
  )

/** Returns in Dutch that another row is valid: the sentence of the page and of the import. */
export const overlapText = ({ valid_from, valid_to }: NewChargeRule) =>
  `er geldt al een andere regel van ${valid_from} ${valid_to === null ? 'tot nader order' : `tot en met ${valid_to}`}`

/** The screen text of each kind of rule row. */
export const chargeRuleKindNames = {
  free: 'Ledigingen die niets kosten',
  deduction: 'Korting of kwijtschelding',
  period: 'Welke dagen op een aanslag staan',
  average: 'Gemiddelde zonder gemeten jaar',
}

const Count = z.int('Vul een heel getal in').check(z.minimum(1, 'Vul 1 of meer in'), z.maximum(10_000))
const Cents = z.int('Vul een bedrag in').check(z.minimum(0, 'Vul 0 of meer in'), z.maximum(100_000_00))
const Percent = z
  .int('Vul een heel getal in')
  .check(z.minimum(1, 'Vul 1 tot 100 in'), z.maximum(100, 'Vul 1 tot 100 in'))
const Code = z.string().check(z.regex(/^[A-Z][A-Z0-9]{0,3}$/, 'Vul een code in, zoals M of K2'))
/** In lower case, so that rows with 'Rest' and 'rest' have one label. */
const Label = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(20))

const firstDays = { first: '1990-01-01', last: '2099-12-31' }
const FirstDay = DayInput.check(
  z.refine((day) => day >= firstDays.first && day <= firstDays.last, 'Kies een dag van 1990 tot en met 2099'),
)
const LastDay = DayInput.check(z.refine((day) => day <= firstDays.last, 'Kies een dag tot en met 2099'))
const dates = { valid_from: FirstDay, valid_to: z.nullable(LastDay) }
const inOrder = checkPeriodOrder('valid_from', 'valid_to')
const matched = { ...lifts, volume_litres: z.nullable(Count) }
const conditions = { ...condition, ...matched, scheme: z.nullable(Code), alternative: z.nullable(Label) }

const FreeInput = z
  .strictObject({ kind: z.literal('free'), ...conditions, from_lift: Count, to_lift: z.nullable(Count), ...dates })
  .check(
    inOrder,
    z.refine(({ from_lift, to_lift }) => to_lift === null || to_lift >= from_lift, {
      message: 'De laatste lediging ligt voor de eerste',
      path: ['to_lift'],
    }),
  )

const DeductionInput = z
  .strictObject({
    kind: z.literal('deduction'),
    ...conditions,
    target: z.enum(['fixed', 'lifts']),
    percent: z.nullable(Percent),
    to_lift: z.nullable(Count),
    max_cents: z.nullable(Cents),
    left_cents: z.nullable(Cents),
    ...dates,
  })
  .check(
    inOrder,
    z.refine(({ left_cents, ...limits }) => left_cents === null || noLimits(limits), {
      message: 'Wat blijft, gaat niet samen met procent, hoogstens of een aantal ledigingen',
      path: ['left_cents'],
    }),
    z.refine(({ target, ...rule }) => target === 'lifts' || isAboutAll(rule), {
      message: 'Een aftrek van het vaste deel heeft geen afvalstroom, soort, volume of aantal ledigingen',
      path: ['target'],
    }),
  )

type Limits = Pick<DeductionRule, 'percent' | 'max_cents' | 'to_lift'>
const noLimits = ({ percent, max_cents, to_lift }: Limits) => (percent ?? max_cents ?? to_lift) === null
type MatchedLifts = Pick<DeductionRule, 'waste_type' | 'equipment_kind' | 'volume_litres' | 'to_lift'>
const isAboutAll = ({ waste_type, equipment_kind, volume_litres, to_lift }: MatchedLifts) =>
  (waste_type ?? equipment_kind ?? volume_litres ?? to_lift) === null

/** Why a row of kind `period` may not begin or end on another day. */
const yearBounds = { first: 'Een tijdvak begint op 1 januari', last: 'Een tijdvak eindigt op 31 december' }

const PeriodInput = z
  .strictObject({
    kind: z.literal('period'),
    fixed_per: PeriodRule.shape.fixed_per,
    rest_per: PeriodRule.shape.rest_per,
    rest_on: PeriodRule.shape.rest_on,
    size_on: PeriodRule.shape.size_on,
    ...dates,
  })
  .check(
    inOrder,
    z.refine(({ valid_from }) => valid_from.endsWith('-01-01'), { message: yearBounds.first, path: ['valid_from'] }),
    z.refine(({ valid_to }) => valid_to === null || valid_to.endsWith('-12-31'), {
      message: yearBounds.last,
      path: ['valid_to'],
    }),
  )

const AverageInput = z
  .strictObject({
    kind: z.literal('average'),
    waste_type: WasteStream,
    equipment_kind: EquipmentKind,
    volume_litres: z.nullable(Count),
    to_lift: Count,
    ...dates,
  })
  .check(inOrder)

/** A rule row that an administrator adds to a municipality. */
export const ChargeRuleInput = z.discriminatedUnion('kind', [FreeInput, DeductionInput, PeriodInput, AverageInput])
export type ChargeRuleInput = z.infer<typeof ChargeRuleInput>

/** A rule row in Dutch: what it says, and for which lifts and households. */
const RuleWords = z.object({ sentence: z.string(), about: z.string() })

const ShownRule = z.object({
  ...common,
  kind: enumOf(chargeRuleKindNames),
  ...RuleWords.shape,
  /** The values of the row. */
  rule: ChargeRule,
  /** On which bill the lifts of a year stand. Null for a row of another kind than `period`. */
  rest_on: z.nullable(PeriodRule.shape.rest_on),
})
export type ShownRule = z.infer<typeof ShownRule>

/** The bill of a sample household with fourteen lifts in one container, without and with a new rule row. */
const SampleBill = z.object({
  name: z.string(),
  before_cents: z.number(),
  after_cents: z.number(),
  /** The Dutch sentences that explain the bill with the row. */
  spoken: z.string(),
})
export type SampleBill = z.infer<typeof SampleBill>

/** Returns why a rule row cannot be withdrawn, or undefined. A row that has begun is ended, so that old bills keep it. */
export const mayWithdrawChargeRule = ({ valid_from }: Pick<ChargeRule, 'valid_from'>, today: string): Refusal =>
  valid_from <= today ? 'Deze regel geldt al. Geef hem een laatste dag.' : undefined

/** Returns why a rule row cannot be ended, or undefined. */
export const mayEndChargeRule = ({ valid_to }: Pick<ChargeRule, 'valid_to'>, today: string): Refusal =>
  valid_to !== null && valid_to < today ? 'Deze regel is al voorbij' : undefined

/** Returns why a day cannot be the last day of a rule row, or undefined. */
export function whyNotLastDay(
  { kind, valid_from, valid_to }: Pick<ChargeRule, 'kind' | 'valid_from' | 'valid_to'>,
  day: string,
): Refusal {
  if (day < valid_from) return 'De laatste dag ligt voor de eerste'
  if (valid_to !== null && day > valid_to) return 'De regel eindigt al eerder'
  return kind === 'period' && !day.endsWith('-12-31') ? yearBounds.last : undefined
}

/** The day after a day. */
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Returns the days on which a row no longer is valid when it ends on `last_day`. */
export const endedDays = ({ valid_to }: Pick<ChargeRule, 'valid_to'>, last_day: string) => ({
  valid_from: dayAfter(last_day),
  valid_to,
})

/** The day before a day. */
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

type DatedRow = Pick<ChargeRule, 'valid_from' | 'valid_to'>

/** Returns what a row says apart from its days. A stored row also has the columns of other kinds: null. */
const withoutDays = ({ valid_from: _, valid_to: __, ...values }: DatedRow) =>
  JSON.stringify(
    Object.entries({ ...values, id: null, municipality_id: null })
      .filter(([, value]) => value !== null)
      .sort(),
  )

/** Returns the periods in which one row says something else than another row that replaces it. Null: no row. */
function differingDays(before: DatedRow, after: DatedRow | null) {
  if (!after) return [before]
  const last = ({ valid_to }: DatedRow) => valid_to ?? '9999-12-31'
  const overlaps = before.valid_from <= last(after) && after.valid_from <= last(before)
  if (!overlaps || withoutDays(before) !== withoutDays(after)) return [before, after]
  const [first, second] = [before.valid_from, after.valid_from].sort() as [string, string]
  const [shorter, longer] = last(before) < last(after) ? [before, after] : [after, before]
  return [
    ...(first === second ? [] : [{ valid_from: first, valid_to: dayBefore(second) }]),
    ...(shorter.valid_to === longer.valid_to || shorter.valid_to === null ? [] : [endedDays(longer, shorter.valid_to)]),
  ]
}

/** Returns the years up to now whose bills change when a row is replaced by another one, or by none. */
export function correctedYears(
  before: ChargeRule,
  after: NewChargeRule | ChargeRuleInput | null,
  rules: Pick<ShownRule, 'valid_from' | 'valid_to' | 'rest_on'>[],
  today: string,
) {
  const replaced = after ? [...rules, { ...after, rest_on: after.kind === 'period' ? after.rest_on : null }] : rules
  const years = differingDays(before, after).flatMap((days) => changedYears(days, replaced, today))
  return [...new Set(years)].sort((one, other) => one - other)
}

/**
 * Returns the years up to now whose bills change when a row becomes valid, or no longer is valid, on some days. Lifts of
 * a year with a row `next_year` stand on the bill of the next year, so that bill changes too.
 */
export function changedYears(
  days: Pick<ChargeRule, 'valid_from' | 'valid_to'>,
  rules: Pick<ShownRule, 'valid_from' | 'valid_to' | 'rest_on'>[],
  today: string,
) {
  const to = days.valid_to === null || days.valid_to > today ? today : days.valid_to
  if (days.valid_from > to) return []
  const [first, last] = [yearOf(days.valid_from), yearOf(to)]
  const isBilledLater = rules.some(
    (rule) =>
      rule.rest_on === 'next_year' &&
      rule.valid_from <= `${last}-01-01` &&
      (rule.valid_to === null || rule.valid_to > `${last}-01-01`),
  )
  const until = isBilledLater ? Math.min(last + 1, yearOf(today)) : last
  return Array.from({ length: until - first + 1 }, (_, at) => first + at)
}

const yearOf = (day: string) => Number(day.slice(0, 4))

/** Returns years in order of time in Dutch: '2024', '2024 en 2025', '2023 tot en met 2026' or '2021 en 2024'. */
export function yearsText(years: number[]) {
  const runs: number[][] = []
  for (const year of years) {
    const run = runs.at(-1)
    if (run?.at(-1) === year - 1) run.push(year)
    else runs.push([year])
  }
  return conjunction.format(
    runs.flatMap((run) => (run.length < 3 ? run.map(String) : [`${run[0]} tot en met ${run.at(-1)}`])),
  )
}

const conjunction = new Intl.ListFormat('nl', { type: 'conjunction' })

export const listChargeRules = endpoint('GET /counter/settings/municipalities/:municipality_id/charge-rules', {
  summary: 'Geeft de rekenregels van de aanslag in een gemeente, elk als zin',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  data: z.array(ShownRule),
})

export const previewChargeRule = endpoint('POST /counter/municipalities/:municipality_id/charge-rule-preview', {
  summary: 'Zegt wat een nieuwe of herstelde rekenregel doet met de aanslag van een voorbeeld met veertien ledigingen',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  /** The stored row that the new row replaces. Absent: the new row is added. */
  query: z.strictObject({ replaces: z.optional(NumberInQuery) }),
  body: ChargeRuleInput,
  /** `prices_of`: the year of the prices, the last known one for a later row. Null: the municipality has no prices. */
  data: z.object({ ...RuleWords.shape, prices_of: z.nullable(z.number()), bills: z.array(SampleBill) }),
})

export const addChargeRule = endpoint('POST /counter/settings/municipalities/:municipality_id/charge-rules', {
  summary: 'Voegt een rekenregel van de aanslag toe',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: ChargeRuleInput,
  data: ShownRule,
})

export const endChargeRule = endpoint(
  'PUT /counter/settings/municipalities/:municipality_id/charge-rules/:charge_rule_id/last-day',
  {
    summary: 'Zet de laatste dag van een rekenregel van de aanslag',
    conflict: 'De regel is al voorbij',
    access: 'administrator',
    municipality: 'own',
    params: z.strictObject({ ...OfMunicipality.shape, charge_rule_id: NumberInPath }),
    body: z.strictObject({ last_day: LastDay }),
    data: ShownRule,
  },
)

export const withdrawChargeRule = endpoint(
  'DELETE /counter/settings/municipalities/:municipality_id/charge-rules/:charge_rule_id',
  {
    summary: 'Trekt een rekenregel in die nog niet geldt',
    conflict: 'De regel geldt al',
    access: 'administrator',
    municipality: 'own',
    params: z.strictObject({ ...OfMunicipality.shape, charge_rule_id: NumberInPath }),
    data: z.null(),
  },
)

export const correctChargeRule = endpoint(
  'PUT /counter/settings/municipalities/:municipality_id/charge-rules/:charge_rule_id',
  {
    summary: 'Herstelt een rekenregel die vanaf het begin fout was, of verwijdert hem; het logboek houdt beide versies',
    access: 'administrator',
    municipality: 'own',
    params: z.strictObject({ ...OfMunicipality.shape, charge_rule_id: NumberInPath }),
    /** `rule`: what the row should have been. Null: there should have been no row. */
    body: z.strictObject({ rule: z.nullable(ChargeRuleInput), reason: requiredText(200) }),
    data: z.nullable(ShownRule),
  },
)
