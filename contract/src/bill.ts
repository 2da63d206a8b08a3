import * as z from 'zod/mini'
import { CalendarCategory } from './calendar.ts'
import { Clearance, ClearancePeriod, DeliveredClearances } from './clearances.ts'
import { endpoint } from './endpoint.ts'
import { EquipmentKind } from './equipment.ts'
import { AliasInPath, Day, enumOf } from './fields.ts'
import { Objection } from './objections.ts'
import { EnvironmentalPassNumber } from './pass-number.ts'
import { billPurposes } from './purposes.ts'
import { WasteStream } from './waste-streams.ts'

/** The screen text of each kind of charge. */
export const chargeNames = {
  clearance: 'Ledigingen',
  fixed: 'Vast deel',
  rental: 'Huur extra container',
  delivery: 'Bezorgen of omruilen',
  weight: 'Gewicht',
  deduction: 'Aftrek',
  credit: 'Teruggaaf na bezwaar',
}

/** The kind of charge of a bill line. */
export const Charge = enumOf(chargeNames)
export type Charge = z.infer<typeof Charge>

/**
 * The year minus the year before, in lifts and in cents. The amount is the sum of three parts: the number of the year
 * before × the change of the tariff, the change of the number × the new tariff, and the rest, such as another container
 * or another fixed part.
 */
const Difference = z.object({
  count: z.number(),
  amount_cents: z.number(),
  tariff_cents: z.number(),
  count_cents: z.number(),
  other_cents: z.number(),
})

/**
 * A line of a bill: `count` × `unit_cents`. The unit is null when the supplier's amounts of the lifts differ, because
 * they depend on weight or on the share of a shared container. The unit of a fixed part or a rental is the amount of
 * a whole year; the line charges a share of it. The unit of a weight is the amount of a kilogram. Only lines of lifts,
 * weights, rentals, deliveries and deductions have a stream, kind and volume.
 */
export const BillLine = z.object({
  charge: Charge,
  waste_type: z.nullable(WasteStream),
  kind: z.nullable(EquipmentKind),
  volume_litres: z.nullable(z.number()),
  /** The first day of the tariff that the unit equals. Null when the unit equals no tariff. */
  valid_from: z.nullable(Day),
  count: z.number(),
  unit_cents: z.nullable(z.number()),
  amount_cents: z.number(),
  /** The sum of the weights. Null when nothing was weighed. */
  weight_kg: z.nullable(z.number()),
  /** The charged twelfths of the yearly amount. Null when the line is not prorated by twelfths. */
  twelfths: z.nullable(z.number()),
  clearance_ids: z.array(z.number()),
  /** The id of the charge rule that made the lifts free or took the cents off. Absent without such a rule. */
  rule: z.optional(z.number()),
  /** The code of the scheme that the price of a fixed part requires. Absent without such a code. */
  scheme: z.optional(z.string()),
  /** Of the credit of a lift that is not charged: the reason of the correction. */
  correction: z.optional(z.string()),
  /**
   * The difference with the year before. Lines of the same charge, stream, kind and volume divide the number and the
   * amount of that year. Null when `last_year` is null. A line that exists only in the year before has a count of 0.
   */
  difference: z.nullable(Difference),
})
export type BillLine = z.infer<typeof BillLine>

/**
 * The imposed bill of a household for a year. Our calculation minus the imposed amount is the sum of three parts:
 * clearances that were delivered after `assessed_on`, credits after that date, and the rest (`tariff_cents`). Without
 * our calculation (`imposed_only`), the difference is null and the parts are 0.
 */
export const Assessment = z.object({
  number: z.string(),
  assessed_on: Day,
  amount_cents: z.number(),
  lines: z.array(
    z.object({
      description: z.string(),
      count: z.nullable(z.number()),
      unit_cents: z.nullable(z.number()),
      amount_cents: z.number(),
    }),
  ),
  difference_cents: z.nullable(z.number()),
  late: z.object({ clearance_ids: z.array(z.number()), amount_cents: z.number() }),
  objected: z.object({ clearance_ids: z.array(z.number()), amount_cents: z.number() }),
  tariff_cents: z.number(),
})
export type Assessment = z.infer<typeof Assessment>

/** Returns whether our calculation, if there is one, has exactly what was imposed: nothing came after the assessment. */
export const isAsAssessed = ({
  late,
  objected,
  tariff_cents,
}: Pick<Assessment, 'late' | 'objected' | 'tariff_cents'>) =>
  late.amount_cents === 0 && objected.amount_cents === 0 && tariff_cents === 0

/**
 * Returns the twelfths that a line of an assessment charges of its count × unit; 12 when it charges all of it. Returns
 * null when the line names no count or unit, and when its amount is no such share. A share may be rounded by a cent.
 */
export function assessedTwelfths({ count, unit_cents, amount_cents }: Assessment['lines'][number]) {
  if (count === null || unit_cents === null) return null
  if (count * unit_cents === amount_cents) return 12
  const twelfths = Array.from({ length: 11 }, (_, at) => at + 1)
  return twelfths.find((part) => Math.abs((count * unit_cents * part) / 12 - amount_cents) <= 1) ?? null
}

