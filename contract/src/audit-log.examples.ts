import type * as auditLog from './audit-log.ts'
import type { Examples } from './example.ts'

const month: auditLog.EmployeeMonth = {
  employee_id: 7,
  name: 'Sem Balie',
  lookups: 214,
  names_shown: 12,
  not_found: 5,
  addresses: 168,
  outside_hours: 2,
  office_hours: { opens: '07:00', closes: '19:00', tolerance: 0 },
  same_pass: 4,
  own: false,
  reviewed: null,
}
const officeHours: auditLog.OfficeHours = { opens: '08:30', closes: '17:30', tolerance: 5 }
const checked = { at: '2026-11-18T03:00:00+01:00', length: 18_204, fault: null, broken_at: null }
const logs: auditLog.LogState[] = [
  { log: 'audit', length: 18_204, kept_from: 1, checked },
  { log: 'security', length: 902, kept_from: 1, checked: { ...checked, length: 902 } },
  { log: 'processing', length: 17_650, kept_from: 1, checked: { ...checked, length: 17_650 } },
]

export const auditLogExamples = {
  searchAuditEvents: {
    request: ({ today }) => ({ body: { from: today, to: today } }),
    reply: {
      data: [
        {
          position: 18_204,
          happened_at: '2026-11-18T09:12:41+01:00',
          employee: 'Sem Balie',
          action: 'find_resident',
          object_kind: 'pass',
          object_key: '9f2c4d71b0a35e68',
          object_name: null,
          pass: { ending: '0101', street: 'Akerstraat' },
          result: 'done',
          result_count: 1,
          purpose: 'extra_rollen',
          old_values: null,
          new_values: null,
          origin: '192.0.2.14',
          trace_id: '0b9b8f9e-2c1d-4a55-9d0c-1f3b5a7c9e11',
        },
      ],
      meta: { next: null },
    },
  },
  exportAuditEvents: {
    request: ({ today }) => ({ body: { from: today, to: today } }),
    reply: '"Tijdstip";"Medewerker";"Handeling"\r\n18-11-2026 09:12:41;"Sem Balie";"Inwoner opgezocht"\r\n',
  },
  showSubjectReport: {
    request: ({ pass_number }) => ({ body: { environmental_pass_number: pass_number } }),
    reply: [{ at: '2026-11-18T09:12:41+01:00', action: 'find_resident', purpose: 'extra_rollen' }],
  },
  showMonth: { request: ({ today }) => ({ params: { month: today.slice(0, 7) } }), reply: [month] },
  reviewMonth: {
    request: ({ today, employee_id }) => ({
      params: { month: today.slice(0, 7), employee_id },
      body: { remark: 'Niets bijzonders' },
    }),
    reply: {
      ...month,
      reviewed: { by: 'Noor Balie', at: '2026-11-18T09:40:00+01:00', remark: 'Niets bijzonders' },
    },
  },
  showOfficeHours: { request: ({ municipality_id }) => ({ params: { municipality_id } }), reply: officeHours },
  saveOfficeHours: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: officeHours }),
    reply: officeHours,
  },
  listLogs: { reply: logs },
  checkLogs: { reply: logs },
} satisfies Examples<typeof auditLog>
