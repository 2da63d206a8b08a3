import type * as account from './account.ts'
import type { Examples } from './example.ts'

const password = 'vier oude fietsen in de schuur'
const token: account.AccessToken = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ2b29yYmVlbGQifQ.voorbeeld',
  token_type: 'bearer',
  expires_in: 3600,
  session_expires_in: 43_200,
}

/** The employee who makes the calls of the examples. */
export const employeeExample: account.Employee = {
  email: 'noor.balie@heerlen.example',
  name: 'Noor Balie',
  roles: ['bsgw_employee', 'municipal_employee', 'administrator'],
  renew_password: false,
  municipality: { id: 917, name: 'Heerlen' },
  row_height: null,
  second_factor: { is_set: true, is_required: true, must_add: false, must_confirm: false, due_at: null },
}

export const accountExamples = {
  login: { request: () => ({ body: { email: employeeExample.email, password } }), reply: token },
  confirmFactor: { request: () => ({ body: { code: '123 456' } }), reply: token },
  refreshSession: { reply: token },
  logout: { reply: null },
  showEmployee: { reply: employeeExample },
  saveDisplay: { request: () => ({ body: { row_height: 'roomy' } }), reply: null },
  changePassword: {
    request: () => ({ body: { current_password: password, password: 'vijf nieuwe fietsen voor het raam' } }),
    reply: null,
  },
  forgotPassword: { request: () => ({ body: { email: employeeExample.email } }), reply: null },
  resetPassword: {
    request: () => ({ body: { email: employeeExample.email, token: 'k7m2px9q4tr3w8', password } }),
    reply: null,
  },
} satisfies Examples<typeof account>
