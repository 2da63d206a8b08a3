import { type Employee, missingText, search } from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useReplyWhileTyping, useSuggestions } from '../../kit/forms/Suggestions.tsx'
import { carryPass } from '../../session/carried-pass.ts'
import { queryWhileTyping } from '../../session/queries.ts'
import {
  exactOption,
  matchingPages,
  type OwnPage,
  optionsOf,
  passNumberOf,
  type SearchOption,
  searchScope,
} from './search-options.ts'

const notPassNumber = 'Typ of scan een pasnummer: 6 tot 20 cijfers of letters.'
/** The note below hits that do not match exactly. */
const matchNotes = {
  exact: undefined,
  close: 'Zo heet geen straat. Dit lijkt erop.',
  partial: 'Dit is niet gevonden met alles wat u typte, maar met een deel ervan.',
}

/** Returns a function that opens the page of an option. A pass number is passed in memory: it must not be in a URL. */
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
 * sent to the server while it is typed. The employee chooses whether to look it up as a pass or to search for it.
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
  // The line for which the employee chose a search, although it may be a pass number.
  const [codeLine, setCodeLine] = useState<string>()

  const line = text.trim()
  const passNumber = passNumberOf(line, scope)
  const asksForChoice = passNumber !== undefined && codeLine !== line
  const maySearch = scope.places && line !== ''
  const searchQuery = queryWhileTyping(search, { body: { text: line } })
  const { shown, answered, late, error } = useReplyWhileTyping({ ...searchQuery, enabled: maySearch && !asksForChoice })

  const passOptions: SearchOption[] = passNumber === undefined ? [] : [{ kind: 'pass', number: passNumber }]
  const codeOptions: SearchOption[] = asksForChoice && scope.places ? [{ kind: 'code' }] : []
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
    else if (asksForChoice) choose({ kind: 'pass', number: passNumber })
    else if (maySearch) void openExactHit()
    else if (pageOptions[0]) choose(pageOptions[0])
  }

  /**
   * Opens the pass desk for a scan outside text fields. Returns false if it is no pass that the employee may look up.
   */
  const scan = (digits: string) => {
    const number = passNumberOf(digits, scope)
    if (number !== undefined) void openOption({ kind: 'pass', number })
    return number !== undefined
  }

  const note = () => {
    if (line === '') return undefined
    if (error) return error.message
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
