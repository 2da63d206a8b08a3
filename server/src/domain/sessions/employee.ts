import type { Employee } from '@rd4-loket/contract'
import type { SessionEmployee } from '../../platform/http/api.ts'

/** What an employee may read of themselves: without the ids that only the server uses. */
export const employeeOf = ({ email, name, roles, renew_password, municipality }: SessionEmployee): Employee => ({
  email,
  name,
  roles,
  renew_password,
  municipality,
})
