import type { Endpoint } from './endpoint.ts'
import { mayUse, type Role } from './roles.ts'

/** What somebody gets of a call: nothing, what their own municipality has, or all of it. */
export type Reach = 'nothing' | 'own' | 'all'

/** What each kind of caller gets of a call. An employee who works for all municipalities gets all where others get their own. */
export function accessOf({ access, municipality }: Endpoint): Record<'visitor' | Role, Reach> {
  const reachOf = (role: Role): Reach => {
    if (!mayUse(access, { roles: [role] })) return 'nothing'
    const everywhere =
      municipality === undefined || (municipality === 'own_unless_provider' && role === 'bsgw_employee')
    return everywhere ? 'all' : 'own'
  }
  const [bsgw_employee, municipal_employee, administrator] = [
    reachOf('bsgw_employee'),
    reachOf('municipal_employee'),
    reachOf('administrator'),
  ]
  return { visitor: mayUse(access, undefined) ? 'all' : 'nothing', bsgw_employee, municipal_employee, administrator }
}
