import type { ClearanceCategory, WasteStream } from '@rd4-loket/contract'
import { categoryOf, drumLitres } from '../src/domain/clearances/clearance-rules.ts'
import { isWorkingDay, workingDayFrom } from '../src/domain/collection-days/holidays.ts'
import { type Day, dutchMoment, weekdayOf, yearOf } from '../src/platform/runtime/days.ts'
import { deliveryWriter } from './deliveries.ts'
import type { DemoEquipment, OwnContainer, SharedContainer } from './equipment.ts'
import type { DemoHistory } from './history.ts'
import type { InsertedHousehold } from './households.ts'
import { makeRandom, type Random } from './random.ts'
import type { DemoStreet, InsertedAddress } from './region/streets.ts'
import { roundDays, roundExceptions, weekdayIn } from './rounds.ts'
import type { Writer } from './rows.ts'
import type { AddressStory, StoryOf } from './stories.ts'
import { clearancePrices, type DemoTariff } from './tariffs.ts'

/** The share of streets with clearances. With clearances in all streets, the first start would take minutes. */
const partWithClearances = 0.15

const hour = 3600
const secondsPerAddress = 23

// The share of the rounds in which a household puts its container at the street.
const offers = {
  residual_waste: { min: 0.25, max: 0.8 },
  gft: { min: 0.1, max: 0.55 },
  paper: { min: 0.2, max: 0.6 },
} as const
const daysBetweenEmptyings: Record<string, number> = {
  residual_waste: 7,
  gft: 14,
  paper: 14,
  glass: 28,
  textile: 14,
  diaper: 7,
}
const depotWasteTypes = [
  'pruning_waste',
  'pruning_waste',
  'pruning_waste',
  'residual_waste',
  'residual_waste',
  'textile',
] as const

type DemoClearance = {
  day: Day
  at: number
  container_id: number | null
  waste_type: WasteStream
  category: ClearanceCategory
  volume_litres: number | null
  amount_cents: number | null
}
/** A clearance with its id. A late clearance is delivered after the assessments. */
export type InsertedClearance = DemoClearance & { id: number; isLate: boolean }
/** A round of a lorry: its day, and the moment at which the lorry is at the first address. */
type LorryRound = { day: Day; at: number }
type OwnRounds = Record<OwnContainer['waste_type'], LorryRound[]>

/** The facts that determine the clearances of an address. */
export type ClearanceFacts = {
  equipment: DemoEquipment
  households: InsertedHousehold[]
  /** From this day the address has only blocked passes. */
  blocked_on: Day | undefined
}

