import type * as corrections from './corrections.ts'
import { correctionLetter } from './corrections.ts'
import type { Examples } from './example.ts'

const reason = 'De rit van 12 mei 2025 is dubbel ingelezen.'
const counted = { lifts: 1, households: 1, cents: 645 }

const totals: corrections.CorrectionTotals = {
  ...counted,
  credit_cents: 645,
  counts: {
    municipalities: [{ id: 917, name: 'Heerlen', ...counted }],
    given_back: 2,
    unbilled: 1,
    open: 0,
    assessed: 1,
  },
}

const correction: corrections.Correction = {
  id: 3,
  state: 'ready',
  reason,
  selected: 'Bestand ledigingen-2025-05.csv',
  selected_lifts: 1,
  ...totals,
  proposed: { by: 'Sem Balie', at: '2026-11-16T10:12:00+01:00', is_own: false },
  approved: null,
  dropped: null,
  drop_reason: null,
  undo: null,
  undo_reason: null,
  undo_approved: null,
  seconds_ago: null,
  file_fetched_at: null,
  kept_lifts: 0,
}

const mine = { by: 'Noor Balie', at: '2026-11-18T09:30:00+01:00', is_own: true }
const applied: corrections.Correction = { ...correction, id: 4, state: 'applied', approved: mine, seconds_ago: 20 }

const samples: corrections.CorrectionSample[] = [
  {
    clearance_id: 1042,
    address: { alias: 'k7m2px9q4t', line: 'Akerstraat 118, 6411 CD Heerlen' },
    cleared_at: '2025-05-12T07:31:00+02:00',
    waste_type: 'residual_waste',
    volume_litres: 140,
    container_number: '30000118',
    cents: 645,
    credit_cents: 645,
  },
]

export const correctionExamples = {
  previewCorrection: {
    request: ({ batch_id }) => ({ body: { selection: { batch_id: Number(batch_id) } } }),
    reply: { ...totals, samples },
  },
  proposeCorrection: {
    request: ({ batch_id }) => ({ body: { selection: { batch_id: Number(batch_id) }, reason } }),
    reply: {
      ...correction,
      state: 'preparing',
      proposed: mine,
      ...{ lifts: 0, households: 0, cents: 0, credit_cents: null },
    },
  },
  listCorrections: {
    reply: {
      data: [correction],
      meta: {
        files: [{ id: 31, name: 'ledigingen-2025-05.csv', loaded_at: '2025-06-02T04:00:00+02:00' }],
        areas: [{ id: 3, municipality_id: 917, name: 'Heerlen Zuid' }],
      },
    },
  },
  showCorrection: {
    request: ({ correction_id }) => ({ params: { correction_id } }),
    reply: { ...correction, samples },
  },
  approveCorrection: {
    request: ({ correction_id }) => ({ params: { correction_id }, body: { lifts: 1, cents: 645 } }),
    reply: { ...applied, id: 3 },
  },
  dropCorrection: {
    request: ({ correction_id }) => ({ params: { correction_id }, body: { reason: 'De rit was echt dubbel' } }),
    reply: { ...correction, state: 'dropped', dropped: mine, drop_reason: 'De rit was echt dubbel' },
  },
  undoCorrection: {
    request: ({ applied_correction_id }) => ({
      params: { correction_id: applied_correction_id },
      body: { reason: 'De verkeerde rit' },
    }),
    reply: { ...applied, state: 'undone', undo: mine, undo_reason: 'De verkeerde rit' },
  },
  approveCorrectionUndo: {
    request: ({ disputed_correction_id }) => ({ params: { correction_id: disputed_correction_id } }),
    reply: {
      ...{ ...applied, id: 5, state: 'undone' as const, undo: correction.proposed },
      ...{ undo_reason: 'De rit was niet dubbel', undo_approved: mine },
    },
  },
  fetchCorrectionFile: {
    request: ({ applied_correction_id }) => ({ params: { correction_id: applied_correction_id } }),
    reply: 'OBJECT_ID;AANSLAGNUMMER;JAAR;DAGTEKENING;LEDIGINGEN;BEDRAG_CENTEN;CORRECTIE\n',
  },
  showCorrectionLetter: {
    request: ({ correction_id }) => ({ params: { correction_id } }),
    reply: { text: correctionLetter({ reden: reason }) },
  },
} satisfies Examples<typeof corrections>
