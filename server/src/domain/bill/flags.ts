import { type BillDay, type BillFlag, type EquipmentKind, nonClearanceReasonNames } from '@rd4-loket/contract'
import type { BillFacts } from './bill-facts.queries.ts'
import { kindKey, type PricedLift } from './bill-lines.ts'
import type { ChargedPeriod } from './charge-periods.ts'
import { isWholeYear, periodsIn } from './households.ts'
import { isAtAddress } from './timeline.ts'
import { dayWithYear, liftWords, listFormat, spokenDay } from './wording.ts'

/** The input of the rules of flags: the visible lifts, and the billed household. */
export type FlagFacts = { facts: BillFacts; household: ChargedPeriod[]; lifts: PricedLift[]; days: BillDay[] }

/** Returns a day in Dutch, with its year when the lifts of the year before stand on the bill. */
const dayWords = ({ year }: BillFacts, day: string) => (day.startsWith(`${year}-`) ? spokenDay(day) : dayWithYear(day))

const containerOf = ({ containers }: BillFacts, { container_id }: PricedLift) =>
  containers.find(({ id }) => id === container_id)

/** Flags two lifts on one Dutch day of one chip of a household's own container. */
function sameDay({ facts, lifts }: FlagFacts): BillFlag[] {
  const chipped = lifts.flatMap((lift) => {
    const container = containerOf(facts, lift)
    return container?.is_own && container.chip_number ? [{ ...lift, chip: container.chip_number }] : []
  })
  return [...Map.groupBy(chipped, ({ chip, day }) => `${chip} ${day}`).values()]
    .filter((equal) => equal.length > 1)
    .map((equal) => {
      const [{ day, chip }] = equal as [(typeof equal)[0]]
      return {
        rule: 'same_day',
        clearance_ids: equal.map(({ id }) => id),
        text: `Op ${dayWords(facts, day)} is chip ${chip} ${equal.length} keer geregistreerd.`,
        check: 'Ga na of de inzamelaar de container die dag echt vaker heeft geleegd.',
      }
    })
}

/** Flags a lift and a non-clearance of one container, or of one chip, on one Dutch day. */
const emptiedAndNot = ({ facts, lifts }: FlagFacts): BillFlag[] =>
  facts.non_clearances.flatMap(({ happened_at, container_id, chip_number, reason }) => {
    const isOf = (lift: PricedLift) =>
      lift.container_id === container_id ||
      (chip_number !== null && containerOf(facts, lift)?.chip_number === chip_number)
    const emptied = lifts.filter((lift) => lift.day === happened_at.slice(0, 10) && isOf(lift))
    const [lift] = emptied
    if (!lift) return []
    return [
      {
        rule: 'emptied_and_not',
        clearance_ids: emptied.map(({ id }) => id),
        text:
          `Op ${spokenDay(lift.day)} is de container geleegd om ${clockText(lift.cleared_at)} uur. ` +
          `Om ${clockText(happened_at)} uur is gemeld: niet geleegd, ${nonClearanceReasonNames[reason]}.`,
        check: 'Vraag de inzamelaar welke van de twee klopt.',
      },
    ]
  })

/** Returns the time of a moment in Dutch time, as Dutch texts write it: `8.18`. */
const clockText = (moment: string) => `${Number(moment.slice(11, 13))}.${moment.slice(14, 16)}`

/**
 * Flags a lift of a household's own container when no collection day of the stream is within one day of the lift.
 * Flags no lift without published days.
 */
const outsideCollectionDay = ({ days }: FlagFacts): BillFlag[] =>
  days
    .filter(({ outcome }) => outcome === 'outside')
    .map(({ day, clearance_ids }) => ({
      rule: 'outside_collection_day',
      clearance_ids,
      text: `Op ${spokenDay(day)} is geleegd, maar rond die dag was er geen ophaaldag.`,
      check: 'Vraag de inzamelaar of er die dag een extra ronde of een inhaalronde was.',
    }))

/** Flags a lift before the placement or after the removal of its container. */
const containerAbsent = ({ facts, lifts }: FlagFacts): BillFlag[] =>
  lifts.flatMap((lift) => {
    const container = containerOf(facts, lift)
    if (!container || isAtAddress(container, lift.day)) return []
    const { number, placed_on, removed_on } = container
    const [change, changed_on] = lift.day < placed_on ? ['geplaatst', placed_on] : ['weggehaald', removed_on ?? '']
    return [
      {
        rule: 'container_absent',
        clearance_ids: [lift.id],
        text:
          `Op ${dayWords(facts, lift.day)} is container ${number} ${liftWords(lift).verb}. ` +
          `Die container is op ${dayWithYear(changed_on)} ${change}.`,
        check: 'Ga na of de dag van plaatsen of weghalen klopt, en waar de container toen stond.',
      },
    ]
  })

/**
 * Flags a lift when its chip was in another container on that day. The days of the placement and removal of that
 * container do not count.
 */
