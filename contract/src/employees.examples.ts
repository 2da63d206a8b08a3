import { heerlen } from './addresses.examples.ts'
import type * as employees from './employees.ts'
import type { Examples, SampleKeys } from './example.ts'

const sem: employees.ManagedEmployee = {
  id: 7,
  email: 'sem.balie@heerlen.example',
  name: 'Sem Balie',
  roles: ['municipal_employee'],
  municipality: heerlen,
  blocked: false,
  renew_password: false,
  has_second_factor: false,
  invitation: null,
}
const ofEmployee = ({ employee_id }: SampleKeys) => ({ params: { employee_id } })

export const employeeExamples = {
  listEmployees: { reply: [sem] },
  inviteEmployee: {
    request: ({ municipality_id }) => ({
      body: {
        email: 'lotte.nieuw@heerlen.example',
        name: 'Lotte Nieuw',
        roles: ['municipal_employee'],
        municipality_id: Number(municipality_id),
      },
    }),
    reply: {
      ...sem,
      id: 9,
      email: 'lotte.nieuw@heerlen.example',
      name: 'Lotte Nieuw',
      invitation: { ends_at: '2026-11-25T10:00:00+01:00', expired: false },
    },
  },
  changeEmployee: {
    request: ({ employee_id, municipality_id }) => ({
      params: { employee_id },
      body: {
        name: 'Sem Balie',
        roles: ['municipal_employee'],
        municipality_id: Number(municipality_id),
        blocked: false,
      },
    }),
    reply: sem,
  },
  resetEmployee: { request: ofEmployee, reply: { ...sem, renew_password: true } },
  resetSecondFactor: { request: ofEmployee, reply: sem },
} satisfies Examples<typeof employees>
