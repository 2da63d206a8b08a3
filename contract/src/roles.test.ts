import { expect, test } from 'vitest'
import { isBsgwEmployee, isMunicipalEmployee, mayGrant, Role } from './roles.ts'

test('S6.1 each role has its own yes/no check', () => {
  const kinds = Role.options.map((role) => [
    role,
    isBsgwEmployee({ roles: [role] }),
    isMunicipalEmployee({ roles: [role] }),
  ])
  expect(kinds).toEqual([
    ['bsgw_employee', true, false],
    ['municipal_employee', false, true],
    ['administrator', false, false],
  ])
  const both = { roles: ['bsgw_employee', 'municipal_employee'] as const }
  expect([isBsgwEmployee(both), isMunicipalEmployee(both)]).toEqual([true, true])
})

test('an administrator of one municipality cannot grant the provider role', () => {
  const heerlen = { municipality: { id: 917 } }
  expect(Role.options.filter((role) => mayGrant(role, heerlen))).toEqual(['municipal_employee', 'administrator'])
  expect(Role.options.filter((role) => mayGrant(role, { municipality: null }))).toEqual(Role.options)
})
