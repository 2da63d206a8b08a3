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
  outcome: null,
  answer: null,
  closed_by: null,
  closed_at: null,
}

export const handoverExamples = {
  listPassHandovers: {
    request: ({ pass_number }) => ({ body: { environmental_pass_number: pass_number } }),
    reply: { data: [handover], meta: { resident_id: 61, assessed_year: 2025 } },
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
    reply: {
      data: [
        {
          ...handover,
          address: { alias: 'k7m2px9q4t', line: 'Akerstraat 118, 6411 CD Heerlen' },
          municipality: heerlen,
        },
      ],
      meta: { total: 1 },
    },
  },
  listAddressHandovers: { request: ({ alias }) => ({ params: { alias } }), reply: [handover] },
  closeHandover: {
    request: ({ handover_id }) => ({
      params: { handover_id },
      body: { outcome: 'rejected', answer: 'De container is in die weken geleegd' },
    }),
    reply: {
      ...handover,
      outcome: 'rejected',
      answer: 'De container is in die weken geleegd',
      closed_by: 'Kim de Vries',
      closed_at: '2026-11-18T09:30:00+01:00',
    },
  },
  undoHandoverOutcome: { request: ({ handover_id }) => ({ params: { handover_id } }), reply: handover },
} satisfies Examples<typeof handovers>
