import type { Examples } from './example.ts'
import type * as figures from './figures.ts'

const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }
const few = { municipality: null, group: null, count: null, cents: null }

const month: figures.Figure[] = [
  { subject: 'contact_purpose', municipality: heerlen, group: 'aanslag_vraag', count: 212, cents: null },
  { subject: 'contact_purpose', municipality: heerlen, group: 'extra_rollen', count: 96, cents: null },
  { subject: 'contact_outcome', municipality: heerlen, group: 'answered', count: 284, cents: null },
  { subject: 'contact_outcome', municipality: heerlen, group: null, count: 24, cents: null },
  { subject: 'contact_channel', municipality: heerlen, group: 'phone', count: 201, cents: null },
  { subject: 'contact_channel', municipality: heerlen, group: 'counter', count: 107, cents: null },
  { subject: 'contact_hour', municipality: heerlen, group: '9', count: 128, cents: null },
  { subject: 'contact_hour', municipality: heerlen, group: '10', count: 180, cents: null },
  { subject: 'call_backs', municipality: heerlen, group: 'on_time', count: 31, cents: null },
  { subject: 'call_backs', municipality: heerlen, group: 'late', count: 12, cents: null },
  { subject: 'dispute_reason', municipality: heerlen, group: 'duplicate', count: 14, cents: null },
  { subject: 'dispute_reason', municipality: heerlen, group: null, count: 17, cents: null },
  { subject: 'dispute_outcome', municipality: heerlen, group: 'upheld', count: 19, cents: null },
  { subject: 'dispute_outcome', municipality: heerlen, group: 'rejected', count: 12, cents: null },
  { subject: 'dispute_days', municipality: heerlen, group: 'days_7', count: 31, cents: null },
  { subject: 'objection_outcome', ...few },
  { subject: 'objection_days', ...few },
  { subject: 'not_emptied_reason', municipality: heerlen, group: 'deksel_open', count: 41, cents: null },
  { subject: 'not_emptied_reason', municipality: heerlen, group: 'te_zwaar', count: 22, cents: null },
  { subject: 'not_emptied_reason', municipality: kerkrade, group: null, count: 12, cents: null },
  { subject: 'not_emptied_route', municipality: heerlen, group: 'Heerlen noord', count: 63, cents: null },
  { subject: 'not_emptied_route', municipality: kerkrade, group: 'Kerkrade', count: 12, cents: null },
  { subject: 'rolls', municipality: heerlen, group: '2', count: 318, cents: null },
  { subject: 'rolls', municipality: heerlen, group: '1', count: 57, cents: null },
  { subject: 'rolls', municipality: null, group: null, count: 0, cents: null },
  { subject: 'quarantine', municipality: null, group: 'fraction_unknown', count: 36, cents: null },
  { subject: 'lifts', municipality: heerlen, group: 'all', count: 61_204, cents: 18_412_575 },
  { subject: 'lifts', municipality: kerkrade, group: 'all', count: 30_118, cents: 9_035_400 },
]

export const figureExamples = {
  listFigures: {
    request: () => ({ query: { month: '2026-10' } }),
    reply: { data: month, meta: { months: ['2026-10', '2026-09', '2026-08', '2026-07'] } },
  },
  exportFigures: {
    request: () => ({ body: { from: '2026-10', to: '2026-10' } }),
    reply:
      '"Maand";"Onderwerp";"Gemeente";"Groep";"Aantal";"Bedrag"\r\n"2026-10";"Uitgiften naar aantal rollen";"Heerlen";"2 rollen";318;\r\n',
  },
  listFigureRows: {
    request: ({ municipality_id }) => ({
      query: { month: '2026-10', subject: 'rolls', group: '1', municipality: municipality_id },
    }),
    reply: {
      data: [
        {
          day: '2026-10-06',
          groups: [{ subject: 'rolls', group: '1' }],
          address: { alias: 'k7m2px9q4t', line: 'Akerstraat 118, 6411 CD Heerlen' },
        },
      ],
      meta: { next: null, counted: 12, left: 1 },
    },
  },
} satisfies Examples<typeof figures>
