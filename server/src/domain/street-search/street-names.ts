import type { Db } from '../../platform/database/db.ts'
import { respelledKeys, splitNames } from './respellings.ts'
import { streetSpellings } from './street-key.ts'
import { findRespelledNames, findStreetNamesAfter } from './streets.queries.ts'
import { closeNames, errorsAllowed, type NameTree, nameTree } from './typing-errors.ts'

const cache = new WeakMap<Db, { lastId: number; names: NameTree }>()

/**
 * Returns the keys of all street names in the country, which are some tens of thousands at most. The names are cached
 * in memory, and each call reads only names with a higher id. This is correct because names are never changed or
 * deleted, and new names get higher ids. `loket check search` reports when a new name would get a lower id.
 */
async function allStreetNames(db: Db): Promise<NameTree> {
  const { lastId, names } = cache.get(db) ?? { lastId: 0, names: nameTree([]) }
  const rows = await findStreetNamesAfter(db, lastId)
  const newest = rows.at(-1)
  if (!newest) return names
  const allNames = nameTree([...names.names, ...rows.map(({ key }) => key)])
  cache.set(db, { lastId: newest.id, names: allNames })
  return allNames
}

const maxCloseNames = 50
/** Maximum length of a typed name with typing errors. The longest name in the country has about fifty letters. */
const maxTypedLetters = 80

const digitsOf = (key: string) => key.replace(/\D/g, '')

/** The steps of `respelledStreetNames`. */
export const respellingSteps = 3

/**
 * Yields the keys of the street names that match another reading of the typed text, the best matches first. Yields
 * nothing when the text has no other reading.
 */
export async function* respelledStreetNames(db: Db, street: string) {
  const [keys, splits] = [respelledKeys(street), splitNames(street)]
  if (keys.length + splits.length === 0) return
  const names = Map.groupBy(await findRespelledNames(db, keys, splits), ({ step }) => step)
  for (let step = 1; step <= respellingSteps; step += 1) {
    const ofStep = names.get(step)
    if (ofStep) yield { step, keys: ofStep.map(({ key }) => key).slice(0, maxCloseNames) }
  }
}

/**
 * Yields the keys of the street names that are one typing error away from the typed text. Then yields the keys of the
 * names that are two errors away, unless `maxErrors` is lower. Yields nothing when no name has that number of errors.
 * A digit is never a typing error: `1e Esweg` is not `2e Esweg`.
 */
export async function* closeStreetNames(db: Db, street: string, maxErrors: number) {
  // The typed text may abbreviate a word of the street name. So up to four spellings of the text are compared.
  const spellings = streetSpellings(street).slice(0, 4)
  const [typed = ''] = spellings
  const allowed = Math.min(maxErrors, errorsAllowed(typed))
  if (allowed === 0 || typed.length > maxTypedLetters) return
  const names = await allStreetNames(db)
  for (let errors = 1; errors <= allowed; errors += 1) {
    const close = spellings.flatMap((spelling) =>
      closeNames(names, spelling, errors).filter((key) => digitsOf(key).includes(digitsOf(spelling))),
    )
    const keys = [...new Set(close)].sort()
    if (keys.length > 0) yield { errors, keys: keys.slice(0, maxCloseNames) }
  }
}
