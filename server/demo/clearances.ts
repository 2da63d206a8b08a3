import { categoryOf, drumLitres } from '../src/domain/clearances/clearance-rules.ts'
import { isWorkingDay, workingDayFrom } from '../src/domain/collection-days/holidays.ts'
import { type Day, dutchMoment, weekdayOf, yearOf } from '../src/platform/runtime/days.ts'
import type { DemoEquipment, OwnContainer, SharedContainer } from './equipment.ts'
import { makeRandom, type Random } from './random.ts'
import { firstRound, weekdayIn, weeksBetween } from './rounds.ts'
import type { Writer } from './rows.ts'
import type { DemoStreet, InsertedAddress } from './streets.ts'
import { tariffIn } from './tariffs.ts'

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
  at: number
  year: number
  container_id: number | null
  waste_type: string
  category: string
  volume_litres: number | null
  amount_cents: number | null
}
/** A round of a lorry: its day, and the moment at which the lorry is at the first address. */
type LorryRound = { day: Day; at: number }

/** Returns a function that adds the clearances of a street, from the first day to the last, both included. */
export function clearanceWriter(writer: Writer, batch_id: number, { from, until }: { from: Day; until: Day }) {
  const clearance = writer.table('clearance', {
    id: 'int',
    batch_id: 'int',
    address_id: 'int',
    container_id: 'int',
    cleared_at: 'moment',
    waste_type: 'text',
    category: 'text',
    volume_litres: 'int',
    amount_cents: 'int',
  })
  const days = Array.from({ length: until - from + 1 }, (_, index) => from + index)
  const yearOfDay = new Map(days.map((day) => [day, yearOf(day)]))
  const years = [...new Set(yearOfDay.values())]
  const tariffs = new Map(years.map((year) => [year, tariffIn(year)]))
  const workingDays = days.filter(isWorkingDay)

  const add = (address_id: number | null, { year: _, at, ...event }: DemoClearance) =>
    clearance.add({ id: clearance.nextId(), batch_id, address_id, cleared_at: at, ...event })

  /** Returns the rounds of a lorry at a fixed interval in days. A round on a holiday moves to the next working day. */
  function roundsFrom(first: Day, everyDays: number, random: Random): LorryRound[] {
    const start = random.between(7 * hour, 12 * hour)
    const found: LorryRound[] = []
    for (let planned = first; planned <= until; planned += everyDays) {
      const day = workingDayFrom(planned)
      const at = Math.floor(start + random.between(0, hour / 2))
      if (day >= from && day <= until) found.push({ day, at: dutchMoment(day, at) })
    }
    return found
  }

  function lifts(
    own: OwnContainer[],
    rounds: Record<OwnContainer['waste_type'], LorryRound[]>,
    delay: number,
    isFixed: boolean,
    random: Random,
  ) {
    const habit = isFixed ? 1 : random.next()
    return own.flatMap(({ id, waste_type, volume_litres, from, until }) => {
      const { min, max } = offers[waste_type]
      const category = categoryOf('minicontainer', waste_type)
      const offered = rounds[waste_type].filter(
        ({ day }) => day >= from && day < until && random.chance(min + habit * (max - min)),
      )
      return offered.map(({ day, at }): DemoClearance => {
        const year = yearOfDay.get(day) ?? 0
        const amount_cents = tariffs.get(year)?.(waste_type, 'minicontainer', volume_litres) ?? null
        return { at: at + delay, year, container_id: id, waste_type, category, volume_litres, amount_cents }
      })
    })
  }

  function openings(containers: SharedContainer[], random: Random) {
    const residual = random.pick(
      containers.filter(({ waste_type }) => waste_type === 'residual_waste') as [SharedContainer],
    )
    const gft = containers.find(({ waste_type }) => waste_type === 'gft') ?? residual
    const chancePerDay = random.between(0.05, 0.18)
    return workingDays
      .filter(() => random.chance(chancePerDay))
      .map((day): DemoClearance => {
        const { id, waste_type } = random.chance(0.3) ? gft : residual
        const year = yearOfDay.get(day) ?? 0
        const at = dutchMoment(day, Math.floor(random.between(7.5 * hour, 21.5 * hour)))
        const amount_cents = tariffs.get(year)?.(waste_type, 'ondergronds', drumLitres) ?? null
        return {
          at,
          year,
          container_id: id,
          waste_type,
          category: categoryOf('ondergronds', waste_type),
          volume_litres: drumLitres,
          amount_cents,
        }
      })
  }

  function visit(day: Day, random: Random): DemoClearance {
    const at = dutchMoment(day, Math.floor(random.between(9 * hour, 16.75 * hour)))
    const waste_type = random.pick(depotWasteTypes)
    const nothing = { container_id: null, volume_litres: null, amount_cents: null }
    return { at, year: yearOfDay.get(day) ?? 0, waste_type, category: categoryOf(null, waste_type), ...nothing }
  }

  /** Returns visits to the depot. A fixed address always has a visit in a year without other clearances. */
  function visits(events: DemoClearance[], isFixed: boolean, random: Random) {
    const chancePerDay = random.chance(0.3) ? random.between(0.002, 0.01) : 0
    const found = workingDays.filter(() => random.chance(chancePerDay))
    for (const year of isFixed ? years : []) {
      if (events.some((event) => event.year === year) || found.some((day) => yearOfDay.get(day) === year)) continue
      found.push(...workingDays.filter((day) => yearOfDay.get(day) === year).slice(-1))
    }
    return found.map((day) => visit(day, random))
  }

  return (
    street: DemoStreet,
    addresses: InsertedAddress[],
    { equipment, emptied }: { equipment: DemoEquipment[]; emptied: SharedContainer[] },
  ) => {
    const random = makeRandom('clearances', addresses[0]?.id ?? 0)
    const digits = Number(addresses[0]?.address.postal_code.slice(0, 4))
    for (const { id, waste_type, volume_litres } of emptied) {
      const everyDays = daysBetweenEmptyings[waste_type] ?? 28
      const first = from - weekdayOf(from) + 7 * random.below(everyDays / 7) + weekdayIn(digits)
      for (const { day, at } of roundsFrom(first, everyDays, random)) {
        const event = {
          container_id: id,
          waste_type,
          category: categoryOf('ondergronds', waste_type),
          volume_litres,
          amount_cents: null,
        }
        add(null, { at, year: yearOfDay.get(day) ?? 0, ...event })
      }
    }
    if (!street.isFixed && !random.chance(partWithClearances)) return
    const roundsFor = (stream: OwnContainer['waste_type']) =>
      roundsFrom(firstRound(digits, stream, from), 7 * weeksBetween[stream], random)
    const rounds = {
      residual_waste: roundsFor('residual_waste'),
      gft: roundsFor('gft'),
      paper: roundsFor('paper'),
    }
    for (const [index, { id }] of addresses.entries()) {
      const { own = [], shared = [] } = equipment[index] ?? {}
      const events = lifts(own, rounds, index * secondsPerAddress, street.isFixed, random)
      if (shared.length > 0) events.push(...openings(shared, random))
      events.push(...visits(events, street.isFixed, random))
      for (const event of events.sort((one, other) => one.at - other.at)) add(id, event)
    }
  }
}
