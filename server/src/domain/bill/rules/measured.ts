import type { BilledContainer } from '../bill-facts.queries.ts'
import { type ChargedFacts, findTariff, isCounted, type PricedLift } from '../bill-lines.ts'
import type { YearShare } from '../proration.ts'
import { type CountedLift, countLift } from './counted-lifts.ts'
import { isValidOn, rulesOf } from './matching.ts'
import { householdShare, type PartOfBill } from './period.ts'

/** How the lifts of a year before are counted. */
type MeasuredBy = 'whole_year' | 'second_half_twice' | 'average'

/** Returns how the lifts of a household are counted on the bill of a year: by its first day at the address. */
export function measuredBy(year: number, { occupancies }: ChargedFacts, subject_id: string | null): MeasuredBy {
  const [first] = occupancies.filter((row) => row.subject_id === subject_id).map((row) => row.first_day)
  if (first === undefined || first <= `${year - 1}-01-01`) return 'whole_year'
  return first < `${year - 1}-07-01` ? 'second_half_twice' : 'average'
}

/**
 * Returns the lifts that the bill of a year charges by the year before. Each has the first day of `part`, the price of
 * that day, and the household's share of the year. Supplier's amounts and weights do not count. `lifts`: in order of
 * time.
 */
export function measuredLifts(year: number, facts: ChargedFacts, lifts: PricedLift[], part: PartOfBill): CountedLift[] {
  const { subject_id, from: day } = part
  const share = householdShare(facts, year, subject_id)
  const by = measuredBy(year, facts, subject_id)
  if (by === 'average') return averageLifts(facts, part, share)
  const counted = lifts
    .filter((lift) => lift.kind !== null && isOfHousehold(facts, lift.day, subject_id))
    .filter((lift) => lift.day >= (by === 'whole_year' ? `${year - 1}-01-01` : `${year - 1}-07-01`))
    .filter((lift) => lift.day <= `${year - 1}-12-31`)
    .map((lift) => countLift({ ...lift, ...priceOn(facts, day, lift), day }, part, share))
  return by === 'whole_year' ? counted : counted.flatMap((lift) => [lift, { ...lift }])
}

const isOfHousehold = ({ occupancies }: ChargedFacts, day: string, subject_id: string | null) =>
  subject_id === null ||
  occupancies.some(
    (row) => row.subject_id === subject_id && row.first_day <= day && (row.last_day === null || row.last_day >= day),
  )

type MeasuredKind = Pick<PricedLift, 'waste_type' | 'kind' | 'volume_litres'>

function priceOn({ tariffs }: ChargedFacts, day: string, { waste_type, kind, volume_litres }: MeasuredKind) {
  const tariff = findTariff(tariffs, day, {
    charge: 'clearance',
    waste_type,
    kind,
    volume_litres,
    household_size: null,
  })
  return {
    amount_cents: null,
    weight_kg: null,
    kilogram_cents: null,
    charged_cents: tariff?.amount_cents ?? 0,
    valid_from: tariff?.valid_from ?? null,
  }
}

/** The kinds that need no container at the address. */
const sharedKinds: string[] = ['ondergronds', 'wijkcontainer', 'zak']

/** Returns the average lifts: per stream those of the first valid row whose own container stands at the address. */
function averageLifts(facts: ChargedFacts, part: PartOfBill, share: YearShare): CountedLift[] {
  const stands = (row: MeasuredKind, container: BilledContainer) =>
    container.is_own &&
    container.waste_type === row.waste_type &&
    container.kind === row.kind &&
    (row.volume_litres === null || container.volume_litres === row.volume_litres) &&
    isCounted(container, part.from)
  const streams = new Set<string>()
  return rulesOf(facts, 'average').flatMap(({ equipment_kind: kind, waste_type, to_lift, ...row }) => {
    const container = facts.containers.find((it) => stands({ ...row, waste_type, kind }, it))
    if (streams.has(waste_type) || !isValidOn(row, part.from) || !(container || sharedKinds.includes(kind))) return []
    streams.add(waste_type)
    const lifted = { waste_type, kind, volume_litres: row.volume_litres ?? container?.volume_litres ?? null }
    const lift = {
      ...lifted,
      ...priceOn(facts, part.from, lifted),
      id: null,
      cleared_at: part.from,
      category: 'rest' as const,
      container_id: container?.id ?? null,
      loaded_on: part.from,
      day: part.from,
    }
    return Array.from({ length: to_lift }, () => countLift(lift, part, share))
  })
}
