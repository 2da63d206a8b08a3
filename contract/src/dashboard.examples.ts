import { heerlen } from './addresses.examples.ts'
import type * as dashboard from './dashboard.ts'
import type { Examples } from './example.ts'
import type * as taskCounts from './task-counts.ts'

const counts = {
  objections: 0,
  handovers: 0,
  missed_reports: 0,
  outcomes: 1,
  malfunctions: 0,
  invitations: 0,
  months: 0,
}

export const dashboardExamples = {
  showWork: {
    reply: {
      data: {
        pickups: [{ day: '2026-11-25', municipality: heerlen, appointments: 3, volume_litres: 2500 }],
        full_containers: [
          {
            collection_system: { alias: 's3v8n2c6wd', name: 'Akerstraat bij 100', municipality: heerlen },
            container_number: '70000113',
            waste_type: 'residual_waste',
            fill_percent: 94,
            measured_at: '2026-11-18T08:00:00+01:00',
          },
        ],
      },
      meta: { full_containers: 1 },
    },
  },
  countTasks: { reply: counts },
  listTasks: {
    reply: {
      data: [
        {
          kind: 'outcome',
          id: 12,
          due_on: '2026-11-25',
          of: 'objection',
          address: { alias: 'k7m2px9q4t', line: 'Akerstraat 118, 6411 CD Heerlen' },
          year: 2026,
          outcome: 'upheld',
          reason: 'De rit is twee keer ingelezen',
          decided_by: 'Kim de Vries',
        },
      ],
      meta: { today: '2026-11-18', counts, seen_version: '1.1.0' },
    },
  },
  markOutcomeSeen: {
    request: ({ objection_id }) => ({ body: { of: 'objection', id: Number(objection_id) } }),
    reply: null,
  },
  markVersionSeen: { request: () => ({ body: { version: '1.1.0' } }), reply: null },
} satisfies Examples<typeof dashboard & typeof taskCounts>
