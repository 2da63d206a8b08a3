import type { Role } from '@rd4-loket/contract'
import { hashPassword } from '../src/domain/sessions/passwords.ts'
import type { Db } from '../src/platform/database/database.ts'
import { advanceSequence } from './bulk-load.ts'
import { heerlen, kerkrade } from './fixed.ts'

/** The password of every demo account. */
export const demoPassword = 'Loket-demo-2026!'

type DemoEmployee = {
  email: string
  name: string
  roles: Role[]
  municipality_id: number | null
  renew_password?: boolean
}

/** The demo accounts; their order is that of their ids, from 1. */
export const demoEmployees: [DemoEmployee, ...DemoEmployee[]] = [
  { email: 'balie@heerlen.example', name: 'Noor Balie', roles: ['municipal_employee'], municipality_id: heerlen },
  { email: 'balie@kerkrade.example', name: 'Sem Balie', roles: ['municipal_employee'], municipality_id: kerkrade },
  { email: 'medewerker@bsgw.example', name: 'Fleur Medewerker', roles: ['bsgw_employee'], municipality_id: null },
  {
    email: 'beide@rd4.example',
    name: 'Daan Beide',
    roles: ['bsgw_employee', 'municipal_employee'],
    municipality_id: heerlen,
  },
  {
    email: 'nieuw@rd4.example',
    name: 'Yara Nieuw',
    roles: ['bsgw_employee'],
    municipality_id: null,
    renew_password: true,
  },
  {
    email: 'beheer@rd4.example',
    name: 'Bo Beheer',
    roles: ['bsgw_employee', 'municipal_employee', 'administrator'],
    municipality_id: null,
  },
]

/** The employee who hands out rolls in a municipality: its own counter's, or one who works for all. */
export function counterEmployee(municipality_id: number) {
  const own = demoEmployees.findIndex((employee) => employee.municipality_id === municipality_id)
  return own === -1 ? demoEmployees.length : own + 1
}

/** Makes the demo accounts. */
export async function insertEmployees(db: Db) {
  const employees = await Promise.all(
    demoEmployees.map(async (employee, index) => ({
      id: index + 1,
      ...employee,
      password_hash: await hashPassword(demoPassword),
    })),
  )
  await db.insertInto('employee').values(employees).execute()
  await advanceSequence(db, 'employee', employees.length)
}
