import * as z from 'zod/mini'

/** What an employee may do: the provider's side, the town-hall counter, and looking after employees and settings. */
export const Role = z.enum(['bsgw_employee', 'municipal_employee', 'administrator'])
export type Role = z.infer<typeof Role>

/** What each role is called on screen. */
export const roleNames: Record<Role, string> = {
  bsgw_employee: 'Medewerker BsGW',
  municipal_employee: 'Medewerker gemeente',
  administrator: 'Beheerder',
}

type HasRoles = { roles: readonly Role[] }

/** Is this a provider employee (the tax office's side)? */
export const isBsgwEmployee = ({ roles }: HasRoles) => roles.includes('bsgw_employee')

/** Is this an employee of a municipality's counter? */
export const isMunicipalEmployee = ({ roles }: HasRoles) => roles.includes('municipal_employee')

/** May somebody (nobody: a visitor) do what asks for this access? The server decides by it, the menu follows it. */
export const mayUse = (access: 'everyone' | 'employees' | Role, employee: HasRoles | undefined) =>
  access === 'everyone' || (employee !== undefined && (access === 'employees' || employee.roles.includes(access)))

/** May this administrator give the role? A provider employee sees all municipalities, so nobody of one of them makes one. */
export const mayGrant = (role: Role, administrator: { municipality: object | null }) =>
  role !== 'bsgw_employee' || administrator.municipality === null
