import { type Address, isBsgwEmployee, type Municipality } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findMunicipalities } from '../places/municipalities.queries.ts'
import { findAddressAndArea, findAreas } from './collection-days.queries.ts'

/**
 * Returns the only municipality whose collection days an employee may see. Returns null for a provider employee and for
 * an employee without a municipality: they see all municipalities.
 */
export const onlyVisibleMunicipality = (employee: SessionEmployee) =>
  isBsgwEmployee(employee) ? null : employee.municipality

const maySee = (employee: SessionEmployee, { id }: Municipality) =>
  (onlyVisibleMunicipality(employee) ?? { id }).id === id

/** Returns the municipalities whose collection days an employee may see. */
export const findVisibleMunicipalities = async (db: Db, employee: SessionEmployee) =>
  (await findMunicipalities(db)).filter((municipality) => maySee(employee, municipality))

/** Returns `found`. Throws 404 when it is undefined, or when the employee may not see its municipality. */
export function requireVisible<Found extends { address: Address }>(
  employee: SessionEmployee,
  found: Found | undefined,
  missing = 'Dit adres bestaat niet',
) {
  return found && maySee(employee, found.address.municipality) ? found : notFound(missing)
}

/** Returns an address with its area. Throws 404 when the employee may not see its collection days. */
export const findVisibleAddress = async (db: Db, employee: SessionEmployee, alias: string, missing?: string) =>
  requireVisible(employee, await findAddressAndArea(db, alias), missing)

/** Returns an area of a municipality. Throws 404 for an unknown area, and for an area that serves only one address. */
export const requireArea = async (db: Db, municipality_id: number, area_id: number) =>
  (await findAreas(db, municipality_id)).find(({ id }) => id === area_id) ?? notFound('Dit ophaalgebied bestaat niet')
