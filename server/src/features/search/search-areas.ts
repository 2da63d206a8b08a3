import { formerMunicipality } from '../../domain/places/former-municipalities.ts'
import type { Viewer } from '../../domain/places/in-municipality.queries.ts'
import { findVisibleMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { streetKey } from '../../domain/street-search/street-key.ts'
import { findTowns } from '../../domain/street-search/street-suggestions.ts'
import type { Town } from '../../domain/street-search/streets.queries.ts'
import { closeNames, errorsAllowed, nameTree } from '../../domain/street-search/typing-errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { isCountry } from './line-parts.ts'
import { findTownsByKeys, findTownsLike } from './search-areas.queries.ts'
import { otherTownKeys, townKeysWithArticle, townNames } from './town-names.ts'

/** The area of a search: all towns with the same name, or a municipality. */
export type SearchArea = {
  name: string
  municipality_id?: number | undefined
  towns?: { municipality_id: number; name: string }[] | undefined
  /** The typed text is only the beginning of the name. */
  isBeginning?: true
  /** The typed name has a typing error, another article, or is that of a former municipality. */
  isMisspelled?: true
}

/** Returns the areas with a typed name, the likeliest first. */
export type FindAreas = (typed: string) => Promise<SearchArea[]>

/**
 * The database, the areas by name, and the area to which a search is limited, if any. `findSimilarAreas` finds areas by
 * another spelling, by another name, or by a name with one typing error.
 */
export type SearchContext = {
  db: Db
  findAreas: FindAreas
  findSimilarAreas: FindAreas
  scope: SearchArea | undefined
}

// Too many names begin with a shorter text: `b` is more often an extension than a part of Brunssum.
const minTypedLetters = 3

/** Returns the towns and the municipality with this name. Without such a town, finds towns by the first letters. */
async function findAreas(db: Db, viewer: Viewer, typed: string): Promise<SearchArea[]> {
  const key = streetKey(typed)
  const beginning = (await findTowns(db, viewer, typed)).map(({ name, municipality }) => ({
    municipality_id: municipality.id,
    name,
  }))
  const same = beginning.filter(({ name }) => streetKey(name) === key)
  const municipalities = (await findVisibleMunicipalities(db, viewer)).filter(({ name }) => streetKey(name) === key)
  // `Holland` is the country rather than the beginning of Hollandscheveld.
  const mayBegin = key.length >= minTypedLetters && !isCountry(typed)
  const [first] = same.length > 0 || !mayBegin ? same : beginning
  return [
    ...(same[0] ? [{ name: same[0].name, towns: same }] : []),
    ...municipalities.map(({ id, name }) => ({ name, municipality_id: id })),
    ...(first && same.length === 0 ? [{ name: first.name, towns: beginning, isBeginning: true as const }] : []),
  ]
}

const asArea = ([first, ...others]: Town[]): SearchArea[] =>
  first
    ? [
        {
          name: first.name,
          towns: [first, ...others].map(({ name, municipality }) => ({ municipality_id: municipality.id, name })),
        },
      ]
    : []

/** Returns the towns with another spelling of the typed name, or with this name as their other name. */
const findRespelledAreas = async (db: Db, viewer: Viewer, typed: string) =>
  asArea(await findTownsByKeys(db, viewer, otherTownKeys(typed)))

/** Returns the towns whose name has another article than the typed name, or no article. */
const findAreasWithArticle = async (db: Db, viewer: Viewer, typed: string) =>
  asArea(await findTownsByKeys(db, viewer, townKeysWithArticle(typed))).map((area) => ({
    ...area,
    isMisspelled: true as const,
  }))

/** Returns the visible municipalities that have the area of the former municipality with the typed name. */
async function findSuccessorAreas(db: Db, viewer: Viewer, typed: string): Promise<SearchArea[]> {
  const keys = formerMunicipality(typed)?.successors.map(streetKey) ?? []
  const municipalities = keys.length > 0 ? await findVisibleMunicipalities(db, viewer) : []
  return municipalities
    .filter(({ name }) => keys.includes(streetKey(name)))
    .map(({ id, name }) => ({ name, municipality_id: id, isMisspelled: true }))
}

/** Returns the towns of which a name is one typing error away from the typed name. */
async function findMisspelledAreas(db: Db, viewer: Viewer, typed: string): Promise<SearchArea[]> {
  const key = streetKey(typed)
  if (errorsAllowed(key) === 0) return []
  const towns = await findTownsLike(db, viewer, key)
  const close = new Set(closeNames(nameTree(towns.map((town) => town.key)), key, 1))
  return asArea(towns.filter((town) => close.has(town.key))).map((area) => ({ ...area, isMisspelled: true }))
}

/** Returns the areas of the first search that returns any. */
async function findFirstAreas(searches: (() => Promise<SearchArea[]>)[]) {
  for (const search of searches) {
    const areas = await search()
    if (areas.length > 0) return areas
  }
  return []
}

/**
 * Returns the two functions that find areas. They cache the result for each typed name. They return only the parts of
 * areas that the caller may see.
 */
export function makeFindAreas(db: Db, viewer: Viewer): Pick<SearchContext, 'findAreas' | 'findSimilarAreas'> {
  const cached = (find: FindAreas): FindAreas => {
    const found = new Map<string, Promise<SearchArea[]>>()
    return (typed) => {
      const areas = found.get(typed) ?? find(typed)
      found.set(typed, areas)
      return areas
    }
  }
  return {
    findAreas: cached((typed) => findFirstAreas(townNames(typed).map((name) => () => findAreas(db, viewer, name)))),
    findSimilarAreas: cached((typed) =>
      findFirstAreas([
        () => findSuccessorAreas(db, viewer, typed),
        () => findRespelledAreas(db, viewer, typed),
        () => findAreasWithArticle(db, viewer, typed),
        () => findMisspelledAreas(db, viewer, typed),
      ]),
    ),
  }
}
