import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { streetKey } from '../../domain/street-search/street-key.ts'
import { findTowns } from '../../domain/street-search/street-suggestions.ts'
import type { Db } from '../../platform/database/database.ts'
import { townNames } from './town-names.ts'

/** The area of a search: all towns with the same name, or a municipality. */
export type SearchArea = {
  name: string
  municipality_id?: number | undefined
  towns?: { municipality_id: number; name: string }[] | undefined
}

/** Returns the areas with a typed name, the likeliest first. */
export type FindAreas = (typed: string) => Promise<SearchArea[]>

/** The database, the areas by name, and the area to which a search is limited, if any. */
export type SearchContext = { db: Db; findAreas: FindAreas; scope: SearchArea | undefined }

// Too many names begin with a shorter text: `b` is more often an extension than a part of Brunssum.
const minTypedLetters = 3

/** Returns the towns and the municipality with this name. Without such a town, finds towns by the first letters. */
async function findAreas(db: Db, typed: string): Promise<SearchArea[]> {
  const key = streetKey(typed)
  const beginning = (await findTowns(db, typed)).map(({ name, municipality }) => ({
    municipality_id: municipality.id,
    name,
  }))
  const same = beginning.filter(({ name }) => streetKey(name) === key)
  const municipalities = (await findMunicipalities(db)).filter(({ name }) => streetKey(name) === key)
  const [first] = same.length > 0 || key.length < minTypedLetters ? same : beginning
  return [
    ...(same[0] ? [{ name: same[0].name, towns: same }] : []),
    ...municipalities.map(({ id, name }) => ({ name, municipality_id: id })),
    ...(first && same.length === 0 ? [{ name: first.name, towns: beginning }] : []),
  ]
}

/** Returns the part of an area inside a municipality; undefined when they do not overlap. */
function insideOf(municipality_id: number, { name, towns, ...area }: SearchArea): SearchArea | undefined {
  if (area.municipality_id !== undefined)
    return area.municipality_id === municipality_id ? { name, ...area } : undefined
  const inside = towns?.filter((town) => town.municipality_id === municipality_id) ?? []
  return inside.length > 0 ? { name, towns: inside } : undefined
}

/**
 * Returns a function that finds areas by any of their names, and caches the result for each typed name. With a
 * municipality, it returns only the parts of the areas inside that municipality.
 */
export function makeFindAreas(db: Db, municipality_id?: number): FindAreas {
  const found = new Map<string, Promise<SearchArea[]>>()
  const findByAnyName = async (typed: string) => {
    for (const name of townNames(typed)) {
      const areas = await findAreas(db, name)
      if (areas.length > 0)
        return municipality_id === undefined ? areas : areas.flatMap((area) => insideOf(municipality_id, area) ?? [])
    }
    return []
  }
  return (typed) => {
    const areas = found.get(typed) ?? findByAnyName(typed)
    found.set(typed, areas)
    return areas
  }
}
