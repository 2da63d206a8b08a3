import type * as z from 'zod/mini'
import { enumOf } from './fields.ts'

/** The Dutch name of each role. */
export const roleNames = {
  bsgw_employee: 'Medewerker BsGW',
  municipal_employee: 'Medewerker gemeente',
  administrator: 'Beheerder',
}

/**
 * Roles of an employee: the provider's side, the town-hall counter, and the administration of employees and settings.
 */
export const Role = enumOf(roleNames)
export type Role = z.infer<typeof Role>

type HasRoles = { roles: readonly Role[] }

/** True for a provider employee (the tax office's side). */
export const isBsgwEmployee = ({ roles }: HasRoles) => roles.includes('bsgw_employee')

/** True for an employee of a municipality's counter. */
export const isMunicipalEmployee = ({ roles }: HasRoles) => roles.includes('municipal_employee')

/** Returns the roles that have this access. */
export const rolesWith = (access: Role | 'editors'): Role[] =>
  access === 'editors' ? ['municipal_employee', 'administrator'] : [access]

/**
 * Returns whether an employee (undefined: a visitor) has this access. If not, the server rejects the call, and the menu
 * hides the screen.
 */
export const mayUse = (access: 'everyone' | 'employees' | 'editors' | Role, employee: HasRoles | undefined) =>
  access === 'everyone' ||
  (employee !== undefined &&
    (access === 'employees' || rolesWith(access).some((role) => employee.roles.includes(role))))

/**
 * Returns whether an administrator may grant a role. A provider employee sees all municipalities, so an administrator
 * of one municipality may not grant that role.
 */
export const mayGrant = (role: Role, administrator: { municipality: object | null }) =>
  role !== 'bsgw_employee' || administrator.municipality === null
