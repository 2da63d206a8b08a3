import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { streetKey } from '../../domain/street-search/street-key.ts'
import { findTowns } from '../../domain/street-search/street-suggestions.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { townNames } from './town-names.ts'

/** Where to look: in towns of one name, or in a whole municipality. */
export type Area = {
  name: string
  municipality_id?: number | undefined
  towns?: { municipality_id: number; name: string }[] | undefined
}

/** The areas that a typed name can be, the likeliest first; none where nobody knows it. */
export type FindAreas = (typed: string) => Promise<Area[]>

// Shorter ones are the beginning of too many names: `b` is more often an extension than Brunssum.
const leastTyped = 3

/** A town before the municipality that is called the same; the beginning of a name where nothing has it in full. */
async function findAreas(db: Db, typed: string): Promise<Area[]> {
  const key = streetKey(typed)
  const begun = (await findTowns(db, typed)).map(({ name, municipality }) => ({
    municipality_id: municipality.id,
    name,
  }))
  const same = begun.filter(({ name }) => streetKey(name) === key)
  const municipalities = (await findMunicipalities(db)).filter(({ name }) => streetKey(name) === key)
  const [first] = same.length > 0 || key.length < leastTyped ? same : begun
  return [
    ...(same[0] ? [{ name: same[0].name, towns: same }] : []),
    ...municipalities.map(({ id, name }) => ({ name, municipality_id: id })),
    ...(first && same.length === 0 ? [{ name: first.name, towns: begun }] : []),
  ]
}

/** Looks up areas by any of their names; each name once in a search. */
export function searchAreas(db: Db): FindAreas {
  const asked = new Map<string, Promise<Area[]>>()
  const lookUp = async (typed: string) => {
    for (const name of townNames(typed)) {
      const areas = await findAreas(db, name)
      if (areas.length > 0) return areas
    }
    return []
  }
  return (typed) => {
    const areas = asked.get(typed) ?? lookUp(typed)
    asked.set(typed, areas)
    return areas
  }
}
