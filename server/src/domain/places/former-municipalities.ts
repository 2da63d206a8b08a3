import { readFileSync } from 'node:fs'
import { streetKey } from '../street-search/street-key.ts'

/**
 * The municipalities that ended since 2000, with the day on which the present municipality got their area. The file was
 * written from general knowledge of the Dutch mergers, not copied from a register.
 */
const list = readFileSync(new URL('./former-municipalities.csv', import.meta.url), 'utf8')

/** A municipality that ended. More than one successor: its area was divided. */
export type FormerMunicipality = { name: string; since: string; successors: string[] }

const formers = new Map<string, FormerMunicipality>()
for (const line of list.trim().split('\n').slice(1)) {
  const [since = '', successors = '', names = ''] = line.split(';')
  for (const name of names.split(',')) formers.set(streetKey(name), { name, since, successors: successors.split(',') })
}

/** Returns the former municipality with this name, in any case and accents; undefined if there is none. */
export const formerMunicipality = (name: string) => formers.get(streetKey(name))

const dayFormat = new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const conjunction = new Intl.ListFormat('nl', { type: 'conjunction' })

/** Returns the Dutch sentence about a former municipality, without its full stop. */
export function formerMunicipalityText({ name, since, successors }: FormerMunicipality) {
  const day = dayFormat.format(new Date(since))
  const names = conjunction.format(successors)
  return successors.length > 1
    ? `${name} is sinds ${day} verdeeld over ${names}`
    : `${name} hoort sinds ${day} bij ${names}`
}
