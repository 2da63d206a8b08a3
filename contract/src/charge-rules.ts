import * as z from 'zod/mini'
import { EquipmentKind } from './equipment.ts'
import { Day, enumOf } from './fields.ts'
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

type NewRule<Row = ChargeRule> = Row extends ChargeRule ? Omit<Row, 'id'> : never

/** What a row is for. Two rows for the same cannot be valid on one day. */
const chargeRuleSubject = ({ municipality_id, kind, ...rule }: NewRule) => {
  const about = kind === 'period' ? [] : subjectFields.map((name) => (rule as Record<string, unknown>)[name] ?? null)
  return JSON.stringify([municipality_id, kind, ...about])
}
const subjectFields = [
  ...[
    'scheme',
    'household_size',
    'waste_type',
    'equipment_kind',
    'volume_litres',
    'alternative',
    'from_lift',
    'target',
  ],
]

/** Returns the row of `rules` that is for the same as a new row, on a day on which the new row is valid too. */
export const overlappingRule = <Row extends NewRule>(rule: NewRule, rules: Row[]): Row | undefined =>
  rules.find(
    (other) =>
      chargeRuleSubject(other) === chargeRuleSubject(rule) &&
      (rule.valid_to === null || other.valid_from <= rule.valid_to) &&
      (other.valid_to === null || other.valid_to >= rule.valid_from),
  )

/** Returns in Dutch that another row is valid: the sentence of the page and of the import. */
export const overlapText = ({ valid_from, valid_to }: NewRule) =>
  `er geldt al een andere regel van ${valid_from} ${valid_to === null ? 'tot nader order' : `tot en met ${valid_to}`}`
