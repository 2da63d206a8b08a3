import { heerlen } from './addresses.examples.ts'
import type * as dashboard from './dashboard.ts'
import type { Examples } from './example.ts'

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
  showAdministrationWork: {
    reply: {
      expired_invitations: [{ employee_id: 9, name: 'Lotte Nieuw' }],
      unreviewed_months: [{ month: '2026-10', employees: 2 }],
    },
  },
  countTasks: { reply: { objections: 1, handovers: 1, malfunctions: 0, invitations: 0, months: 0 } },
} satisfies Examples<typeof dashboard>
