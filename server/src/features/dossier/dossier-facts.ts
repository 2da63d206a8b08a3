// Reasons: docs/dossier.md

import {
  type AppliedRule,
  type Assessment,
  addressLine,
  type Bill,
  type BillClearance,
  type BillLine,
  type CalendarCategory,
  type HouseholdScheme,
  hasSinceYear,
  type Objection,
  townLine,
} from '@rd4-loket/contract'
import type { BilledContainer, BillFacts } from '../../domain/bill/bill-facts.queries.ts'
import { priceLifts } from '../../domain/bill/bill-lines.ts'
import { noLiftsText } from '../../domain/bill/spoken.ts'
import type { ClearanceSource } from './dossier.queries.ts'

/** The households of a dossier. Only an objection shows households that no longer live at the address. */
export type DossierScope = 'current_household' | 'all_households'

/** A lift, with the supplier's key, file and line as evidence. */
type DossierLift = Pick<
  BillClearance,
  | 'id'
  | 'cleared_at'
  | 'waste_type'
  | 'kind'
  | 'container_number'
  | 'chip_number'
  | 'volume_litres'
  | 'weight_kg'
  | 'charged_cents'
> & {
  /** The amount that the supplier stated. Null: the tariff applies. */
  supplier_cents: number | null
  /** The first day of the tariff on the day of the lift. Null when that tariff does not state the charged amount. */
  tariff_from: string | null
  /** Whether the lift was delivered after the date of the assessment. */
  is_late: boolean
  /**
   * Whether the lift is on the bill. A lift is on no bill when nobody was liable on the day of the lift. A lift without
   * an amount of our own is on the bill of another year, unless all amounts are absent (`imposed_only`).
   */
  is_billed: boolean
  supplier_key: string | null
  /** The number of the delivered file in `files`, and the line in that file. */
  file: number | null
  line: number | null
  /** The place of the lift among the lifts that a charge rule counts, and the id of the rule that made it free. */
  rank?: number
  rule?: number
}

/** The facts of a bill. Equal data gives equal facts at any moment and for any employee. */
export type DossierFacts = {
  address: { alias: string; object_code: string | null; line: string; town: string; municipality: string }
  year: number
  scope: DossierScope
  /** The number of periods that the scope hides. */
  hidden_periods: number
  /**
   * The day up to which the supplier has delivered all clearances, but at most the last day of the year. Null for a
   * year before the first clearance.
   */
  delivered_until: string | null
  method: BillFacts['rule']
  /** Why the dossier has only what was imposed and the lifts, without amounts of our own. Absent for other bills. */
  imposed_only?: string
  /** The amount of our own calculation. Null with `imposed_only`. */
  total_cents: number | null
  /**
   * The Dutch sentences about the difference with the year before. Absent until all lifts of the year are delivered, and
   * for a household without such a year.
   */
  difference?: string
  periods: {
    from: string
    to: string
    household_size: number | null
    amount_cents: number | null
    lines: Omit<BillLine, 'difference'>[]
    assessment: Assessment | null
    /** The charge rules that changed this part. Absent without charge rules. */
    rules?: AppliedRule[]
  }[]
  /** The codes that cover a shown household or the address in these periods. Absent without such codes. */
  schemes?: (Pick<HouseholdScheme, 'code' | 'nature' | 'first_day' | 'last_day'> & {
    container_number: string | null
  })[]
  /** The rows are in order of time. */
  lifts: DossierLift[]
  /** The Dutch sentences that state which lifts are not delivered. Present only when there are no lifts. */
  undelivered?: string
  objections: (Pick<
    Objection,
    'clearance_id' | 'reason' | 'note' | 'state' | 'amount_cents' | 'filed_at' | 'decided_at'
  > & {
    /** Why it was decided so. Absent without a stored reason, as in every dossier from before reasons were asked. */
    decision_reason?: string
  })[]
  containers: Pick<
    BilledContainer,
    'number' | 'waste_type' | 'kind' | 'volume_litres' | 'chip_number' | 'placed_on' | 'removed_on'
  >[]
  moved_days: { waste_type: CalendarCategory; planned_on: string; collected_on: string }[]
  /** The delivered files of the lifts. `number` counts from 1. */
  files: { number: number; name: string; sha256: string | null }[]
}

const fileKey = ({ file_name, file_sha256 }: ClearanceSource) => `${file_name} ${file_sha256}`

function filesOf(sources: ClearanceSource[]) {
  const byKey = new Map(sources.map((source) => [fileKey(source), source]))
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1))
}

const nothingLifted = 'Er zijn geen ledigingen.'

function undeliveredOf({ bill, facts }: { bill: Bill; facts: BillFacts }): Pick<DossierFacts, 'undelivered'> {
  if (bill.clearances.length > 0) return {}
  // The introduction states the day of the last delivery. Today would change the facts without a change of the data.
  const day = bill.periods[0]?.from ?? `${facts.year}-01-01`
  const text = noLiftsText({ ...facts, today: `${facts.year}-12-31` }, { from: day, to: day }, () => nothingLifted)
  return text === nothingLifted ? {} : { undelivered: text }
}

