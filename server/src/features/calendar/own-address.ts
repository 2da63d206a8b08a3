import { isBsgwEmployee } from '@rd4-loket/contract'
import type { Db } from '../../shared/database.ts'
import { notFound } from '../../shared/errors.ts'
import { findMunicipalities } from '../../shared/municipalities.queries.ts'
import type { SessionEmployee } from '../../shared/session.queries.ts'
import { findAddressAndArea } from './calendar.queries.ts'

/** The municipalities of which an employee may see the days: all for who searches addresses, for others their own. */
export async function municipalitiesOf(db: Db, employee: SessionEmployee) {
  const all = await findMunicipalities(db)
  const { municipality } = employee
  return isBsgwEmployee(employee) || municipality === null ? all : all.filter(({ id }) => id === municipality.id)
}

/** An address in one of those municipalities; another one is as if it did not exist. */
export async function ownAddress(db: Db, employee: SessionEmployee, alias: string) {
  const found = await findAddressAndArea(db, alias)
  const municipalities = await municipalitiesOf(db, employee)
  if (found && municipalities.some(({ id }) => id === found.address.municipality.id)) return found
  return notFound('Dit adres bestaat niet')
}
