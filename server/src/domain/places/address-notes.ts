// Reasons: docs/search.md

import { type AddressNote, isSameExtension } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { findNotedFacts, type RelatedAddress, type Relation, type TwinAddress } from './address-notes.queries.ts'

/** The texts before the related addresses, in the order of the notes. */
const relationTexts: [Relation, string][] = [
  ['split_into', 'Gesplitst in'],
  ['merged_into', 'Samengevoegd tot'],
  ['now', 'Nu'],
  ['former', 'Vroeger'],
  ['before', 'Vroeger'],
  ['split_from', 'Gesplitst, vroeger'],
  ['merged_from', 'Samengevoegd, vroeger'],
  ['same_object', 'Zelfde woning als'],
]

/**
 * Returns the addresses with their notes: other numbers of the same home, what they were before, and for addresses that
 * read the same, what distinguishes them. An address without notes is returned as it is.
 */
export async function withNotes<Noted extends { alias: string }>(
  db: Db,
  addresses: Noted[],
): Promise<(Noted & { notes?: AddressNote[] })[]> {
  if (addresses.length === 0) return []
  const aliases = addresses.map(({ alias }) => alias)
  const { related = [], twins = [] } = (await findNotedFacts(db, aliases)) ?? {}
  const relatedTo = Map.groupBy(related, ({ of }) => of)
  const twinsOf = Map.groupBy(
    twins.filter((it) => isSameExtension(it.house_number_extension, it.of_extension)),
    ({ of }) => of,
  )
  return addresses.map((address) => {
    const { alias } = address
    const notes = [...relationNotes(relatedTo.get(alias) ?? []), ...twinNotes(alias, twinsOf.get(alias) ?? [])]
    return notes.length === 0 ? address : { ...address, notes }
  })
}

function relationNotes(related: RelatedAddress[]): AddressNote[] {
  // One half of a split home keeps the object of the home, and is not the same home.
  const isReplaced = related.some(({ relation }) => relation.startsWith('split') || relation.startsWith('merged'))
  return relationTexts.flatMap(([relation, text]) => {
    const found = related.filter((it) => it.relation === relation)
    if (found.length === 0 || (isReplaced && (relation === 'now' || relation === 'before'))) return []
    const isNumber = relation !== 'split_into' && found.every((it) => it.is_own_street && it.is_own_city)
    const addresses = found.map((it) => ({ alias: it.alias, line: lineOf(it) }))
    return [{ text: isNumber ? `${text} nummer` : text, addresses }]
  })
}

/** Returns the number of an address, with its street and town where these are others. */
function lineOf({ street, city, house_number, house_number_extension, is_own_street, is_own_city }: RelatedAddress) {
  const number = [house_number, house_number_extension].filter(Boolean).join(' ')
  if (is_own_street && is_own_city) return number
  return `${street} ${number}${is_own_city ? '' : ` in ${city}`}`
}

/** Returns what distinguishes an address from those that read the same; nothing when nothing does. */
function twinNotes(alias: string, twins: TwinAddress[]): AddressNote[] {
  const own = twins.find((twin) => twin.alias === alias)
  if (!own) return []
  const differs = (factOf: (twin: TwinAddress) => boolean) => new Set(twins.map(factOf)).size > 1
  const facts = [
    differs((it) => it.is_under_construction === true) && (own.is_under_construction ? 'in aanbouw' : 'in gebruik'),
    differs((it) => it.has_containers) && (own.has_containers ? 'met containers' : 'zonder containers'),
  ].filter((fact) => fact !== false)
  const shown = facts.length > 0 ? facts : sideOf(own, twins)
  return shown.length === 0 ? [] : [{ text: `Dubbel adres: ${shown.join(', ')}`, addresses: [] }]
}

/** Returns the side of the map on which an address is, compared with the middle of the addresses that read the same. */
function sideOf({ lon, lat }: TwinAddress, twins: TwinAddress[]) {
  const located = twins.flatMap((twin) =>
    twin.lon === null || twin.lat === null ? [] : [[twin.lon, twin.lat] as const],
  )
  if (lon === null || lat === null || located.length < twins.length) return []
  const middle = (axis: 0 | 1) => located.reduce((sum, point) => sum + point[axis], 0) / located.length
  // In the Netherlands a degree of longitude is about 0.62 of a degree of latitude.
  const [east, north] = [(lon - middle(0)) * 0.62, lat - middle(1)]
  if (east === 0 && north === 0) return []
  if (Math.abs(east) > Math.abs(north)) return [east > 0 ? 'oostkant' : 'westkant']
  return [north > 0 ? 'noordkant' : 'zuidkant']
}
