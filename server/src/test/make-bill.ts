import { WasteStream } from '@rd4-loket/contract'
import type { BilledContainer, BillFacts, BillTariff, Lift } from '../domain/bill/bill-facts.queries.ts'
import { dayOf, dutchMoment } from '../platform/runtime/days.ts'

/** A container for residual waste of 240 litres at the address, with a chip. */
export const ownContainer: BilledContainer = {
  id: 1,
  number: 'C1',
  is_own: true,
  waste_type: 'residual_waste',
  kind: 'minicontainer',
  volume_litres: 240,
  chip_number: 'A1B2',
  placed_on: '2020-01-01',
  removed_on: null,
}

/** A drum that the address shares. */
export const drum: BilledContainer = {
  ...ownContainer,
  id: 2,
  number: 'D1',
  is_own: false,
  kind: 'ondergronds',
  volume_litres: 5000,
  chip_number: null,
}

/** A lift of `ownContainer` at noon in Dutch time. The supplier states an amount of 9.90 euros. */
export const liftOn = (day: string, lift: Partial<Lift> = {}): Lift => ({
  id: dayOf(day),
  cleared_at: `${day}T12:00:00${dutchMoment(dayOf(day), 43_200) % 86_400 === 36_000 ? '+02:00' : '+01:00'}`,
  waste_type: 'residual_waste',
  category: 'rest',
  container_id: 1,
  volume_litres: 240,
  weight_kg: null,
  amount_cents: 990,
  loaded_on: day,
  ...lift,
})

/** Lifts on these days of 2025, the newest first: '03-04' is 4 March. */
export const liftsOn = (days: string[], lift: Partial<Lift> = {}) =>
  days
    .map((day) => liftOn(`2025-${day}`, lift))
    .sort((one, other) => Date.parse(other.cleared_at) - Date.parse(one.cleared_at))

/** A price in 2024, 2025 and 2026. */
export const tariff = (price: Partial<BillTariff> & Pick<BillTariff, 'charge' | 'amount_cents'>): BillTariff => ({
  id: 1,
  waste_type: null,
  kind: null,
  volume_litres: null,
  household_size: null,
  valid_from: '2024-01-01',
  valid_to: '2026-12-31',
  ...price,
})

/** The facts of 2025, as of March 2026, of one household of three persons with `ownContainer`. */
export const billFacts = (facts: Partial<BillFacts> = {}): BillFacts => ({
  address_id: 1,
  address: {
    alias: 'a',
    object_code: null,
    street: 'Akerstraat',
    house_number: 1,
    house_number_extension: null,
    postal_code: '6411CD',
    city: 'Heerlen',
    municipality: { id: 917, name: 'Heerlen' },
    location: null,
  },
  year: 2025,
  years: [2025],
  today: '2026-03-04',
  rule: { proration: 'twelfths', standard_containers: 1 },
  occupancies: [{ id: 1, subject_id: 'S1', first_day: '2020-01-01', last_day: null, household_size: 3 }],
  lifts: [],
  non_clearances: [],
  earlier_lifts: [],
  has_year_before: false,
  containers: [ownContainer],
  chips: [],
  tariffs: [],
  assessments: [],
  objections: [],
  norms: [],
  passes: [],
  plan: null,
  delivered: WasteStream.options.map((waste_type) => ({ waste_type, until: '2026-03-01' })),
  updated_until: '2026-03-01',
  ...facts,
})
