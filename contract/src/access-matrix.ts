import type { Endpoint } from './endpoint.ts'
import { mayUse, type Role } from './roles.ts'

/** Which records a caller may reach: none, those of the caller's own municipality, or all. */
export type Reach = 'nothing' | 'own' | 'all'

/** Returns the reach of each kind of caller. For an employee without a municipality, 'own' means all municipalities. */
export function accessOf({ access, municipality }: Endpoint): Record<'visitor' | Role, Reach> {
  const reachOf = (role: Role): Reach => {
    if (!mayUse(access, { roles: [role] })) return 'nothing'
    const everywhere =
      municipality === undefined || (municipality === 'own_unless_provider' && role === 'bsgw_employee')
    return everywhere ? 'all' : 'own'
  }
  return {
    visitor: mayUse(access, undefined) ? 'all' : 'nothing',
    bsgw_employee: reachOf('bsgw_employee'),
    municipal_employee: reachOf('municipal_employee'),
    administrator: reachOf('administrator'),
  }
}
