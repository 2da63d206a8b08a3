import type { Employee } from '@rd4-loket/contract'
import type { SessionEmployee } from '../../platform/http/api.ts'

/** Returns the part of a session's employee that the API shows: without internal ids. */
export const employeeOf = ({ email, name, roles, renew_password, municipality }: SessionEmployee): Employee => ({
  email,
  name,
  roles,
  renew_password,
  municipality,
})
