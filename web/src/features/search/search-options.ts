import {
  addressLine,
  type Employee,
  isBsgwEmployee,
  isMunicipalEmployee,
  passNumberIn,
  type SearchHit,
  type SearchReply,
  townLine,
} from '@rd4-loket/contract'
import type { SuggestionGroup } from '../../kit/forms/Suggestions.tsx'

type InterpretedCriteria = NonNullable<SearchReply['meta']['criteria']>

/** A page that the employee may open. */
export type OwnPage = { path: string; title: string }

/** An option in the list of the search box. */
export type SearchOption =
  | SearchHit
  /** The list of all addresses that match. */
  | { kind: 'all'; criteria: InterpretedCriteria }
  /** The typed text as a pass number. */
  | { kind: 'pass'; number: string }
  /** A search on the server for text that may also be a pass number. */
  | { kind: 'code' }
  | ({ kind: 'page' } & OwnPage)

/** Returns what an employee may search for. */
export const searchScope = (employee: Employee) => ({
  places: isBsgwEmployee(employee),
  passes: isMunicipalEmployee(employee),
})
export type SearchScope = ReturnType<typeof searchScope>

const withPostalCode = /(^|[\s,])[1-9]\d{3}\s?[a-z]{2}(?![a-z])/i

/** Returns the pass number in a line, if the employee may look up passes. For other searches, a postal code is none. */
export const passNumberOf = (line: string, { places, passes }: SearchScope) =>
  passes && !(places && withPostalCode.test(line)) ? passNumberIn(line) : undefined

const groupNames: Record<SearchOption['kind'], string | undefined> = {
  address: 'Adressen',
  street: 'Straten',
  collection_system: 'Verzamelsystemen',
  container: 'Containers',
  pass: 'Milieupas',
  page: 'Ga naar',
  code: undefined,
  all: undefined,
}

/** Returns the pages with a word that begins with the line, if the line has two characters or more. */
export const matchingPages = (line: string, pages: OwnPage[]): SearchOption[] =>
  line.length < 2
    ? []
    : pages
        .filter(({ title }) => ` ${title.toLowerCase()}`.includes(` ${line.toLowerCase()}`))
        .map((page) => ({ kind: 'page', ...page }))

/** Groups options by kind, in the order in which the kinds first appear. */
export function groupOptions(options: SearchOption[]): SuggestionGroup<SearchOption>[] {
  const kinds = [...new Set(options.map(({ kind }) => kind))]
  return kinds.map((kind) => ({ name: groupNames[kind], rows: options.filter((option) => option.kind === kind) }))
}

/** A key that is unique in the list. */
export function optionKey(option: SearchOption) {
  if (option.kind === 'page') return `page ${option.path}`
  if (option.kind === 'street') return `street ${option.street} ${option.city} ${option.municipality.id}`
  const number = option.kind === 'container' ? option.number : ''
  return `${option.kind} ${'alias' in option ? option.alias : ''} ${number}`
}

/** Returns the options of a reply. If there are more hits, the last option leads to all of them. */
export function optionsOf({ data, meta: { criteria, more } }: SearchReply): SearchOption[] {
  return more && criteria ? [...data, { kind: 'all', criteria }] : data
}

/** Returns the option that Enter opens: the only hit or the list of all hits; undefined if no hit is exact. */
export function exactOption({ data, meta: { criteria, more, match } }: SearchReply): SearchOption | undefined {
  const [only] = data
  if (!only || match !== 'exact') return undefined
  if (data.length === 1 && !more) return only
  return criteria ? { kind: 'all', criteria } : undefined
}

const addressText = (option: SearchOption) =>
  option.kind === 'address' ? `${addressLine(option)} ${townLine(option)}` : undefined

/** Returns the object code of an address, if another option has the same text. */
export function duplicateNote(option: SearchOption, options: SearchOption[]): string | undefined {
  if (option.kind !== 'address') return undefined
  const isUnique = options.filter((other) => addressText(other) === addressText(option)).length < 2
  return isUnique ? undefined : `Objectcode ${option.object_code ?? 'onbekend'}`
}
