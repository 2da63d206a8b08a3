import {
  addressLine,
  type Employee,
  isBsgwEmployee,
  isMunicipalEmployee,
  missingText,
  passNumberIn,
  type SearchHit,
  type SearchReply,
  search,
  townLine,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type SuggestionGroup, useReplyWhileTyping, useSuggestions } from '../../kit/forms/Suggestions.tsx'
import { failureLine } from '../../kit/page/Page.tsx'
import { carryPass } from '../../session/carried-pass.ts'
import { queryWhileTyping } from '../../session/queries.ts'

const notPassNumber = 'Typ of scan een pasnummer: 6 tot 20 cijfers of letters.'
/** The note below hits that do not match exactly. */
const matchNotes = {
  exact: undefined,
  close: 'Zo heet geen straat. Dit lijkt erop.',
  partial: 'Dit is niet gevonden met alles wat u typte, maar met een deel ervan.',
}

/** Returns a function that opens the page of an option. A pass number stays in memory: it must not be in a URL. */
function useOpenOption() {
  const navigate = useNavigate()
  return (option: Exclude<SearchOption, { kind: 'code' }>) => {
    switch (option.kind) {
      case 'address':
        return navigate({ to: '/address/$alias', params: { alias: option.alias } })
      case 'street':
        return navigate({ to: '/address', search: { municipality_id: option.municipality.id, street: option.street } })
      case 'all':
        return navigate({ to: '/address', search: option.criteria })
      case 'collection_system':
        return navigate({ to: '/collection-system/$alias', params: { alias: option.alias } })
      case 'container': {
        const to = option.page === 'address' ? '/address/$alias' : '/collection-system/$alias'
        return navigate({ to, params: { alias: option.alias } })
      }
      case 'page':
        return navigate({ to: option.path })
      case 'pass':
        carryPass(option.number)
        return navigate({ to: '/services-and-settings' })
    }
  }
}

/**
 * The state of the search box: the typed text and the server's hits for it. Text that may be a pass number is not
 * sent to the server while it is typed. The employee then chooses between a lookup of the pass and a search.
 */
export function useSearchBox(
  employee: Employee,
  pages: OwnPage[],
  { onLeave, onArrive }: { onLeave: () => void; onArrive: () => void },
) {
  const scope = searchScope(employee)
  const client = useQueryClient()
  const openOption = useOpenOption()
  const [text, setText] = useState('')
  const latestLine = useRef('')
  // The line for which the employee chose to search by code, although the line may be a pass number.
  const [codeLine, setCodeLine] = useState<string>()

  const line = text.trim()
  const passNumber = passNumberOf(line, scope)
  const needsChoice = passNumber !== undefined && codeLine !== line
  const maySearch = scope.places && line !== ''
  const searchQuery = queryWhileTyping(search, { body: { text: line } })
  const { shown, answered, late, error } = useReplyWhileTyping({ ...searchQuery, enabled: maySearch && !needsChoice })

  const passOptions: SearchOption[] = passNumber === undefined ? [] : [{ kind: 'pass', number: passNumber }]
  const codeOptions: SearchOption[] = needsChoice && scope.places ? [{ kind: 'code' }] : []
  const pageOptions = matchingPages(line, pages)
  const options = [...passOptions, ...codeOptions, ...(shown ? optionsOf(shown) : []), ...pageOptions]
  const list = useSuggestions(options.length)

  const type = (typed: string) => {
    latestLine.current = typed.trim()
    setText(typed)
    setCodeLine(undefined)
    list.show()
  }

  const choose = (option: SearchOption) => {
    if (option.kind === 'code') {
      setCodeLine(line)
      return void openExactHit()
    }
    type('')
    list.close()
    onLeave()
    void openOption(option).then(onArrive)
  }

  /** Opens the exact hit when the reply arrives, or marks the first hit. Does nothing if the text has changed since. */
  const openExactHit = async () => {
    list.show()
    const reply = await client.fetchQuery(searchQuery).catch(() => undefined)
    if (!reply || latestLine.current !== line) return
    const option = exactOption(reply)
    if (option) choose(option)
    else list.mark(reply.data.length > 0 ? passOptions.length : -1)
  }

  const enter = () => {
    const marked = options[list.marked]
    if (marked) choose(marked)
    else if (needsChoice) choose({ kind: 'pass', number: passNumber })
    else if (maySearch) void openExactHit()
    else if (pageOptions[0]) choose(pageOptions[0])
  }

  /**
   * Opens the pass desk for a scan outside text fields. Returns false if the scan is no pass number, or if the employee
   * may not look up passes.
   */
  const scan = (digits: string) => {
    const number = passNumberOf(digits, scope)
    if (number !== undefined) void openOption({ kind: 'pass', number })
    return number !== undefined
  }

  const note = () => {
    if (line === '') return undefined
    if (error) return failureLine(error)
    if (!scope.places) return passNumber === undefined && pageOptions.length === 0 ? notPassNumber : undefined
    if (late) return 'Bezig met zoeken …'
    if (shown?.meta.missing) return missingText(shown.meta.missing)
    return shown && matchNotes[shown.meta.match]
  }

  return {
    scope,
    text,
    type,
    options,
    list,
    choose,
    enter,
    scan,
    note: note(),
    isComplete: answered || !maySearch || passNumber !== undefined,
  }
}

