import { streetKey } from '../../shared/street-key.ts'

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
]

/** The names under which a typed place may stand in addresses: as typed, in full, and by the name it has now. */
export function placeNames(typed: string): string[] {
  const full = longForms.reduce((name, [short, long]) => name.replace(short, long), typed)
  const official = officialNames.get(streetKey(full))
  return [...new Set([typed, full, ...(official ? [official] : [])])]
}
