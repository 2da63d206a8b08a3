import type { Role } from '@rd4-loket/contract'
import { type Seal, secretOwner } from '../src/domain/second-factor/seal.ts'
import { hashPassword } from '../src/domain/sessions/password-hash.ts'
import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { heerlen, kerkrade } from './fixed.ts'
import { advanceSequence } from './rows.ts'

/** The password of every demo account. */
export const demoPassword = 'Loket-demo-2026!'

/** The demo account with a second factor, and the secret of its authenticator app in base32. */
export const demoTotpEmail = 'tweestaps@rd4.example'
export const demoTotpSecret = 'LOKETDEMOTWEESTAPS23456723456723'

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
  { email: demoTotpEmail, name: 'Tess Tweestaps', roles: ['bsgw_employee'], municipality_id: null },
]

/**
 * Returns the id of the employee who issues rolls: the counter employee of the municipality. A municipality without
 * such an employee has the administrator, who works for all municipalities.
 */
export function counterEmployee(municipality_id: number) {
  const own = demoEmployees.findIndex((employee) => employee.municipality_id === municipality_id)
  return (own === -1 ? demoEmployees.findIndex(({ roles }) => roles.includes('administrator')) : own) + 1
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

/**
 * Stores the authenticator app of the demo account, encrypted with the key of this server. Replaces an app that the key
 * of another server encrypted. Does nothing when the account was deleted.
 */
export async function storeDemoFactor(db: Db, seal: Seal) {
  const { rows } = await sql<{ employee_id: number; id: number | null; sealed_secret: Buffer | null }>`
    select employee.id as employee_id, second_factor.id, sealed_secret
    from employee left join second_factor on employee_id = employee.id and kind = 'totp'
    where email = ${demoTotpEmail}`.execute(db)
  for (const { employee_id, id, sealed_secret } of rows) {
    const owner = secretOwner(employee_id)
    if (sealed_secret && seal.open(sealed_secret, owner)) continue
    await sql`delete from second_factor where id = ${id}`.execute(db)
    await sql`
      insert into second_factor (employee_id, kind, name, sealed_secret, last_step)
      values (${employee_id}, 'totp', 'Voorbeeld-app', ${seal.close(demoTotpSecret, owner)}, 0)`.execute(db)
  }
}
