import { streetKey } from '../../domain/street-search/street-key.ts'

// Each row: the town as addresses have it, then its other names: former municipalities and parts of a town that no
// address has as its town, and names in dialect. Only names without doubt.
const otherNames = [
  ["'s-Gravenhage", 'Den Haag'],
  ["'s-Hertogenbosch", 'Den Bosch'],
  ['Amsterdam', "A'dam"],
  ['Rotterdam', "R'dam"],
  ['Heerlen', 'Heële', 'Heerlerheide', 'Heerlerbaan', 'Welten'],
  ['Kerkrade', 'Kirchroa', 'Terwinselen', 'Chevremont', 'Spekholzerheide'],
  ['Landgraaf', 'Schaesberg', 'Nieuwenhagen', 'Ubach over Worms'],
  ['Brunssum', 'Treebeek'],
  ['Vaals', 'Vols'],
  ['Maastricht', 'Mestreech'],
  ['Sittard', 'Zittert'],
  ['Roermond', 'Remunj'],
  ['Leeuwarden', 'Ljouwert'],
  ['Sneek', 'Snits'],
  ['Bolsward', 'Boalsert'],
]

const officialNames = new Map(
  otherNames.flatMap(([official = '', ...others]) => others.map((other) => [streetKey(other), official] as const)),
)

const longForms: [RegExp, string][] = [
  [/\s*&\s*/g, ' en '],
  [/^st[.\s]+/i, 'Sint '],
  [/^ste[.\s]+/i, 'Sinte '],
  [/\s+a\/d\s+/i, ' aan den '],
  [/^1e\s+/i, 'Eerste '],
  [/^2e\s+/i, 'Tweede '],
]
const shortForms: [RegExp, string][] = [
  [/^eerste\s+/i, '1e '],
  [/^tweede\s+/i, '2e '],
]

const replaceForms = (forms: [RegExp, string][], typed: string) =>
  forms.reduce((name, [from, to]) => name.replace(from, to), typed)

/**
 * Returns the names that addresses may have for a typed town: as typed, in full, with a number, and the official
 * name.
 */
export function townNames(typed: string): string[] {
  const full = replaceForms(longForms, typed)
  const official = officialNames.get(streetKey(full))
  return [...new Set([typed, full, replaceForms(shortForms, typed), ...(official ? [official] : [])])]
}