const chipElsewhere = ({ facts, lifts }: FlagFacts): BillFlag[] =>
  lifts.flatMap((lift) => {
    const chip = containerOf(facts, lift)?.chip_number
    const isElsewhere = facts.chips.some(
      ({ container_id, chip_number, placed_on, removed_on }) =>
        chip === chip_number &&
        container_id !== lift.container_id &&
        placed_on < lift.day &&
        (removed_on === null || removed_on > lift.day),
    )
    if (!isElsewhere) return []
    return [
      {
        rule: 'chip_elsewhere',
        clearance_ids: [lift.id],
        text: `Op ${dayWords(facts, lift.day)} is chip ${chip} geregistreerd. Die chip zat toen ook in een andere container.`,
        check: 'Ga na in welke container de chip die dag zat.',
      },
    ]
  })

/** Flags an opening of a shared container after the day on which the last valid pass of the address was blocked. */
const blockedPass = ({ facts, lifts }: FlagFacts): BillFlag[] =>
  lifts.flatMap((lift) => {
    const issued = facts.passes.filter(({ issued_on }) => issued_on <= lift.day)
    const isShared = lift.kind === 'ondergronds' || lift.kind === 'wijkcontainer'
    const isBlocked = issued.every(({ blocked_on }) => blocked_on !== null && blocked_on < lift.day)
    if (!isShared || issued.length === 0 || !isBlocked) return []
    return [
      {
        rule: 'blocked_pass',
        clearance_ids: [lift.id],
        text: `Op ${dayWords(facts, lift.day)} is een container geopend. Alle passen van dit adres waren toen geblokkeerd.`,
        check: 'Ga na met welke pas de container is geopend, en wanneer die is geblokkeerd.',
      },
    ]
  })

/** Flags only a number of lifts above this multiple of the mean of the earlier years. */
const farMoreTimes = 2
/** Flags only a number of lifts that exceeds the mean of the earlier years by at least this number. */
const farMoreLifts = 6

/**
 * Flags a number of lifts of one stream, kind and volume. The number is more than twice the mean of the two years
 * before, and at least six higher. An earlier year counts only when the household was liable for the whole year and had
 * such lifts. One earlier year is enough.
 */
function farMore({ facts, household, lifts }: FlagFacts): BillFlag[] {
  const { year } = facts
  const subject = household.at(-1)?.subject_id
  const wasLiable = (earlier: number) =>
    isWholeYear(
      earlier,
      periodsIn(earlier, facts).filter(({ subject_id }) => subject_id === subject),
    )
  const counted = earlierLifts(facts).filter((earlier) => wasLiable(earlier.year))
  if (counted.length === 0) return []
  const ofHousehold = lifts.filter(
    ({ day }) => day.startsWith(`${year}-`) && household.some(({ from, to }) => from <= day && to >= day),
  )
  return [...Map.groupBy(ofHousehold, kindKey)].flatMap(([key, equal]) => {
    const before = counted.filter((earlier) => kindKey(earlier) === key)
    const mean = before.reduce((sum, { count }) => sum + count, 0) / before.length
    if (before.length === 0 || equal.length <= farMoreTimes * mean || equal.length - mean < farMoreLifts) return []
    const { name, verb } = liftWords(equal[0] as PricedLift)
    const history = before.map((earlier) => `in ${earlier.year} ${earlier.count} keer`)
    return [
      {
        rule: 'far_more',
        clearance_ids: equal.map(({ id }) => id),
        text: `In ${year} is ${name} ${equal.length} keer ${verb}, ${listFormat.format(history)}.`,
        check: 'Vraag of er iets is veranderd in het huishouden, en bekijk de dagen van de ledigingen.',
      },
    ]
  })
}

type LiftKind = Pick<PricedLift, 'waste_type' | 'kind' | 'volume_litres'>

/** Returns the number of lifts of each kind in the two years before, the first year first. */
function earlierLifts({
  year,
  lifts,
  earlier_lifts,
  containers,
}: BillFacts): (LiftKind & { year: number; count: number })[] {
  const kindOf = new Map<number | null, EquipmentKind>(containers.map(({ id, kind }) => [id, kind]))
  const yearBefore = lifts
    .filter(({ cleared_at }) => cleared_at.startsWith(`${year - 1}-`))
    .map(({ waste_type, volume_litres, container_id }) => ({
      waste_type,
      volume_litres,
      kind: kindOf.get(container_id) ?? null,
    }))
  const counts = [...Map.groupBy(yearBefore, kindKey).values()]
  return [
    ...earlier_lifts.map((lift) => ({ ...lift, year: year - 2 })),
    ...counts.map((equal) => ({ ...(equal[0] as (typeof equal)[0]), year: year - 1, count: equal.length })),
  ]
}

/** Returns the facts to check, in the order of the rules. Each rule finds its own facts. */
export const findFlags = (examined: FlagFacts): BillFlag[] =>
  [sameDay, emptiedAndNot, outsideCollectionDay, containerAbsent, chipElsewhere, blockedPass, farMore].flatMap((rule) =>
    rule(examined),
  )
