import type { ChargeRule, HouseholdScheme } from '@rd4-loket/contract'
import type { StoredBillFacts } from '../bill-facts.queries.ts'
import { sizeGroup } from '../households.ts'

/** The rule rows and scheme rows of an address. */
export type RuleFacts = Pick<StoredBillFacts, 'charge_rules' | 'schemes'>

/** The rows of each kind in row order, of lists of rows that a calculation reads many times. */
const sorted = new WeakMap<ChargeRule[], Map<ChargeRule['kind'], ChargeRule[]>>()

/** Returns the rule rows of one kind in row order. */
export function rulesOf<Kind extends ChargeRule['kind']>({ charge_rules = noRules }: RuleFacts, kind: Kind) {
  let ofKinds = sorted.get(charge_rules)
  if (!ofKinds) {
    const inRowOrder = charge_rules.toSorted((one, other) => one.id - other.id)
    ofKinds = Map.groupBy(inRowOrder, (rule) => rule.kind)
    sorted.set(charge_rules, ofKinds)
  }
  return (ofKinds.get(kind) ?? noRules) as Extract<ChargeRule, { kind: Kind }>[]
}

const noRules: ChargeRule[] = []

/** Returns whether a row is valid on a day. */
export const isValidOn = ({ valid_from, valid_to }: Pick<ChargeRule, 'valid_from' | 'valid_to'>, day: string) =>
  valid_from <= day && (valid_to === null || valid_to >= day)

/** Returns the scheme rows that cover a household: its own rows, and those of whoever lives at the address. */
export const schemesOf = ({ schemes = [] }: RuleFacts, subject_id: string | null) =>
  schemes.filter((scheme) => scheme.subject_id === null || scheme.subject_id === subject_id)

/** Returns whether a scheme row covers a day between two days, both included. */
export const coversBetween = ({ first_day, last_day }: HouseholdScheme, from: string, to: string) =>
  first_day <= to && (last_day === null || last_day >= from)

type MatchedLift = { waste_type: string; kind: string | null; volume_litres: number | null }
type LiftFields = { waste_type: string | null; equipment_kind: string | null; volume_litres: number | null }

/** Returns whether a row is about a kind of lift. An empty kind never matches a depot visit. */
export function matchesLift({ waste_type, equipment_kind, volume_litres }: LiftFields, lift: MatchedLift) {
  const isKind =
    equipment_kind === null
      ? lift.kind !== null
      : equipment_kind === 'depot'
        ? lift.kind === null
        : equipment_kind === lift.kind
  return (
    isKind &&
    (waste_type === null || waste_type === lift.waste_type) &&
    (volume_litres === null || volume_litres === lift.volume_litres)
  )
}

/** Returns whether a household has the size of a row. An unknown size fits only a row without a size. */
export const fitsSize = (wanted: 'one' | 'several' | null, household_size: number | null) =>
  wanted === null || wanted === sizeGroup(household_size)
