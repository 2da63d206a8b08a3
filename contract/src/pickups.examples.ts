import type { Examples } from './example.ts'
import type * as pickups from './pickups.ts'

const appointment = { id: 7, day: '2026-11-25', volume_litres: 500 }

export const pickupExamples = {
  listPickupAppointments: {
    request: ({ alias }) => ({ params: { alias } }),
    reply: {
      data: [appointment],
      meta: {
        retired: false,
        today: '2026-11-20',
        days: [
          { day: '2026-11-25', left_litres: 9500 },
          { day: '2026-12-02', left_litres: 12_000 },
        ],
      },
    },
  },
  makePickupAppointment: {
    request: ({ alias, free_day }) => ({ params: { alias }, body: { day: free_day, volume_litres: 500 } }),
    reply: appointment,
  },
  movePickupAppointment: {
    request: ({ appointment_id, free_day }) => ({ params: { appointment_id }, body: { day: free_day } }),
    reply: { ...appointment, day: '2026-12-02' },
  },
  cancelPickupAppointment: { request: ({ appointment_id }) => ({ params: { appointment_id } }), reply: null },
  showPickupCapacity: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: { volume_litres: 12_000, changed: { by: 'Sem Balie', at: '2026-03-02T09:00:00+01:00' } },
  },
  savePickupCapacity: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: { volume_litres: 9000 } }),
    reply: { volume_litres: 9000 },
  },
} satisfies Examples<typeof pickups>
