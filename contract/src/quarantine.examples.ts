import type { Examples } from './example.ts'
import type * as quarantine from './quarantine.ts'

const line: quarantine.QuarantineLine = {
  ...{ id: 9, cause: 'fraction_unknown', key: 'MED', rows: 44, cents: 8800, unpriced: 0, oldest_on: '2026-06-03' },
  ...{ state: 'waiting', left_out: null, note: '', failure: null, decided_by: null, is_own: false },
  ...{ decided_at: null, decided_hours: null },
}
const decided = {
  ...line,
  ...{ decided_by: 'Noor Balie', is_own: true, decided_at: '2026-11-29T10:00:00+01:00', decided_hours: 0 },
}

export const quarantineExamples = {
  listQuarantine: {
    request: () => ({ query: {} }),
    reply: {
      data: [line],
      meta: {
        next: null,
        counts: [{ cause: 'fraction_unknown', lines: 1, rows: 44, cents: 8800 }],
        proposed: 0,
      },
    },
  },
  listMissingData: {
    reply: [{ what: 'container zonder chip', count: 3, deliver: 'Lever de chip mee in het bestand van de containers' }],
  },
  showQuarantineLine: {
    request: ({ line_id }) => ({ params: { line_id } }),
    reply: {
      line,
      rows: [
        {
          ...{ supplier_key: 'L1', cleared_at: '2026-06-03T07:31:00+02:00', fraction: 'MED', container: 'C1 04A1' },
          ...{ object_code: 'H118', address: 'Akerstraat 118, 6411CD HEERLEN', amount_cents: 200 },
          source: 'week23.csv, regel 12',
        },
      ],
      matches: [
        {
          choice: { waste_type: 'gft' },
          title: 'Afvalstroom gft',
          ground: '43 van 44 ledigingen zijn van een container voor gft',
        },
      ],
    },
  },
  decideQuarantineLine: {
    request: ({ line_id }) => ({
      params: { line_id },
      body: { choice: { waste_type: 'gft' }, rows: 1, cents: 200 },
    }),
    reply: { ...decided, state: 'placing' },
  },
  approveQuarantineLine: {
    request: ({ proposed_line_id }) => ({ params: { line_id: proposed_line_id }, body: { rows: 1, cents: 20_000 } }),
    reply: { ...decided, state: 'placing', decided_by: 'Sem Balie', is_own: false },
  },
  undoQuarantineLine: {
    request: ({ proposed_line_id }) => ({ params: { line_id: proposed_line_id } }),
    reply: line,
  },
  retryQuarantineLine: {
    request: ({ line_id }) => ({ params: { line_id } }),
    reply: { ...decided, state: 'placing' },
  },
} satisfies Examples<typeof quarantine>
