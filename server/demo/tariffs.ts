import { newYear } from '../src/platform/runtime/days.ts'
import type { Writer } from './rows.ts'

type SampleTariff = { waste_type: string; kind: string; volume_litres: number; cents: Record<number, number> }

const firstYear = 2017
const lastPublished = 2020

// Based on published tariffs of 2017 to 2020. No municipality has exactly these.
const samples: SampleTariff[] = [
  {
    waste_type: 'residual_waste',
    kind: 'minicontainer',
    volume_litres: 140,
    cents: { 2017: 535, 2018: 590, 2019: 645, 2020: 645 },
  },
  {
    waste_type: 'residual_waste',
    kind: 'minicontainer',
    volume_litres: 240,
    cents: { 2017: 725, 2018: 800, 2019: 875, 2020: 875 },
  },
  {
    waste_type: 'residual_waste',
    kind: 'ondergronds',
    volume_litres: 60,
    cents: { 2017: 100, 2018: 145, 2019: 160, 2020: 160 },
  },
  { waste_type: 'gft', kind: 'minicontainer', volume_litres: 140, cents: { 2017: 0, 2018: 0, 2019: 100, 2020: 150 } },
  { waste_type: 'gft', kind: 'minicontainer', volume_litres: 240, cents: { 2017: 0, 2018: 0, 2019: 150, 2020: 200 } },
  { waste_type: 'gft', kind: 'ondergronds', volume_litres: 60, cents: { 2017: 0, 2018: 0, 2019: 0, 2020: 0 } },
  { waste_type: 'paper', kind: 'minicontainer', volume_litres: 240, cents: { 2017: 0, 2018: 0, 2019: 0, 2020: 0 } },
]

/** Returns the price in cents in a year. After 2020 it rises by an invented 2.5 % a year, rounded to five cents. */
function centsIn(year: number, { cents }: SampleTariff) {
  const published = cents[Math.min(Math.max(year, firstYear), lastPublished)] ?? 0
  return 5 * Math.round((published * 1.025 ** Math.max(0, year - lastPublished)) / 5)
}

/** Returns a function that returns the price of one clearance in cents, or null without a tariff. */
export function tariffIn(year: number) {
  const cents = new Map(
    samples.map((tariff) => [`${tariff.waste_type} ${tariff.kind} ${tariff.volume_litres}`, centsIn(year, tariff)]),
  )
  return (waste_type: string, kind: string, volume_litres: number) =>
    cents.get(`${waste_type} ${kind} ${volume_litres}`) ?? null
}

/** Returns a function that adds the tariffs of a municipality, from 2017 to the last year. */
export function tariffWriter(writer: Writer) {
  const tariff = writer.table('tariff', {
    id: 'int',
    municipality_id: 'int',
    waste_type: 'text',
    kind: 'text',
    volume_litres: 'int',
    amount_cents: 'int',
    valid_from: 'day',
    valid_to: 'day',
  })
  return (municipality_id: number, lastYear: number) => {
    for (let year = firstYear; year <= lastYear; year += 1)
      for (const sample of samples) {
        const { waste_type, kind, volume_litres } = sample
        const valid = { valid_from: newYear(year), valid_to: newYear(year + 1) - 1 }
        tariff.add({
          id: tariff.nextId(),
          municipality_id,
          waste_type,
          kind,
          volume_litres,
          amount_cents: centsIn(year, sample),
          ...valid,
        })
      }
  }
}