/** Returns the codes that cover a household of the bill on one of its days. */
function schemesOn({ bill, facts }: { bill: Bill; facts: BillFacts }): Pick<DossierFacts, 'schemes'> {
  const shown = (facts.schemes ?? []).filter(({ subject_id, first_day, last_day }) =>
    bill.periods.some(
      ({ from, to }) =>
        first_day <= to &&
        (last_day === null || last_day >= from) &&
        (subject_id === null || householdOn(facts, from) === subject_id),
    ),
  )
  if (shown.length === 0) return {}
  return {
    schemes: shown.map(({ code, nature, container_id, first_day, last_day }) => ({
      code,
      nature,
      container_number: facts.containers.find(({ id }) => id === container_id)?.number ?? null,
      first_day,
      last_day,
    })),
  }
}

const householdOn = ({ occupancies }: BillFacts, day: string) =>
  occupancies.find(({ first_day, last_day }) => first_day <= day && (last_day === null || last_day >= day))?.subject_id

/** Returns the facts of a bill. `sources` contains the sources of all lifts on the bill. */
export function dossierFacts(
  { bill, facts }: { bill: Bill; facts: BillFacts },
  sources: ClearanceSource[],
  scope: DossierScope,
): DossierFacts {
  const { address, year } = facts
  const newYearsEve = `${year}-12-31`
  const isDelivered = facts.delivered.some((stream) => hasSinceYear(stream, newYearsEve))
  const updated_until = isDelivered ? facts.updated_until : null
  const shownIds = new Set(bill.clearances.map(({ id }) => id))
  const shownSources = sources.filter(({ clearance_id }) => shownIds.has(clearance_id))
  const sourceOf = new Map(shownSources.map((source) => [source.clearance_id, source]))
  const files = filesOf(shownSources)
  const numberOf = new Map(files.map(([key], at) => [key, at + 1]))
  const tariffOf = new Map(priceLifts(facts).map(({ id, valid_from }) => [id, valid_from]))
  const unbilled = new Set(bill.unbilled_clearance_ids)

  const lifts = bill.clearances
    .map((lift): DossierLift => {
      const { id, cleared_at, waste_type, kind, container_number, chip_number, volume_litres, weight_kg } = lift
      const source = sourceOf.get(id)
      return {
        id,
        cleared_at,
        waste_type,
        kind,
        container_number,
        chip_number,
        volume_litres,
        weight_kg,
        charged_cents: lift.charged_cents,
        supplier_cents: lift.amount_cents,
        tariff_from: bill.imposed_only ? null : (tariffOf.get(id) ?? null),
        is_late: lift.is_late,
        is_billed: !unbilled.has(id) && (lift.charged_cents !== null || bill.imposed_only !== undefined),
        supplier_key: source?.supplier_key ?? null,
        file: source ? (numberOf.get(fileKey(source)) ?? null) : null,
        line: source?.source_line ?? null,
        ...(lift.rank !== undefined && { rank: lift.rank }),
        ...(lift.rule !== undefined && { rule: lift.rule }),
      }
    })
    .sort((one, other) => Date.parse(one.cleared_at) - Date.parse(other.cleared_at) || one.id - other.id)

  const usedContainers = new Set(bill.clearances.map(({ equipment_id }) => equipment_id))
  const stood = ({ placed_on, removed_on }: BilledContainer) =>
    bill.periods.some(({ from, to }) => placed_on <= to && (removed_on === null || removed_on >= from))

  return {
    address: {
      alias: address.alias,
      object_code: address.object_code,
      line: addressLine(address),
      town: townLine(address),
      municipality: address.municipality.name,
    },
    year,
    scope,
    hidden_periods: bill.hidden_periods,
    // Without the maximum, every delivery of a later year would change the facts of this year.
    delivered_until: updated_until !== null && updated_until > newYearsEve ? newYearsEve : updated_until,
    method: facts.rule,
    ...(bill.imposed_only && { imposed_only: bill.imposed_only }),
    total_cents: bill.totals.amount_cents,
    // Without lifts up to the end of the year, the sentences would appear on New Year's Day.
    ...(bill.last_year && updated_until !== null ? { difference: bill.last_year.difference } : {}),
    periods: bill.periods.map(({ from, to, household_size, amount_cents, lines, assessment, rules }) => ({
      from,
      to,
      household_size,
      amount_cents,
      // A line with count 0 only has the difference with the year before, and is no part of this bill.
      lines: lines.filter(({ count }) => count > 0).map(({ difference, ...line }) => line),
      assessment,
      ...(rules && { rules }),
    })),
    ...schemesOn({ bill, facts }),
    lifts,
    ...undeliveredOf({ bill, facts }),
    objections: bill.objections.map(({ clearance_id, reason, note, state, amount_cents, filed_at, ...decision }) => ({
      clearance_id,
      reason,
      note,
      state,
      amount_cents,
      filed_at,
      decided_at: decision.decided_at,
      ...(decision.decision_reason !== null && { decision_reason: decision.decision_reason }),
    })),
    containers: facts.containers
      .filter((container) => usedContainers.has(container.id) || (container.is_own && stood(container)))
      .map(({ number, waste_type, kind, volume_litres, chip_number, placed_on, removed_on }) => ({
        number,
        waste_type,
        kind,
        volume_litres,
        chip_number,
        placed_on,
        removed_on,
      })),
    moved_days: bill.days.flatMap(({ day, waste_type, moved_from }) =>
      moved_from === null ? [] : [{ waste_type, planned_on: moved_from, collected_on: day }],
    ),
    files: files.map(([, { file_name, file_sha256 }], at) => ({
      number: at + 1,
      name: file_name,
      sha256: file_sha256,
    })),
  }
}
