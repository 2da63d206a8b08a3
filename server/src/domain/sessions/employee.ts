import type { Employee } from '@rd4-loket/contract'
import type { SessionEmployee } from '../../platform/http/api.ts'

/** Returns the employee of a session as the API shows it, without internal ids. */
export const employeeOf = ({
  email,
  name,
  roles,
  renew_password,
  municipality,
  row_height,
  second_factor,
}: SessionEmployee): Employee => ({
  email,
  name,
  roles,
  renew_password,
  municipality,
  row_height,
  second_factor,
})