type InterpretedCriteria = NonNullable<SearchReply['meta']['criteria']>

/** A page that the employee may open. */
export type OwnPage = { path: string; title: string }

/** An option in the list of the search box. */
export type SearchOption =
  | SearchHit
  /** A link to the list of all addresses that match. */
  | { kind: 'all'; criteria: InterpretedCriteria }
  /** A lookup of the typed text as a pass number. */
  | { kind: 'pass'; number: string }
  /** A search on the server for text that may also be a pass number. */
  | { kind: 'code' }
  | ({ kind: 'page' } & OwnPage)

/** Returns what an employee may search for. */
const searchScope = (employee: Employee) => ({
  places: isBsgwEmployee(employee),
  passes: isMunicipalEmployee(employee),
})
type SearchScope = ReturnType<typeof searchScope>

const withPostalCode = /(^|[\s,])[1-9]\d{3}\s?[a-z]{2}(?![a-z])/i

/**
 * Returns the pass number in a line, if the employee may look up passes. If the employee may also search, a line with a
 * postal code is no pass number.
 */
const passNumberOf = (line: string, { places, passes }: SearchScope) =>
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
const matchingPages = (line: string, pages: OwnPage[]): SearchOption[] =>
  line.length < 2
    ? []
    : pages
        .filter(({ title }) => ` ${title.toLowerCase()}`.includes(` ${line.toLowerCase()}`))
        .map((page) => ({ kind: 'page', ...page }))

/** Groups options by kind, in the order in which the kinds first appear. */
export function groupOptions(options: SearchOption[]): SuggestionGroup<SearchOption>[] {
  return [...Map.groupBy(options, ({ kind }) => kind)].map(([kind, rows]) => ({ name: groupNames[kind], rows }))
}

/** A key that is unique in the list. */
export function optionKey(option: SearchOption) {
  if (option.kind === 'page') return `page ${option.path}`
  if (option.kind === 'street') return `street ${option.street} ${option.city} ${option.municipality.id}`
  const number = option.kind === 'container' ? option.number : ''
  return `${option.kind} ${'alias' in option ? option.alias : ''} ${number}`
}

/** Returns the options of a reply. If there are more hits, the last option leads to all of them. */
function optionsOf({ data, meta: { criteria, more } }: SearchReply): SearchOption[] {
  return more && criteria ? [...data, { kind: 'all', criteria }] : data
}

/** Returns the option that Enter opens: the only hit or the list of all hits; undefined if no hit is exact. */
function exactOption({ data, meta: { criteria, more, match } }: SearchReply): SearchOption | undefined {
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
