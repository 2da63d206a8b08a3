import { filled, quoted, Reason } from '../reader/table-rows.ts'
import { municipalityCode } from './municipality-register.ts'

/** The CBS code of a municipality that is written as its name or as that code; undefined where there is none. */
export const readMunicipality = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : municipalityCode(text))

/** The CBS code of a municipality that a row names, or gives the code of. */
export function municipalityIn(text: string) {
  const place = filled(text, 'de gemeente')
  const municipality_id = readMunicipality(place)
  if (!municipality_id) throw new Reason(`de gemeente ${quoted(place)} is onbekend`)
  return municipality_id
}

/** Why a row of a municipality without addresses cannot be stored. */
export const missingMunicipality = (municipality_id: number) =>
  `de gemeente ${municipality_id} staat niet in de database; lees eerst haar adressen in`
