import { type Address, isBsgwEmployee } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findMunicipalities } from '../places/municipalities.queries.ts'
import { findAddressAndArea } from './collection-days.queries.ts'

/** May an employee see the days of this municipality: of all for who searches addresses, for others of their own? */
const maySee = (employee: SessionEmployee, { id }: { id: number }) =>
  isBsgwEmployee(employee) || employee.municipality === null || employee.municipality.id === id

/** The municipalities of which an employee may see the days. */
export const municipalitiesOf = async (db: Db, employee: SessionEmployee) =>
  (await findMunicipalities(db)).filter((municipality) => maySee(employee, municipality))

/** What was found of an address in one of those municipalities; another one is as if it did not exist. */
export function onlyOwn<Found extends { address: Address }>(employee: SessionEmployee, found: Found | undefined) {
  return found && maySee(employee, found.address.municipality) ? found : notFound('Dit adres bestaat niet')
}

/** An address that an employee may see the days of, with its area. */
export const ownAddress = async (db: Db, employee: SessionEmployee, alias: string) =>
  onlyOwn(employee, await findAddressAndArea(db, alias))