/** A charge rule that changed a part of a bill. */
export const AppliedRule = z.object({
  id: z.number(),
  /** In Dutch: the price of free lifts, such as 'in het vaste deel', or the name of a deduction, such as 'Korting'. */
  name: z.string(),
  /** The Dutch sentence, with the numbers as applied to the household. */
  sentence: z.string(),
  valid_from: Day,
  valid_to: z.nullable(Day),
  /** The number of lifts that the rule changed. 0 for a rule about the fixed part. */
  lifts: z.number(),
  /** What the rule takes off, at least 0. */
  amount_cents: z.number(),
})
export type AppliedRule = z.infer<typeof AppliedRule>

/** An amount of our own calculation. Null when the bill is `imposed_only`. */
const Amount = z.nullable(z.number())

/** The part of a year in which one household is liable, both days included. */
export const BillPeriod = z.object({
  from: Day,
  to: Day,
  household_size: z.nullable(z.number()),
  /** Whether this household is liable today. */
  is_current: z.boolean(),
  lines: z.array(BillLine),
  amount_cents: Amount,
  /** The newest imposed bill of this household. Null for all periods of the household except the last. */
  assessment: z.nullable(Assessment),
  /** The charge rules that changed this part, in row order. Absent without charge rules. */
  rules: z.optional(z.array(AppliedRule)),
})
export type BillPeriod = z.infer<typeof BillPeriod>

/** The sum of the lines, and the number of lifts on them. */
const BillTotals = z.object({ amount_cents: Amount, count: z.number() })

const Quartiles = z.object({ lower: z.number(), median: z.number(), upper: z.number() })

/** The lifts of comparable households in the municipality: the same stream, volume and household size. */
export const BillNorm = z.object({
  waste_type: WasteStream,
  volume_litres: z.number(),
  household_size: z.enum(['one', 'several', 'unknown']),
  /** The number of compared households: at least 20. */
  households: z.number(),
  lifts: Quartiles,
  /** Null with charge rules: these change what a household pays, and the norms do not contain them. */
  cents: z.nullable(Quartiles),
  own_lifts: z.number(),
  own_cents: z.nullable(z.number()),
})
export type BillNorm = z.infer<typeof BillNorm>

/** The screen title of each rule that flags a fact. */
export const flagRuleNames = {
  same_day: 'Twee ledigingen op één dag',
  emptied_and_not: 'Geleegd, en ook niet geleegd',
  outside_collection_day: 'Geleegd buiten de ophaaldagen',
  container_absent: 'De container stond er toen niet',
  chip_elsewhere: 'De chip zat toen in een andere container',
  blocked_pass: 'Geopend terwijl de pas geblokkeerd was',
  far_more: 'Veel meer ledigingen dan eerder',
}
export const FlagRule = enumOf(flagRuleNames)
export type FlagRule = z.infer<typeof FlagRule>

/** A fact to check, never an accusation. In Dutch, `text` states the fact, and `check` states how to verify it. */
export const BillFlag = z.object({
  rule: FlagRule,
  clearance_ids: z.array(z.number()),
  text: z.string(),
  check: z.string(),
})
export type BillFlag = z.infer<typeof BillFlag>

/** The Dutch words for what is known about a collection day, in the timeline of a bill and in a calendar. */
export const outcomeNames = {
  /** Planned and emptied. */
  emptied: 'geleegd',
  /** Planned, delivered and not emptied. */
  not_offered: 'geen lediging',
  /** Emptied on a moved day. */
  moved: 'geleegd op een verplaatste dag',
  /** Emptied on a day that was not planned. */
  outside: 'geleegd buiten een ophaaldag',
  /** Planned after the last delivery of the stream. */
  not_yet_known: 'nog niet bekend',
  /** Planned, but the municipality never got lifts of the stream. */
  never_delivered: 'geen gegevens',
}

/** A collection day of the household's own containers, or a lift on another day. */
export const BillDay = z.object({
  day: Day,
  waste_type: CalendarCategory,
  outcome: enumOf(outcomeNames),
  /** The planned day, when the collection was moved. */
  moved_from: z.nullable(Day),
  clearance_ids: z.array(z.number()),
})
export type BillDay = z.infer<typeof BillDay>

/** A lift on the bill, with its evidence. */
export const BillClearance = z.object({
  ...Clearance.shape,
  kind: z.nullable(EquipmentKind),
  container_number: z.nullable(z.string()),
  chip_number: z.nullable(z.string()),
  /**
   * The amount on the bill: the supplier's amount, or else the tariff of the lift's Dutch day; 0 if a rule frees it. Null
   * if a rule puts the lift on the bill of another year.
   */
  charged_cents: Amount,
  /** The id of the charge rule that made the lift free. Absent without such a rule. */
  rule: z.optional(z.number()),
  /** The place of the lift among the lifts that a charge rule counts. Absent without such a rule. */
  rank: z.optional(z.number()),
  /** Whether the supplier delivered the lift after the date of the assessment. */
  is_late: z.boolean(),
})
export type BillClearance = z.infer<typeof BillClearance>

