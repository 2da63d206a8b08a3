import type { Examples } from './example.ts'
import type * as objections from './objections.ts'

const objection: objections.Objection = {
  id: 12,
  clearance_id: 1042,
  handover_id: null,
  reason: 'duplicate',
  note: 'Twee keer op één ochtend',
  state: 'open',
  amount_cents: 990,
  filed_by: 'Sem Balie',
  is_own: false,
  filed_at: '2026-11-16T10:12:00+01:00',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
}

export const objectionExamples = {
  fileObjection: {
    request: ({ clearance_id }) => ({ params: { clearance_id }, body: { reason: 'duplicate' } }),
    reply: { ...objection, note: '', filed_by: 'Noor Balie', is_own: true },
  },
  decideObjection: {
    request: ({ objection_id }) => ({
      params: { objection_id },
      body: { state: 'upheld', reason: 'De rit is twee keer ingelezen' },
    }),
    reply: {
      ...objection,
      state: 'upheld',
      decided_by: 'Noor Balie',
      decided_at: '2026-11-18T09:30:00+01:00',
      decision_reason: 'De rit is twee keer ingelezen',
    },
  },
  undoObjectionDecision: {
    request: ({ objection_id }) => ({ params: { objection_id } }),
    reply: objection,
  },
  retractObjection: {
    request: ({ own_objection_id }) => ({ params: { objection_id: own_objection_id } }),
    reply: { ...objection, state: 'retracted', is_own: true },
  },
  listObjections: {
    reply: {
      data: [
        {
          ...objection,
          address: { alias: 'k7m2px9q4t', line: 'Akerstraat 118, 6411 CD Heerlen' },
          year: 2026,
          cleared_at: '2026-11-10T07:31:00+01:00',
          waste_type: 'residual_waste',
        },
      ],
      meta: { total: 1 },
    },
  },
} satisfies Examples<typeof objections>