/** Returns a function that adds the clearances of a street, and returns the clearances of each address. */
export function clearanceWriter(writer: Writer, history: DemoHistory, storyOf: StoryOf) {
  const { from, until } = history
  const clearance = writer.table('clearance', {
    id: 'int',
    batch_id: 'int',
    source_line: 'int',
    address_id: 'int',
    container_id: 'int',
    cleared_at: 'moment',
    waste_type: 'text',
    category: 'text',
    volume_litres: 'int',
    amount_cents: 'int',
  })
  const { lineOf, lateLine } = deliveryWriter(writer, history)
  const days = Array.from({ length: until - from + 1 }, (_, index) => from + index)
  const yearOfDay = new Map(days.map((day) => [day, yearOf(day)]))
  const years = [...new Set(yearOfDay.values())]
  const workingDays = days.filter(isWorkingDay)
  const workingDaysOf = Map.groupBy(workingDays, (day) => yearOfDay.get(day) ?? 0)

  function add(address_id: number | null, event: DemoClearance, isLate = false): InsertedClearance {
    const { day, at, ...reported } = event
    const id = clearance.nextId()
    clearance.add({ id, ...(isLate ? lateLine() : lineOf(day)), address_id, cleared_at: at, ...reported })
    return { id, isLate, ...event }
  }

  /** Returns the moments at which a lorry begins its rounds. */
  function momentsOf(roundDays: Day[], random: Random): LorryRound[] {
    const start = random.between(7 * hour, 12 * hour)
    return roundDays.map((day) => ({ day, at: dutchMoment(day, Math.floor(start + random.between(0, hour / 2))) }))
  }

  function emptyings({ id, waste_type, volume_litres }: SharedContainer, digits: number, random: Random) {
    const everyDays = daysBetweenEmptyings[waste_type] ?? 28
    const first = from - weekdayOf(from) + 7 * random.below(everyDays / 7) + weekdayIn(digits)
    const planned = Array.from(
      { length: Math.ceil((until - first) / everyDays) },
      (_, index) => first + index * everyDays,
    )
    const emptied = planned.map(workingDayFrom).filter((day) => day >= from && day <= until)
    const category = categoryOf('ondergronds', waste_type)
    const event = { container_id: id, waste_type, category, volume_litres, amount_cents: null }
    return momentsOf(emptied, random).map(({ day, at }): DemoClearance => ({ day, at, ...event }))
  }

  /** Returns random items of each year. The share is about equal in all years, because a household has habits. */
  function sample<Item extends { day: Day }>(items: Item[], shareOf: (year: number) => number, random: Random): Item[] {
    const ofYears = Map.groupBy(items, ({ day }) => yearOfDay.get(day) ?? 0)
    return [...ofYears].flatMap(([year, ofYear]) => {
      let wanted = Math.floor(ofYear.length * shareOf(year) + random.next())
      return ofYear.filter((_, index) => {
        const isChosen = random.chance(wanted / (ofYear.length - index))
        if (isChosen) wanted -= 1
        return isChosen
      })
    })
  }

  type LiftFacts = ClearanceFacts & {
    rounds: OwnRounds
    delay: number
    isFixed: boolean
    story: AddressStory
    priceOn: ReturnType<typeof clearancePrices>
  }

  /** Returns the rounds at which a household offers the container of a stream. */
  function offered(stream: OwnContainer['waste_type'], household: InsertedHousehold, facts: LiftFacts, random: Random) {
    const { min, max } = offers[stream]
    // The fixed streets have clearances in every year.
    const habit = facts.isFixed ? random.between(0.5, 1) : random.next()
    const { emptied = [], notEmptied = [] } = stream === 'residual_waste' ? facts.story : {}
    const shareOf = (stream === 'gft' && facts.story.shareOfGft) || (() => min + habit * (max - min))
    const rounds = facts.rounds[stream].filter(({ day }) => day >= household.from && day <= household.until)
    const chosen = new Set(sample(rounds, shareOf, random))
    return rounds.filter(
      (round) => (chosen.has(round) || emptied.includes(round.day)) && !notEmptied.includes(round.day),
    )
  }

  function lifts(facts: LiftFacts, random: Random): DemoClearance[] {
    const { equipment, households, rounds, delay, story, priceOn } = facts
    const streams = [...new Set(equipment.own.map(({ waste_type }) => waste_type))]
    return streams.flatMap((stream) => {
      const category = categoryOf('minicontainer', stream)
      const containers = equipment.own.filter(({ waste_type }) => waste_type === stream)
      const lift = ({ day, at }: LorryRound, container: OwnContainer): DemoClearance => {
        const { id: container_id, volume_litres } = container
        const amount_cents = priceOn(day, stream, 'minicontainer', volume_litres)
        return { day, at: at + delay, container_id, waste_type: stream, category, volume_litres, amount_cents }
      }
      const found = households
        .flatMap((household) => offered(stream, household, facts, random))
        .flatMap((round) => {
          const replaced = stream === 'residual_waste' && round.day === story.liftOfReplaced ? containers[0] : undefined
          // No container is emptied on the day of its replacement: two containers can have the chip on that day.
          const container = replaced ?? containers.find((it) => round.day > it.from && round.day < it.until)
          return container ? [lift(round, container)] : []
        })
      const extra = stream === 'residual_waste' ? (story.extraLifts ?? []) : []
      return found.concat(
        extra.flatMap(({ day, later }) => {
          const container = containers.at(-1)
          const at = rounds[stream].find((round) => round.day === day)?.at ?? dutchMoment(day, 9 * hour)
          return container ? [lift({ day, at: at + later }, container)] : []
        }),
      )
    })
  }

  function openings(
    { equipment, households, blocked_on = Number.POSITIVE_INFINITY, story, priceOn }: LiftFacts,
    random: Random,
  ) {
    const { shared } = equipment
    const residual = random.pick(
      shared.filter(({ waste_type }) => waste_type === 'residual_waste') as [SharedContainer],
    )
    const gft = shared.find(({ waste_type }) => waste_type === 'gft') ?? residual
    const isBlocked = (day: Day) => {
      const blocked = story.blockedPass
      return day >= blocked_on || (blocked !== undefined && day >= blocked.on && day <= blocked.replaced_on)
    }
    return households.flatMap((household) => {
      const share = random.between(0.05, 0.18)
      const possible = workingDays
        .filter((day) => day >= household.from && day <= household.until && !isBlocked(day))
        .map((day) => ({ day }))
      const opened = sample(possible, () => share, random).map(({ day }) => day)
      const whileBlocked = story.blockedPass ? [story.blockedPass.opened] : []
      return [...opened, ...whileBlocked].map((day, index): DemoClearance => {
        const { id, waste_type } = index % 3 === 2 ? gft : residual
        return {
          day,
          at: dutchMoment(day, Math.floor(random.between(7.5 * hour, 21.5 * hour))),
          container_id: id,
          waste_type,
          category: categoryOf('ondergronds', waste_type),
          volume_litres: drumLitres,
          amount_cents: priceOn(day, waste_type, 'ondergronds', drumLitres),
        }
      })
    })
  }

  function visit(day: Day, random: Random): DemoClearance {
    const at = dutchMoment(day, Math.floor(random.between(9 * hour, 16.75 * hour)))
    const waste_type = random.pick(depotWasteTypes)
    const nothing = { container_id: null, volume_litres: null, amount_cents: null }
    return { day, at, waste_type, category: categoryOf(null, waste_type), ...nothing }
  }

  /** Returns visits to the depot. A fixed address always has a visit in a year without other clearances. */
  function visits(events: DemoClearance[], { isFixed, households }: LiftFacts, random: Random) {
    const isInhabited = (day: Day) => households.some((household) => day >= household.from && day <= household.until)
    const chancePerDay = random.chance(0.3) ? random.between(0.002, 0.01) : 0
    const found = workingDays.filter((day) => random.chance(chancePerDay) && isInhabited(day))
    for (const year of isFixed ? years : []) {
      if ([...events, ...found.map((day) => ({ day }))].some(({ day }) => yearOfDay.get(day) === year)) continue
      found.push(...(workingDaysOf.get(year) ?? []).filter(isInhabited).slice(-1))
    }
    return found.map((day) => visit(day, random))
  }

  return (
    street: DemoStreet,
    addresses: InsertedAddress[],
    facts: { emptied: SharedContainer[]; tariffs: DemoTariff[]; factsOf: (index: number) => ClearanceFacts },
  ): InsertedClearance[][] => {
    const random = makeRandom('clearances', addresses[0]?.id ?? 0)
    const digits = Number(addresses[0]?.address.postal_code.slice(0, 4))
    for (const container of facts.emptied) for (const event of emptyings(container, digits, random)) add(null, event)
    if (!street.isFixed && !random.chance(partWithClearances)) return []
    const exceptions = roundExceptions(digits, from, yearOf(until + 1))
    const roundsOf = (stream: OwnContainer['waste_type']) =>
      momentsOf(roundDays(digits, stream, history, exceptions), random)
    const rounds = { residual_waste: roundsOf('residual_waste'), gft: roundsOf('gft'), paper: roundsOf('paper') }
    const priceOn = clearancePrices(facts.tariffs)
    return addresses.map((at, index) => {
      const story = storyOf(street, at)
      const { isFixed } = street
      const of = { ...facts.factsOf(index), rounds, delay: index * secondsPerAddress, isFixed, story, priceOn }
      const events = of.equipment.own.length > 0 ? lifts(of, random) : openings(of, random)
      events.push(...visits(events, of, random))
      events.sort((one, other) => one.at - other.at)
      return events.map((event) => add(at.id, event, event.day === story.lateLift && event.category === 'rest'))
    })
  }
}
