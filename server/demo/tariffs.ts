import type { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { type Day, dateOf, newYear } from '../src/platform/runtime/days.ts'
import { heerlen } from './fixed.ts'
import type { Writer } from './rows.ts'

/** A price in a period, both days included. */
export type DemoTariff = {
  id: number
  charge: 'clearance' | 'fixed' | 'rental' | 'delivery'
  waste_type: WasteStream | null
  kind: EquipmentKind | null
  volume_litres: number | null
  household_size: 'one' | null
  amount_cents: number
  valid_from: Day
  valid_to: Day
}
type NewTariff = Omit<DemoTariff, 'id'>
type TariffSubject = Pick<DemoTariff, 'charge' | 'waste_type' | 'kind' | 'volume_litres'>
/** The prices from a year on, in cents. A year without a price has the price of the year before. */
type SampleTariff = TariffSubject & { cents: Record<number, number> }

const firstYear = 2017

const container = (waste_type: WasteStream, volume_litres: number, kind: EquipmentKind = 'minicontainer') => ({
  waste_type,
  kind,
  volume_litres,
})
const lift = (subject: ReturnType<typeof container>, ...cents: number[]): SampleTariff => ({
  charge: 'clearance',
  ...subject,
  cents: Object.fromEntries(cents.map((amount, index) => [firstYear + index, amount])),
})
const residual140 = container('residual_waste', 140)
const residual240 = container('residual_waste', 240)
const gft140 = container('gft', 140)
const gft240 = container('gft', 240)
const paper240 = container('paper', 240)

// Based on published tariffs of 2017 to 2020. No municipality has exactly these prices.
const samples: SampleTariff[] = [
  lift(residual140, 535, 590, 645, 645),
  lift(residual240, 725, 800, 875, 875),
  lift(container('residual_waste', 60, 'ondergronds'), 100, 145, 160, 160),
  lift(gft140, 0, 0, 100, 150),
  lift(gft240, 0, 0, 150, 200),
  lift(container('gft', 60, 'ondergronds'), 0, 0, 0, 0),
  lift(paper240, 0, 0, 0, 0),
  ...[residual140, residual240, gft140, gft240, paper240].flatMap((subject): SampleTariff[] => [
    { charge: 'rental', ...subject, cents: { [firstYear]: subject.volume_litres === 140 ? 2460 : 3660 } },
    { charge: 'delivery', ...subject, cents: { [firstYear]: 2500 } },
  ]),
]
const fixedPart: SampleTariff = {
  charge: 'fixed',
  waste_type: null,
  kind: null,
  volume_litres: null,
  cents: { 2017: 11_000, 2018: 13_020, 2019: 12_840, 2020: 16_650, 2025: 16_650 },
}

/**
 * Returns the price in cents in a year. After the last sample it rises by an invented 2.5 % a year, rounded to five
 * cents.
 */
function centsIn(year: number, { cents }: SampleTariff) {
  const years = Object.keys(cents).map(Number)
  const published = cents[Math.max(firstYear, ...years.filter((it) => it <= year))] ?? 0
  return 5 * Math.round((published * 1.025 ** Math.max(0, year - Math.max(...years))) / 5)
}

/** In these municipalities a single person pays 80 % of the fixed part. */
const dependsOnHousehold = (municipality_id: number) => municipality_id % 2 === 0

/** Since 1 July of the last billed year, a lift of 240 litres of residual waste costs more in Heerlen. */
const rise = { cents: 50, month: 7 }

function tariffsIn(year: number, municipality_id: number, billedYear: number): NewTariff[] {
  const wholeYear = { valid_from: newYear(year), valid_to: newYear(year + 1) - 1 }
  const priced = samples.flatMap((sample): NewTariff[] => {
    const { cents: _, ...subject } = sample
    const tariff = { ...subject, household_size: null, amount_cents: centsIn(year, sample), ...wholeYear }
    const isRising = municipality_id === heerlen && sample.charge === 'clearance' && sample.volume_litres === 240
    if (!isRising || sample.waste_type !== 'residual_waste' || year < billedYear) return [tariff]
    const risen = { ...tariff, amount_cents: tariff.amount_cents + rise.cents }
    if (year > billedYear) return [risen]
    const changed = dateOf(year, rise.month, 1)
    return [
      { ...tariff, valid_to: changed - 1 },
      { ...risen, valid_from: changed },
    ]
  })
  const { cents: _, ...subject } = fixedPart
  const whole = centsIn(year, fixedPart)
  const fixed = { ...subject, household_size: null, amount_cents: whole, ...wholeYear }
  const onePerson = { ...fixed, household_size: 'one' as const, amount_cents: 5 * Math.round((0.8 * whole) / 5) }
  return dependsOnHousehold(municipality_id) ? [...priced, fixed, onePerson] : [...priced, fixed]
}

/** Returns a function that adds the tariffs of a municipality, from 2017 to the last year, and returns them. */
export function tariffWriter(writer: Writer, { lastYear, billedYear }: { lastYear: number; billedYear: number }) {
  const table = writer.table('tariff', {
    id: 'int',
    municipality_id: 'int',
    charge: 'text',
    waste_type: 'text',
    kind: 'text',
    volume_litres: 'int',
    household_size: 'text',
    amount_cents: 'int',
    valid_from: 'day',
    valid_to: 'day',
  })
  return (municipality_id: number) => {
    const tariffs = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index).flatMap((year) =>
      tariffsIn(year, municipality_id, billedYear),
    )
    return tariffs.map((tariff): DemoTariff => {
      const id = table.nextId()
      table.add({ id, municipality_id, ...tariff })
      return { id, ...tariff }
    })
  }
}

/** Returns a function that returns the price of a clearance on a day in cents, or null without a tariff. */
export function clearancePrices(tariffs: DemoTariff[]) {
  const keyOf = (waste_type: string | null, kind: string | null, volume_litres: number | null) =>
    `${waste_type} ${kind} ${volume_litres}`
  const bySubject = Map.groupBy(
    tariffs.filter(({ charge }) => charge === 'clearance').toReversed(),
    ({ waste_type, kind, volume_litres }) => keyOf(waste_type, kind, volume_litres),
  )
  return (day: Day, waste_type: string, kind: string, volume_litres: number) =>
    bySubject
      .get(keyOf(waste_type, kind, volume_litres))
      ?.find(({ valid_from, valid_to }) => valid_from <= day && day <= valid_to)?.amount_cents ?? null
}