/** The bill of an address for a calendar year. Amounts are in cents. */
export const Bill = z.object({
  year: z.number(),
  /** The years with lifts or an assessment, newest first, including the years of hidden households. */
  years: z.array(z.number()),
  periods: z.array(BillPeriod),
  totals: BillTotals,
  /** The household whose bill is explained: the last shown one. Null when no household is shown. */
  billed: z.nullable(z.object({ from: Day, to: Day, amount_cents: Amount })),
  /**
   * The year before, of the billed household, and the Dutch sentences about the difference and its causes. Null when it
   * was not liable then, and until all lifts of the year of the bill are delivered.
   */
  last_year: z.nullable(
    z.object({ year: z.number(), amount_cents: z.number(), count: z.number(), difference: z.string() }),
  ),
  norm: z.nullable(BillNorm),
  flags: z.array(BillFlag),
  objections: z.array(Objection),
  clearances: z.array(BillClearance),
  days: z.array(BillDay),
  /** The number of periods of this year that the purpose of the call hides. */
  hidden_periods: z.number(),
  /** Lifts on days without a liable household. These lifts are on no bill. */
  unbilled_clearance_ids: z.array(z.number()),
  /**
   * The Dutch texts that the employee reads aloud. `short`: the amount, and why it is another one than in the year
   * before; `full`: the lines too.
   */
  spoken: z.object({ short: z.string(), full: z.string() }),
  /**
   * In Dutch: why only the imposed bill and the lifts are shown. Schemes of that year may be deleted, so the bill has no
   * lines, and no amounts of our own. Absent for every other bill.
   */
  imposed_only: z.optional(z.string()),
  /** The last day of which the municipality has clearances. */
  updated_until: z.nullable(Day),
  delivered: DeliveredClearances,
})
export type Bill = z.infer<typeof Bill>

export const showBill = endpoint('GET /counter/addresses/:alias/bill', {
  summary: 'Geeft de aanslag van een adres over een jaar, uitgelegd; zonder jaar het laatst opgelegde',
  access: 'bsgw_employee',
  personal: { action: 'show_bill', purposes: billPurposes },
  params: z.strictObject({ alias: AliasInPath }),
  query: ClearancePeriod,
  data: Bill,
})

/**
 * The bill of one year beside other years. `parts` add up to the amount, `counts` are the lifts of the same parts. A
 * running year can still get lifts.
 */
export const BillOfYear = z.object({
  year: z.number(),
  /** The days of the year on which the household is liable. */
  from: Day,
  to: Day,
  is_running: z.boolean(),
  amount_cents: z.number(),
  parts: z.object({ fixed: z.number(), residual_waste: z.number(), gft: z.number(), other: z.number() }),
  counts: z.object({ residual_waste: z.number(), gft: z.number(), other: z.number() }),
  /**
   * What comparable households pay: the fixed part of this household, and the median of each kind of its lifts. Null
   * if it is not liable for the whole year, with charge rules, or if a kind of its lifts has fewer than 20 comparable
   * households.
   */
  similar: z.nullable(z.object({ households: z.number(), amount_cents: z.number() })),
})
export type BillOfYear = z.infer<typeof BillOfYear>

export const listBillYears = endpoint('GET /counter/addresses/:alias/bill/years', {
  summary: 'Geeft de aanslagen van een huishouden over de nieuwste jaren naast elkaar, ten hoogste vier',
  access: 'bsgw_employee',
  personal: { action: 'show_bill', purposes: billPurposes },
  params: z.strictObject({ alias: AliasInPath }),
  /** The years are in order of time. `spoken`: the Dutch sentences that the employee reads aloud, one per year. */
  data: z.object({ years: z.array(BillOfYear), spoken: z.string() }),
})

export const listCollectionOutcomes = endpoint('GET /counter/addresses/:alias/collection-outcomes', {
  summary: 'Geeft per ophaaldag van een jaar, tot en met vandaag, of de containers van een adres zijn geleegd',
  access: 'bsgw_employee',
  personal: { action: 'list_clearances', purposes: billPurposes },
  params: z.strictObject({ alias: AliasInPath }),
  query: ClearancePeriod,
  data: z.array(BillDay),
})

export const showResidentBill = endpoint('POST /counter/services/bill', {
  summary: 'Geeft bij een milieupas het aantal ledigingen van dit jaar en de uitleg van de aanslag',
  access: 'municipal_employee',
  municipality: 'own',
  personal: { action: 'show_resident_bill', purposes: ['vraag_inwoner'], pass_limit: true },
  body: z.strictObject({ environmental_pass_number: EnvironmentalPassNumber }),
  data: z.object({ year: z.number(), lifts: z.number(), spoken: z.string() }),
})
