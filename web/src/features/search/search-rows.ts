import {
  addressLine,
  type Employee,
  isBsgwEmployee,
  isMunicipalEmployee,
  passNumberIn,
  type Reply,
  type SearchHit,
  type search,
  townLine,
} from '@rd4-loket/contract'
import type { SuggestionGroup } from '../../kit/forms/SuggestionList.tsx'

type Answer = Reply<typeof search>
type Criteria = NonNullable<Answer['meta']['criteria']>

/** What can be chosen in the search box: what was found, all of it, or a pass that somebody typed. */
export type Row =
  | SearchHit
  | { kind: 'all'; criteria: Criteria }
  | { kind: 'pass'; number: string }
  /** The code is no pass: ask the server for it. */
  | { kind: 'ask' }
  /** A page of the portal, by the beginning of a word of its name. */
  | ({ kind: 'page' } & OwnPage)

/** A page that this employee may open. */
export type OwnPage = { path: string; title: string }

/** What an employee may search for by one line. */
export const mayFind = (employee: Employee) => ({
  places: isBsgwEmployee(employee),
  passes: isMunicipalEmployee(employee),
})
export type MayFind = ReturnType<typeof mayFind>

const withPostalCode = /(^|[\s,])[1-9]\d{3}\s?[a-z]{2}(?![a-z])/i

/** The pass number that a line may be, for who may look up passes. A postal code is one to nobody who may search for places. */
export const passIn = (line: string, { places, passes }: MayFind) =>
  passes && !(places && withPostalCode.test(line)) ? passNumberIn(line) : undefined

const names: Record<Row['kind'], string | undefined> = {
  address: 'Adressen',
  street: 'Straten',
  collection_system: 'Verzamelsystemen',
  container: 'Containers',
  pass: 'Milieupas',
  page: 'Ga naar',
  ask: undefined,
  all: undefined,
}

/** The pages that are meant by what is typed, from the second letter on. */
export const pagesIn = (line: string, pages: OwnPage[]): Row[] =>
  line.length < 2
    ? []
    : pages
        .filter(({ title }) => ` ${title.toLowerCase()}`.includes(` ${line.toLowerCase()}`))
        .map((page) => ({ kind: 'page', ...page }))

/** The rows by their kind, in the order in which the kinds come; what is likeliest is first. */
export function groupsOf(rows: Row[]): SuggestionGroup<Row>[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  return kinds.map((kind) => ({ name: names[kind], rows: rows.filter((row) => row.kind === kind) }))
}

/** A name that no other row of the list has. */
export function rowKey(row: Row) {
  if (row.kind === 'page') return `page ${row.path}`
  if (row.kind === 'street') return `street ${row.street} ${row.city} ${row.municipality.id}`
  return `${row.kind} ${'alias' in row ? row.alias : ''} ${row.kind === 'container' ? row.number : ''}`
}

/** The rows of an answer; the last one leads to all there are. */
export function rowsOf({ data, meta: { criteria, more } }: Answer): Row[] {
  return more && criteria ? [...data, { kind: 'all', criteria }] : data
}

/** What Enter means after an answer: the one hit, the list of several, or nothing that can be chosen for the employee. */
export function entered({ data, meta: { criteria, more, match } }: Answer): Row | undefined {
  const [only] = data
  if (!only || match !== 'exact') return undefined
  if (data.length === 1 && !more) return only
  return criteria ? { kind: 'all', criteria } : undefined
}

const reading = (row: Row) => (row.kind === 'address' ? `${addressLine(row)} ${townLine(row)}` : undefined)

/** What tells an address apart from another row that reads the same. */
export function twinNote(row: Row, rows: Row[]): string | undefined {
  if (row.kind !== 'address' || rows.filter((other) => reading(other) === reading(row)).length < 2) return undefined
  return `Objectcode ${row.object_code ?? 'onbekend'}`
}
