import type { BillDay, BillFlag } from '@rd4-loket/contract'
import { dayOf } from '../../platform/runtime/days.ts'
import type { BillFacts } from './bill-facts.queries.ts'
import { type ChargedPeriod, type PricedLift, sameKind } from './bill-lines.ts'
import { isWholeYear, periodsIn } from './households.ts'
import { isAtAddress } from './timeline.ts'
import { liftWords, spokenDay } from './wording.ts'

/** What the rules of flags examine: the visible lifts of the year, and the household whose bill it is. */
export type FlagFacts = { facts: BillFacts; household: ChargedPeriod[]; lifts: PricedLift[]; days: BillDay[] }

const containerOf = ({ containers }: BillFacts, { container_id }: PricedLift) =>
  containers.find(({ id }) => id === container_id)

/** Two lifts of one chip on one Dutch day, of a household's own container. */
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
        text: `Op ${spokenDay(day)} is chip ${chip} ${equal.length} keer geregistreerd.`,
        check: 'Ga na of de inzamelaar de container die dag echt vaker heeft geleegd.',
      }
    })
}

/** A lift of an own container more than a day from every collection day of its stream, where these are published. */
const outsideCollectionDay = ({ days }: FlagFacts): BillFlag[] =>
  days
    .filter(({ outcome }) => outcome === 'outside')
    .map(({ day, clearance_ids }) => ({
      rule: 'outside_collection_day',
      clearance_ids,
      text: `Op ${spokenDay(day)} is geleegd, maar rond die dag was er geen ophaaldag.`,
      check: 'Vraag de inzamelaar of er die dag een extra ronde of een inhaalronde was.',
    }))

/** A lift before the placement or after the removal of its container. */
const containerAbsent = ({ facts, lifts }: FlagFacts): BillFlag[] =>
  lifts.flatMap((lift) => {
    const container = containerOf(facts, lift)
    if (!container || isAtAddress(container, lift.day)) return []
    const { number, placed_on, removed_on } = container
    const when =
      lift.day < placed_on
        ? `pas op ${spokenDay(placed_on)} geplaatst`
        : `al op ${spokenDay(removed_on ?? '')} weggehaald`
    return [
      {
        rule: 'container_absent',
        clearance_ids: [lift.id],
        text: `Op ${spokenDay(lift.day)} is container ${number} geleegd. Die container is ${when}.`,
        check: 'Ga na of de dag van plaatsen of weghalen klopt, en waar de container toen stond.',
      },
    ]
  })

/** A lift of a chip that was in another container on that day: it was placed before that day and removed after it. */
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
        text: `Op ${spokenDay(lift.day)} is chip ${chip} geregistreerd. Die chip zat toen ook in een andere container.`,
        check: 'Ga na in welke container de chip die dag zat.',
      },
    ]
  })

/** An opening of a shared container on a day on which every pass of the address had been blocked on an earlier day. */
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
        text: `Op ${spokenDay(lift.day)} is een container geopend. Alle passen van dit adres waren toen geblokkeerd.`,
        check: 'Ga na met welke pas de container is geopend, en wanneer die is geblokkeerd.',
      },
    ]
  })

/** More than this many times the mean of the two years before. */
const farMoreTimes = 2
/** And at least this many lifts more than that mean. */
const farMoreLifts = 6

/**
 * More than twice the mean of the two years before, and at least six lifts more, of one stream, kind and volume. Only
 * for a household that was liable for both years and had such lifts in both.
 */
function farMore({ facts, household, lifts }: FlagFacts): BillFlag[] {
  const { year } = facts
  const ofHousehold = (lift: PricedLift) => household.some(({ from, to }) => from <= lift.day && to >= lift.day)
  const subject = household.at(-1)?.subject_id
  const wasLiable = [year - 1, year - 2].every((earlier) =>
    isWholeYear(
      earlier,
      periodsIn(earlier, facts).filter(({ subject_id }) => subject_id === subject),
    ),
  )
  if (!wasLiable) return []
  const keyOf = (lift: Pick<PricedLift, 'waste_type' | 'kind' | 'volume_litres'>) =>
    sameKind({ charge: 'clearance', ...lift })
  const kindOf = new Map(facts.containers.map(({ id, kind }) => [id, kind]))
  const yearBefore = Map.groupBy(
    facts.lifts.filter(({ cleared_at }) => dayOf(cleared_at.slice(0, 10)) < dayOf(`${year}-01-01`)),
    (lift) => keyOf({ ...lift, kind: kindOf.get(lift.container_id ?? -1) ?? null }),
  )
  const yearsBefore = new Map(facts.earlier_lifts.map((lift) => [keyOf(lift), lift.count]))
  return [...Map.groupBy(lifts.filter(ofHousehold), keyOf)].flatMap(([key, equal]) => {
    const [one, two] = [yearBefore.get(key)?.length ?? 0, yearsBefore.get(key) ?? 0]
    const mean = (one + two) / 2
    const isFarMore = equal.length > farMoreTimes * mean && equal.length - mean >= farMoreLifts
    if (one === 0 || two === 0 || !isFarMore) return []
    const { name, verb } = liftWords(equal[0] as PricedLift)
    return [
      {
        rule: 'far_more',
        clearance_ids: equal.map(({ id }) => id),
        text: `In ${year} is ${name} ${equal.length} keer ${verb}. In ${year - 2} was dat ${two} keer, in ${year - 1} ${one} keer.`,
        check: 'Vraag of er iets is veranderd in het huishouden, en bekijk de dagen van de ledigingen.',
      },
    ]
  })
}

/** Returns the facts to check, in the order of the rules. Each rule finds its own facts. */
export const findFlags = (examined: FlagFacts): BillFlag[] =>
  [sameDay, outsideCollectionDay, containerAbsent, chipElsewhere, blockedPass, farMore].flatMap((rule) =>
    rule(examined),
  )
