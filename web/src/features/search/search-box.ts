import { type Employee, missingText, search } from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSuggestions } from '../../kit/forms/suggestions.ts'
import { useTypedAnswer } from '../../kit/forms/typed-answer.ts'
import { typing } from '../../session/api.ts'
import { carryPass } from '../../session/carried-pass.ts'
import { entered, mayFind, type OwnPage, pagesIn, passIn, type Row, rowsOf } from './search-rows.ts'

const noPass = 'Typ of scan een pasnummer: 6 tot 20 cijfers of letters.'
/** What is said under rows that are not quite what was typed. */
const notes = {
  exact: undefined,
  close: 'Zo heet geen straat. Dit lijkt erop.',
  partial: 'Dit is niet gevonden met alles wat u typte, maar met een deel ervan.',
}

/** Goes where a row leads. A pass number goes by hand: it must not stand in an address. */
function useOpenRow() {
  const navigate = useNavigate()
  return (row: Exclude<Row, { kind: 'ask' }>) => {
    switch (row.kind) {
      case 'address':
        return navigate({ to: '/address/$alias', params: { alias: row.alias } })
      case 'street':
        return navigate({ to: '/address', search: { municipality_id: row.municipality.id, street: row.street } })
      case 'all':
        return navigate({ to: '/address', search: row.criteria })
      case 'collection_system':
        return navigate({ to: '/collection-system/$alias', params: { alias: row.alias } })
      case 'container': {
        const to = row.page === 'address' ? '/address/$alias' : '/collection-system/$alias'
        return navigate({ to, params: { alias: row.alias } })
      }
      case 'page':
        return navigate({ to: row.path })
      case 'pass':
        carryPass(row.number)
        return navigate({ to: '/services-and-settings' })
    }
  }
}

/**
 * The state of the search box: what is typed, and what the server found for exactly that. What may be a pass number is not
 * sent anywhere while it is typed; the pass desk looks it up when the employee says so.
 */
export function useSearchBox(
  employee: Employee,
  pages: OwnPage[],
  { onLeave, onArrive }: { onLeave: () => void; onArrive: () => void },
) {
  const may = mayFind(employee)
  const client = useQueryClient()
  const openRow = useOpenRow()
  const [text, setText] = useState('')
  const [asked, ask] = useState<string>()
  const latest = useRef('')

  const line = text.trim()
  const pass = passIn(line, may)
  const mayAsk = may.places && line !== ''
  const question = typing(search, { body: { text: line } })
  const { shown, answered, late, error } = useTypedAnswer({
    ...question,
    enabled: mayAsk && (pass === undefined || asked === line),
  })

  const passRows: Row[] = pass === undefined ? [] : [{ kind: 'pass', number: pass }]
  const askRows: Row[] = pass !== undefined && may.places && asked !== line ? [{ kind: 'ask' }] : []
  const pageRows = pagesIn(line, pages)
  const rows = [...passRows, ...askRows, ...(shown ? rowsOf(shown) : []), ...pageRows]
  const list = useSuggestions(rows.length)

  const type = (typed: string) => {
    latest.current = typed.trim()
    setText(typed)
    ask(undefined)
    list.show()
  }

  /** Answers an Enter when the answer to what was typed is there; whoever has typed on by then meant something else. */
  const settle = async () => {
    list.show()
    const answer = await client.fetchQuery(question).catch(() => undefined)
    if (!answer || latest.current !== line) return
    const row = entered(answer)
    if (row) choose(row)
    else list.mark(answer.data.length > 0 ? passRows.length : -1)
  }

  const choose = (row: Row) => {
    if (row.kind === 'ask') {
      ask(line)
      return void settle()
    }
    type('')
    list.close()
    onLeave()
    void openRow(row).then(onArrive)
  }

  const enter = () => {
    const marked = rows[list.marked]
    if (marked) choose(marked)
    else if (pass !== undefined && asked !== line) choose({ kind: 'pass', number: pass })
    else if (mayAsk) void settle()
    else if (pageRows[0]) choose(pageRows[0])
  }

  /** Takes a pass that was scanned outside every field to its desk; false when it is none that this employee may look up. */
  const scan = (digits: string) => {
    const number = passIn(digits, may)
    if (number !== undefined) void openRow({ kind: 'pass', number })
    return number !== undefined
  }

  const note = () => {
    if (line === '') return undefined
    if (error) return error.message
    if (!may.places) return pass === undefined && pageRows.length === 0 ? noPass : undefined
    if (late) return 'Bezig met zoeken …'
    if (shown?.meta.missing) return missingText(shown.meta.missing)
    return shown && notes[shown.meta.match]
  }

  return {
    may,
    text,
    type,
    rows,
    list,
    choose,
    enter,
    scan,
    note: note(),
    answered: answered || !mayAsk || pass !== undefined,
  }
}
