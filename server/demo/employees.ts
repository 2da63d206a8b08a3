import type { Role } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { hashPassword } from '../src/domain/sessions/password-hash.ts'
import type { Db } from '../src/platform/database/database.ts'
import { heerlen, kerkrade } from './fixed.ts'
import { advanceSequence } from './rows.ts'

/** The password of every demo account. */
export const demoPassword = 'Loket-demo-2026!'

type DemoEmployee = {
  email: string
  name: string
  roles: Role[]
  municipality_id: number | null
  renew_password?: boolean
}

/** The demo accounts, in the order of their ids, which start at 1. */
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

/**
 * Returns the id of the employee who issues rolls: the counter employee of the municipality. A municipality without
 * such an employee has the last account, which works for all municipalities.
 */
export function counterEmployee(municipality_id: number) {
  const own = demoEmployees.findIndex((employee) => employee.municipality_id === municipality_id)
  return own === -1 ? demoEmployees.length : own + 1
}

export async function insertEmployees(db: Db) {
  const hashes = await Promise.all(demoEmployees.map(() => hashPassword(demoPassword)))
  for (const [index, { email, name, roles, municipality_id, renew_password = false }] of demoEmployees.entries())
    await sql`
      insert into employee (id, email, name, password_hash, roles, municipality_id, renew_password)
      values (${index + 1}, ${email}, ${name}, ${hashes[index]}, ${roles}, ${municipality_id},
        ${renew_password})`.execute(db)
  await advanceSequence(db, 'employee', demoEmployees.length)
}
