import { type Role, roleNames } from '@rd4-loket/contract'
import { version } from '../../../package.json'

/** The version whose changes employees are told about, once: that of the product. */
export const newsVersion = version

/** The change that matters most to each role, in one sentence. */
const news: Record<Role, string> = {
  bsgw_employee: 'Nieuw: u geeft bij elk besluit over een bezwaar een reden, en u kunt het vijf minuten terugdraaien.',
  municipal_employee: 'Nieuw: de uitkomst van een bezwaar dat u overdroeg, staat op uw dashboard.',
  administrator: 'Nieuw: verlopen uitnodigingen en maanden om te beoordelen staan bij elkaar onder Voor mij.',
}

/** Returns the sentences for the roles of an employee. */
export const newsOf = (roles: readonly Role[]) =>
  (Object.keys(roleNames) as Role[]).filter((role) => roles.includes(role)).map((role) => news[role])
