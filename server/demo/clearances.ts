import { categoryOf, drumLitres } from '../src/domain/clearances/clearance-rules.ts'
import { type Day, dutchMoment, isWorkingDay, weekdayOf, workingDayFrom, yearOf } from '../src/platform/runtime/days.ts'
import type { Equipment, OwnContainer, SharedContainer } from './equipment.ts'
import { makeRandom, type Random } from './random.ts'
import { firstRound, weekdayIn, weeksBetween } from './rounds.ts'
import type { Writer } from './rows.ts'
import type { Premises, Street } from './streets.ts'
import { tariffIn } from './tariffs.ts'

/** Of which streets there is a history: with all of them the first start would take minutes. */
const partWithHistory = 0.15

const hour = 3600
/** What the lorry needs from one address to the next. */
const secondsPerAddress = 23

// Which part of the times households put their container out.
const rounds = {
  residual_waste: { least: 0.25, most: 0.8 },
  gft: { least: 0.1, most: 0.55 },
  paper: { least: 0.2, most: 0.6 },
} as const
const emptiedEveryDays: Record<string, number> = {
  residual_waste: 7,
  gft: 14,
  paper: 14,
  glass: 28,
  textile: 14,
  diaper: 7,
}
const broughtToDepot = [
  'pruning_waste',
  'pruning_waste',
  'pruning_waste',
  'residual_waste',
  'residual_waste',
  'textile',
] as const

type Event = {
  at: number
  year: number
  container_id: number | null
  waste_type: string
  category: string
  volume_litres: number | null
  amount_cents: number | null
}
type Drive = { day: Day; at: number }

/** Makes the clearances from a day until and including another, street by street. */
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

  const add = (address_id: number | null, { year: _, at, ...event }: Event) =>
    clearance.add({ id: clearance.nextId(), batch_id, address_id, cleared_at: at, ...event })

  /** When a lorry drives: so often, always on the same day of the week, and on the next working day when that is a holiday. */
  function drives(first: Day, everyDays: number, random: Random): Drive[] {
    const start = random.between(7 * hour, 12 * hour)
    const found: Drive[] = []
    for (let planned = first; planned <= until; planned += everyDays) {
      const day = workingDayFrom(planned)
      const at = Math.floor(start + random.between(0, hour / 2))
      if (day >= from && day <= until) found.push({ day, at: dutchMoment(day, at) })
    }
    return found
  }

  function lifts(
    own: OwnContainer[],
    passing: Record<OwnContainer['waste_type'], Drive[]>,
    delay: number,
    keen: boolean,
    random: Random,
  ) {
    const habit = keen ? 1 : random.next()
    return own.flatMap(({ id, waste_type, volume_litres, from, until }) => {
      const { least, most } = rounds[waste_type]
      const category = categoryOf('minicontainer', waste_type)
      const offered = passing[waste_type].filter(
        ({ day }) => day >= from && day < until && random.chance(least + habit * (most - least)),
      )
      return offered.map(({ day, at }): Event => {
        const year = yearOfDay.get(day) ?? 0
        const amount_cents = tariffs.get(year)?.(waste_type, 'minicontainer', volume_litres) ?? null
        return { at: at + delay, year, container_id: id, waste_type, category, volume_litres, amount_cents }
      })
    })
  }

  function openings(wells: SharedContainer[], random: Random) {
    const residual = random.pick(wells.filter(({ waste_type }) => waste_type === 'residual_waste') as [SharedContainer])
    const gft = wells.find(({ waste_type }) => waste_type === 'gft') ?? residual
    const aDay = random.between(0.05, 0.18)
    return workingDays
      .filter(() => random.chance(aDay))
      .map((day): Event => {
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

  function visit(day: Day, random: Random): Event {
    const at = dutchMoment(day, Math.floor(random.between(9 * hour, 16.75 * hour)))
    const waste_type = random.pick(broughtToDepot)
    const nothing = { container_id: null, volume_litres: null, amount_cents: null }
    return { at, year: yearOfDay.get(day) ?? 0, waste_type, category: categoryOf(null, waste_type), ...nothing }
  }

  /** Now and then to the depot; an address of a fixed street also in a year that has nothing else yet, such as a new one. */
  function visits(events: Event[], fixed: boolean, random: Random) {
    const aDay = random.chance(0.3) ? random.between(0.002, 0.01) : 0
    const found = workingDays.filter(() => random.chance(aDay))
    for (const year of fixed ? years : []) {
      if (events.some((event) => event.year === year) || found.some((day) => yearOfDay.get(day) === year)) continue
      found.push(...workingDays.filter((day) => yearOfDay.get(day) === year).slice(-1))
    }
    return found.map((day) => visit(day, random))
  }

  /** Makes the clearances of a street's addresses, and the emptyings of its shared containers by lorry. */
  return (
    street: Street,
    premises: Premises[],
    { equipment, emptied }: { equipment: Equipment[]; emptied: SharedContainer[] },
  ) => {
    const random = makeRandom('clearances', premises[0]?.id ?? 0)
    const digits = Number(premises[0]?.address.postal_code.slice(0, 4))
    for (const { id, waste_type, volume_litres } of emptied) {
      const everyDays = emptiedEveryDays[waste_type] ?? 28
      const first = from - weekdayOf(from) + 7 * random.below(everyDays / 7) + weekdayIn(digits)
      for (const { day, at } of drives(first, everyDays, random)) {
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
    if (!street.fixed && !random.chance(partWithHistory)) return
    const passingFor = (stream: OwnContainer['waste_type']) =>
      drives(firstRound(digits, stream, from), 7 * weeksBetween[stream], random)
    const passing = {
      residual_waste: passingFor('residual_waste'),
      gft: passingFor('gft'),
      paper: passingFor('paper'),
    }
    for (const [index, { id }] of premises.entries()) {
      const { own = [], shared = [] } = equipment[index] ?? {}
      const events = lifts(own, passing, index * secondsPerAddress, street.fixed, random)
      if (shared.length > 0) events.push(...openings(shared, random))
      events.push(...visits(events, street.fixed, random))
      for (const event of events.sort((one, other) => one.at - other.at)) add(id, event)
    }
  }
}
