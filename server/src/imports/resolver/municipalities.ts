import { readFileSync } from 'node:fs'
import { formerMunicipality, formerMunicipalityText } from '../../domain/places/former-municipalities.ts'
import { streetKey } from '../../domain/street-search/street-key.ts'
import { quote, type ReadColumn, RowError, requireText } from '../reader/columns.ts'

// CBS codes and names. Source: Centraal Bureau voor de Statistiek, Gebieden in Nederland 2025 (CC BY 4.0).
const register = readFileSync(new URL('./municipalities-2025.csv', import.meta.url), 'utf8')

const otherNames = new Map([
  ['denhaag', "'s-Gravenhage"],
  ['denbosch', "'s-Hertogenbosch"],
])

// Names are compared without accents, case and punctuation: `Bergen (NH.)` equals `bergen nh`.
const nameKey = streetKey

const names = new Map<number, string>()
const codes = new Map<string, number | undefined>()
for (const line of register.trim().split('\n').slice(1)) {
  const [code = '', name = ''] = line.split(';')
  names.set(Number(code), name)
  codes.set(nameKey(name), Number(code))
  // A name without its province must be unique: two municipalities are called Bergen.
  const short = nameKey(name.replace(/ \(.*\)$/, ''))
  if (short !== nameKey(name)) codes.set(short, codes.has(short) ? undefined : Number(code))
}
for (const [key, name] of otherNames) codes.set(key, codes.get(nameKey(name)))

/** Returns the CBS code of a municipality by any spelling of its name; undefined when none or several match. */
export const municipalityCode = (name: string) => codes.get(nameKey(name))

/** Returns the name of a CBS code; undefined when the register of 2025 does not contain it. */
export const municipalityName = (code: number) => names.get(code)

/** Returns the CBS code of a municipality by its name or code; undefined when the name is unknown. */
export const parseMunicipality = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : municipalityCode(text))

/** Returns the Dutch reason why a name is not that of a municipality: unknown, or a municipality that ended. */
export function unknownMunicipality(name: string) {
  const former = formerMunicipality(name)
  return former ? `de gemeente ${formerMunicipalityText(former)}` : `de gemeente ${quote(name)} is onbekend`
}

/** Returns the same reason as a Dutch sentence. */
export function unknownMunicipalitySentence(name: string) {
  const former = formerMunicipality(name)
  return former ? `${formerMunicipalityText(former)}.` : `De gemeente ${name} is onbekend.`
}

/** Returns the CBS code for the name or code in `gemeente`. Throws a RowError when the municipality is unknown. */
export function readMunicipality(column: ReadColumn) {
  const text = requireText(column('gemeente'), 'de gemeente')
  const municipality_id = parseMunicipality(text)
  if (!municipality_id) throw new RowError(unknownMunicipality(text))
  return municipality_id
}

/** Returns the Dutch reason to reject a row whose municipality is not in the database. */
export const missingMunicipality = (municipality_id: number) =>
  `de gemeente ${municipality_id} staat niet in de database; lees eerst haar adressen in`
