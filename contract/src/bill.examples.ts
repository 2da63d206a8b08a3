import { clearance } from './addresses.examples.ts'
import type * as bill from './bill.ts'
import type { Examples } from './example.ts'

const lifts: bill.BillLine = {
  charge: 'clearance',
  waste_type: 'residual_waste',
  kind: 'minicontainer',
  volume_litres: 240,
  valid_from: '2025-01-01',
  count: 1,
  unit_cents: 990,
  amount_cents: 990,
  weight_kg: null,
  twelfths: null,
  clearance_ids: [1042],
  difference: null,
}
const fixed: bill.BillLine = {
  ...lifts,
  charge: 'fixed',
  waste_type: null,
  kind: null,
  volume_litres: null,
  unit_cents: 16_650,
  amount_cents: 16_650,
  twelfths: 12,
  clearance_ids: [],
}
const emptied: bill.BillDay = {
  day: '2025-03-04',
  waste_type: 'residual_waste',
  outcome: 'emptied',
  moved_from: null,
  clearance_ids: [1042],
}
const full = 'In 2025 is de restafvalcontainer van 240 liter 1 keer geleegd: € 9,90.'

export const billExamples = {
  showBill: {
    request: ({ alias }) => ({ params: { alias }, query: {} }),
    reply: {
      year: 2025,
      years: [2026, 2025, 2024],
      periods: [
        {
          from: '2025-01-01',
          to: '2025-12-31',
          household_size: 2,
          is_current: true,
          lines: [lifts, fixed],
          amount_cents: 17_640,
          assessment: null,
        },
      ],
      totals: { amount_cents: 17_640, count: 1 },
      billed: { from: '2025-01-01', to: '2025-12-31', amount_cents: 17_640 },
      last_year: null,
      norm: null,
      flags: [],
      objections: [],
      clearances: [
        {
          ...clearance,
          cleared_at: '2025-03-04T07:31:00+01:00',
          kind: 'minicontainer',
          container_number: '30000269',
          chip_number: 'C5718D9B06A0E300',
          charged_cents: 990,
          is_late: false,
        },
      ],
      days: [emptied],
      hidden_periods: 0,
      unbilled_clearance_ids: [],
      spoken: { short: 'In 2025 komen wij op € 176,40.', full },
      updated_until: '2026-11-16',
      delivered: { municipality: 'Heerlen', streams: [{ waste_type: 'residual_waste', until: '2026-11-16' }] },
    },
  },
  listBillYears: {
    request: ({ alias }) => ({ params: { alias } }),
    reply: {
      years: [
        {
          year: 2025,
          from: '2025-01-01',
          to: '2025-12-31',
          is_running: false,
          amount_cents: 17_640,
          parts: { fixed: 16_650, residual_waste: 990, gft: 0, other: 0 },
          counts: { residual_waste: 1, gft: 0, other: 0 },
          similar: { households: 312, amount_cents: 19_000 },
        },
      ],
      spoken: 'In 2025: € 176,40, met 1 keer restafval.',
    },
  },
  listCollectionOutcomes: {
    request: ({ alias }) => ({ params: { alias }, query: {} }),
    reply: [emptied],
  },
  showResidentBill: {
    request: ({ pass_number }) => ({ body: { environmental_pass_number: pass_number } }),
    reply: { year: 2025, lifts: 1, spoken: full },
  },
} satisfies Examples<typeof bill>
