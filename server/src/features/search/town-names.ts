import { streetKey } from '../../domain/street-search/street-key.ts'

// Each line: the place as addresses have it, and what people call it too. Only what is sure: former municipalities and
// parts of a town that have no addresses of their own name, and names in the dialect of the place.
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

const inOtherForm = (forms: [RegExp, string][], typed: string) =>
  forms.reduce((name, [from, to]) => name.replace(from, to), typed)

/** The names under which a typed place may stand in addresses: as typed, in full, with its number, and by the name it has now. */
export function townNames(typed: string): string[] {
  const full = inOtherForm(longForms, typed)
  const official = officialNames.get(streetKey(full))
  return [...new Set([typed, full, inOtherForm(shortForms, typed), ...(official ? [official] : [])])]
}
