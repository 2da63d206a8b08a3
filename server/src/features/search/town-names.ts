import { streetKey } from '../../domain/street-search/street-key.ts'

// Each row: the town name in addresses, then other names for it. Other names are former municipalities, parts of the
// town, and names in dialect. A name is listed only when it is unambiguous and no address has it as its town.
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
 * Returns the names that addresses can have for a typed town: as typed, in full (`Sint`, `Eerste`), with a numeral
 * (`1e`), and the official name.
 */
export function townNames(typed: string): string[] {
  const full = replaceForms(longForms, typed)
  const official = officialNames.get(streetKey(full))
  return [...new Set([typed, full, replaceForms(shortForms, typed), ...(official ? [official] : [])])]
}
