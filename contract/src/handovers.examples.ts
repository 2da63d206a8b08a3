import { heerlen } from './addresses.examples.ts'
import type { Examples } from './example.ts'
import type * as handovers from './handovers.ts'

const handover: handovers.Handover = {
  id: 5,
  year: 2025,
  note: 'Was drie weken op vakantie',
  handed_over_by: 'Noor Balie',
  is_own: false,
  handed_over_at: '2026-11-16T10:12:00+01:00',
  received_on: '2026-11-16',
  received_by: 'town_hall',
  posted_on: null,
  assessed_on: '2026-10-31',
  missing: ['signature'],
  terms: {
    object_until: '2026-12-14',
    days_left: 28,
    in_time: 'yes',
    decide_by: '2026-12-31',
    days_to_decide: 45,
  },
  outcome: null,
  decided_on: null,
  answer: null,
  closed_by: null,
  closed_at: null,
}

const assessed = { year: 2025, assessed_on: '2026-10-31', object_until: '2026-12-14', days_left: 28 }

const ofProvider: handovers.ProviderHandover = {
  ...handover,
  published_on: null,
  extended_on: null,
  notice_of_default_on: null,
  penalty: { penalty_from: null, penalty_days: 0, penalty_cents: 0 },
  open_lifts: 0,
}

export const handoverExamples = {
  listPassHandovers: {
    request: ({ pass_number }) => ({ body: { environmental_pass_number: pass_number } }),
    reply: {
      data: [handover],
      meta: {
        resident_id: 61,
        assessed_year: 2025,
        assessments: [assessed],
      },
    },
  },
  handOverObjection: {
    request: ({ pass_number, today }) => ({
      body: {
        environmental_pass_number: pass_number,
        year: Number(today.slice(0, 4)),
        note: 'Was drie weken op vakantie',
      },
    }),
    reply: { ...handover, year: 2026 },
  },
  makeObjectionReceipt: {
    request: ({ handover_id }) => ({ params: { handover_id } }),
    reply: '%PDF-1.7\n% een bevestiging van ontvangst\n%%EOF\n',
  },
  makeObjectionForm: {
    request: ({ pass_number, today }) => ({
      body: { environmental_pass_number: pass_number, year: Number(today.slice(0, 4)) },
    }),
    reply: '%PDF-1.7\n% een bezwaar om te tekenen\n%%EOF\n',
  },
  retractHandover: {
    request: ({ own_handover_id }) => ({ params: { handover_id: own_handover_id } }),
    reply: {
      ...handover,
      is_own: true,
      outcome: 'withdrawn',
      closed_by: 'Noor Balie',
      closed_at: '2026-11-16T10:20:00+01:00',
    },
  },
  listHandovers: {
    request: () => ({ query: {} }),
    reply: {
      data: [
        {
          ...ofProvider,
          address: { alias: 'k7m2px9q4t', line: 'Akerstraat 118, 6411 CD Heerlen' },
          municipality: heerlen,
        },
      ],
      meta: { next: null, total: 1, counts: { late: 0, penalty: 0, unknown: 0 } },
    },
  },
  listAddressHandovers: {
    request: ({ alias }) => ({ params: { alias } }),
    reply: {
      data: [{ ...ofProvider, lifts: [], first_day: '2020-01-01', last_day: null }],
      meta: { assessments: [assessed] },
    },
  },
  recordHandover: {
    request: ({ alias, today }) => ({ params: { alias }, body: { year: Number(today.slice(0, 4)) - 3 } }),
    reply: { ...ofProvider, year: 2023, received_by: 'tax_office', is_own: true },
  },
  dateHandover: {
    request: ({ handover_id }) => ({
      params: { handover_id },
      body: { assessed_on: '2026-10-31', published_on: null, extended_on: null, notice_of_default_on: null },
    }),
    reply: ofProvider,
  },
  closeHandover: {
    request: ({ handover_id }) => ({
      params: { handover_id },
      body: { outcome: 'rejected', answer: 'De container is in die weken geleegd' },
    }),
    reply: {
      ...ofProvider,
      outcome: 'rejected',
      decided_on: '2026-11-18',
      answer: 'De container is in die weken geleegd',
      closed_by: 'Kim de Vries',
      closed_at: '2026-11-18T09:30:00+01:00',
    },
  },
  undoHandover: { request: ({ own_handover_id }) => ({ params: { handover_id: own_handover_id } }), reply: null },
} satisfies Examples<typeof handovers>
