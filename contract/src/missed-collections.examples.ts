import { heerlen } from './addresses.examples.ts'
import type { Examples } from './example.ts'
import type * as missedCollections from './missed-collections.ts'

const container = { id: 31, number: '60000031', volume_litres: 240 }

const allowed: missedCollections.MissedCollection = {
  waste_type: 'residual_waste',
  container,
  allowed: true,
  reason: 'ok',
  step: 'report',
  text: 'De inzamelaar heeft geen reden gemeld. Ik geef uw melding door.',
  day: '2026-11-17',
  date: null,
  at: null,
  truck_reason: null,
  may_dispute: false,
  escalation: null,
  reasons_loaded: 'complete',
  report: null,
}

const tooHeavy: missedCollections.MissedCollection = {
  ...allowed,
  waste_type: 'gft',
  container: { id: 32, number: '60000032', volume_litres: 140 },
  allowed: false,
  reason: 'reason_from_truck',
  step: 'read_reason',
  text: 'Uw container was te zwaar. Hij mag niet meer dan 80 kilo wegen. Haal er eerst iets uit. De volgende ophaaldag is dinsdag 24 november.',
  day: '2026-11-10',
  date: '2026-11-24',
  truck_reason: 'te_zwaar',
  may_dispute: true,
}

const hours: missedCollections.CollectionHours = {
  collection_start: 7,
  collection_start_bags: 8,
  collection_end: 18,
  report_window: 2,
  escalation_days: 2,
  working_weekdays: [1, 2, 3, 4, 5],
}

export const missedCollectionExamples = {
  listMissedCollections: {
    request: ({ alias }) => ({ params: { alias }, query: {} }),
    reply: { data: [allowed, tooHeavy], meta: { retired: false, today: '2026-11-18' } },
  },
  reportMissedCollection: {
    request: ({ alias }) => ({
      params: { alias },
      body: { waste_type: 'paper', container_id: null, disputed: false },
    }),
    reply: {
      ...allowed,
      waste_type: 'paper',
      container: null,
      allowed: false,
      reason: 'open_report',
      step: 'show_report',
      text: 'U hebt dit op woensdag 18 november al gemeld. Uiterlijk vrijdag 20 november is er antwoord.',
      escalation: { at: '2026-11-20T18:00:00+01:00', due: false },
      report: {
        id: 9,
        reported_at: '2026-11-18T09:30:00+01:00',
        reported_by: 'Noor Balie',
        is_own: true,
        seconds_ago: 0,
        disputed: false,
      },
    },
  },
  retractMissedReport: { request: ({ own_report_id }) => ({ params: { report_id: own_report_id } }), reply: null },
  listMissedReports: {
    reply: {
      data: [
        {
          street: 'Akerstraat',
          city: 'Heerlen',
          municipality: heerlen,
          waste_type: 'residual_waste',
          day: '2026-11-17',
          addresses: 1,
          likely_missed: false,
          due_at: '2026-11-20T18:00:00+01:00',
          overdue: false,
          reports: [
            {
              id: 9,
              version: 1,
              address: { alias: 'k7m2px9q4t', line: 'Akerstraat 118, 6411 CD Heerlen' },
              container_number: '60000031',
              disputed: false,
              reported_at: '2026-11-18T09:30:00+01:00',
              reported_by: 'Noor Balie',
              overdue: false,
            },
          ],
        },
      ],
      meta: { total: 1, open: 1, overdue: 0 },
    },
  },
  decideMissedReports: {
    request: ({ report_id, free_day }) => ({
      body: {
        reports: [{ id: Number(report_id), version: 1 }],
        outcome: 'recollection_planned',
        outcome_day: free_day,
        answer: null,
      },
    }),
    reply: { decided: 1 },
  },
  reopenMissedReports: {
    request: ({ decided_report_id }) => ({ body: { report_id: Number(decided_report_id) } }),
    reply: { reopened: 1 },
  },
  showCollectionHours: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: { ...hours, changed: { by: 'Sem Balie', at: '2026-03-02T09:00:00+01:00' } },
  },
  saveCollectionHours: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: { ...hours, report_window: 3 } }),
    reply: { ...hours, report_window: 3 },
  },
} satisfies Examples<typeof missedCollections>
