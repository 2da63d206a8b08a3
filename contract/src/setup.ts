import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enumOf, OfMunicipality } from './fields.ts'

/** The screen text of each part of the set-up of a municipality, in the order in which the parts are needed. */
export const setupPartNames = {
  addresses: 'Adressen',
  object_codes: 'Objectcodes',
  collection_systems: 'Verzamelsystemen',
  containers: 'Containers',
  tariffs: 'Tarieven',
  bill_rule: 'Rekenregels',
  occupancies: 'Bewoning',
  areas: 'Gebieden',
  collection_days: 'Ophaaldagen',
  clearances: 'Ledigingen',
  quarantine: 'Ledigingen in de wacht',
  non_clearances: 'Redenen van niet legen',
  assessments: 'Aanslagen',
  passes: 'Passen',
  allowance: 'Rollen per huishouden',
  letter_texts: 'Afzender van brieven',
  legal_days: 'Feestdagen voor bezwaar',
  employees: 'Medewerkers',
}

/** The screens on which an administrator can fill a gap. */
export const setupScreens = {
  '/services-and-settings/settings': 'Naar de instellingen',
  '/services-and-settings/collections/rules': 'Naar de ophaalregels',
  '/services-and-settings/collections/publication': 'Naar de publicatie',
  '/services-and-settings/employees/new': 'Medewerker uitnodigen',
}

/**
 * A part of the set-up: the number of its rows, and in Dutch its last day, what is missing and a remark. A part without
 * a gap is complete or may be missing. `command` and `screen` are the next step: what to type, or where to go.
 */
export const SetupPart = z.object({
  part: enumOf(setupPartNames),
  count: z.nullable(z.number()),
  last: z.nullable(z.string()),
  gap: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  command: z.nullable(z.string()),
  screen: z.nullable(enumOf(setupScreens)),
})
export type SetupPart = z.infer<typeof SetupPart>

/** Returns what a municipality misses, as a Dutch heading. */
export const setupHeading = (municipality: string, parts: Pick<SetupPart, 'gap'>[]) => {
  const gaps = parts.filter(({ gap }) => gap !== null).length
  if (gaps === 0) return `${municipality}: niets ontbreekt`
  return `${municipality}: ${gaps === 1 ? '1 ding ontbreekt' : `${gaps} dingen ontbreken`}`
}

export const showSetup = endpoint('GET /counter/settings/municipalities/:municipality_id/setup', {
  summary: 'Geeft per onderdeel wat een gemeente heeft en wat nog ontbreekt',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  data: z.array(SetupPart),
})
