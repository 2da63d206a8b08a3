import type * as employeeSessions from './employee-sessions.ts'
import type { Examples } from './example.ts'

const current_password = 'vier oude fietsen in de schuur'
const session: employeeSessions.EmployeeSession = {
  id: '0b9b8f9e-2c1d-4a55-9d0c-1f3b5a7c9e11',
  browser: 'Firefox',
  system: 'Windows',
  network: '192.0.2.x',
  started_at: '2026-11-18T08:31:00+01:00',
  last_used_at: '2026-11-18T09:55:00+01:00',
  is_current: false,
  by_organisation: false,
}

export const employeeSessionExamples = {
  listOwnSessions: { reply: [{ ...session, id: '5d1f8c30-7b42-4e09-8a6d-93c2e4b7f105', is_current: true }, session] },
  endOwnSession: {
    request: ({ session_id }) => ({ params: { session_id }, body: { current_password } }),
    reply: null,
  },
  endOtherSessions: { request: () => ({ body: { current_password } }), reply: null },
  listEmployeeSessions: { request: ({ employee_id }) => ({ params: { employee_id } }), reply: [session] },
  endEmployeeSession: {
    request: ({ employee_id, session_id }) => ({ params: { employee_id, session_id } }),
    reply: null,
  },
  endEmployeeSessions: { request: ({ employee_id }) => ({ params: { employee_id } }), reply: null },
} satisfies Examples<typeof employeeSessions>
