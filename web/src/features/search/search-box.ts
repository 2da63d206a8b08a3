import {
  addressLine,
  addressNoteText,
  alternativesOf,
  type Employee,
  isBsgwEmployee,
  isMunicipalEmployee,
  isSameExtension,
  matchText,
  type OpenedPlace,
  type PassForm,
  passFormText,
  passNumberIn,
  readPassNumber,
  type SearchAlternative,
  type SearchHit,
  type SearchReply,
  type StreetSuggestion,
  search,
  townLine,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type DeskBox, deskTask } from '../../domain/passes/pass-box.ts'
import { usePassForm } from '../../domain/passes/pass-form.ts'
import { markEntered, passInLine, readPass, withPostalCode } from '../../domain/passes/pass-keys.tsx'
import { pickupHash } from '../../domain/pickups/pickup-hash.ts'
import { rememberSuggested, useOpened } from '../../domain/places/opened.ts'
import { dayText, groupedCode } from '../../kit/browser/format.ts'
import { type SuggestionGroup, useReplyWhileTyping, useSuggestions } from '../../kit/forms/Suggestions.tsx'
import { failureLine } from '../../kit/page/Page.tsx'
import { carryToDesk, isDeskAwaited } from '../../session/carried-pass.ts'
import { usePreload } from '../../session/lazy-page.ts'
import { isOffered } from '../../session/offered.tsx'
import { queryWhileTyping } from '../../session/queries.ts'
import {
  type AddressTask,
  actionWords,
  addressTasks,
  initialActions,
  loadActionWords,
  matchingActions,
  namesAction,
  type OwnPage,
  type SearchAction,
} from './actions.ts'

const notPage = 'Er is geen pagina of actie met deze naam.'
const deskPath = '/services-and-settings'

/** What the header does for an action that is not a page. */
export type Commands = { logout: () => void; showKeys: () => void }

/**
 * Returns a function that opens the page of an option. A pass number stays in memory: it must not be in a URL. For
 * an employee who may not open addresses, an address opens its calendar.
 */
function useOpenOption({ places }: SearchScope, { logout, showKeys }: Commands) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return (option: OpenableOption, task?: AddressTask) => {
    switch (option.kind) {
      case 'address':
        if (!places) return navigate({ to: '/calendar', search: { address: option.alias } })
        rememberSuggested(client, option)
        return navigate({
          to: '/address/$alias',
          params: { alias: option.alias },
          ...(task === 'pickup' && { hash: pickupHash }),
        })
      case 'all':
        return navigate({ to: '/address', search: option.criteria })
      case 'assessment':
        return navigate({ to: '/address/$alias', params: { alias: option.alias }, search: { year: option.year } })
      case 'collection_system':
        return navigate({ to: '/collection-system/$alias', params: { alias: option.alias } })
      case 'container': {
        const to = option.page === 'address' ? '/address/$alias' : '/collection-system/$alias'
        return navigate({ to, params: { alias: option.alias } })
      }
      case 'page':
        return navigate({ to: option.path })
      case 'pass':
        carryToDesk(option.number)
        return navigate({ to: deskPath })
      case 'desk':
        deskTask.write(option.deskTask)
        return navigate({ to: deskPath })
      case 'logout':
        return logout()
      case 'keys':
        return showKeys()
      case 'print':
        return print()
    }
  }
}

type Refused = { typed: string; reason: string; times: number }

/**
 * The state of the search box: the typed text and the server's hits for it. Text that may be a pass number is not
 * sent to the server while it is typed. The employee then chooses between a lookup of the pass and a search. Without
 * a role that searches for addresses, and on the pass desk, the box is a pass field that also finds pages and actions.
 */
export function useSearchBox(
  employee: Employee,
  pages: OwnPage[],
  commands: Commands,
  { desk, onArrive }: { desk: DeskBox | undefined; onArrive: () => void },
) {
  const ownScope = searchScope(employee)
  const scope = desk ? { places: false, passes: true } : ownScope
  const isPassBox = scope.passes && !scope.places
  const passForm = usePassForm()
  const client = useQueryClient()
  const openOption = useOpenOption(ownScope, commands)
  const [text, setText] = useState('')
  const latestLine = useRef('')
  // The line for which the employee chose to search by code, although the line may be a pass number.
  const [codeLine, setCodeLine] = useState<string>()
  // The task for which the employee looks for an address.
  const [task, setTask] = useState<AddressTask>()
  // The text that is no pass number, entered on a page without the desk.
  const [refused, setRefused] = useState<Refused>()
  const opened = useOpened()
  usePreload({ preload: loadActionWords })
  actionWords.use()

  const line = text.trim()
  const passNumber = desk ? undefined : passNumberOf(line, scope, passForm)
  const needsChoice = passNumber !== undefined && codeLine !== line
  const maySearch = scope.places && line !== ''
  const searchQuery = queryWhileTyping(search, { body: { text: line } })
  const { shown, answered, late, error } = useReplyWhileTyping({ ...searchQuery, enabled: maySearch && !needsChoice })

  const passOptions: SearchOption[] = passNumber === undefined ? [] : [{ kind: 'pass', number: passNumber }]
  const codeOptions: SearchOption[] = needsChoice && scope.places ? [{ kind: 'code' }] : []
  const actions = task ? [] : matchingActions(line, pages, ownScope)
  const foundOptions = shown ? optionsOf(shown, line) : []
  const isAction = namesAction(line, actions)
  // An action with the typed name stands before the places, and every action before places that only resemble the line.
  const others =
    shown?.meta.match === 'exact' && !isAction ? [...foundOptions, ...actions] : [...actions, ...foundOptions]
  const options =
    line === '' ? initialOptions(opened, task, pages, ownScope, desk) : [...passOptions, ...codeOptions, ...others]
  const list = useSuggestions(options.length)

  const type = (typed: string) => {
    void loadActionWords()
    latestLine.current = typed.trim()
    setText(typed)
    setCodeLine(undefined)
    setRefused(undefined)
    list.show()
  }

  const choose = (option: SearchOption) => {
    switch (option.kind) {
      case 'code':
        setCodeLine(line)
        return void openExactHit(line)
      case 'street':
        return type(`${streetCompletion(option)} `)
      case 'alternative':
        type(option.line)
        return void openExactHit(option.line, option)
      case 'task':
        setTask(option.task)
        return type('')
    }
    type('')
    setTask(undefined)
    list.close()
    void Promise.resolve(openOption(option, task)).then(onArrive)
  }

  /**
   * Opens the exact hit of a line when the reply arrives, or marks the first hit. If no hit is exact, or if the line
   * is a word for an action, opens the first page or action. Does nothing if the text has changed since.
   */
  const openExactHit = async (searched: string, alternative?: SearchAlternative) => {
    list.show()
    const reply = await client.fetchQuery(queryWhileTyping(search, { body: { text: searched } })).catch(() => undefined)
    if (!reply || latestLine.current !== searched.trim()) return
    const option = isAction && !alternative ? actions[0] : (hitOf(reply, alternative) ?? exactOption(reply))
    if (option) choose(option.kind === 'street' ? streetPage(option) : option)
    else if (actions[0] && (reply.data.length === 0 || reply.meta.match !== 'exact')) choose(actions[0])
    else list.mark(reply.data.length > 0 ? passOptions.length : -1)
  }

  const leaveTask = () => setTask(undefined)

  /** Enters a text in the pass field: a pass, a number of rolls for the desk, or the name of an action. */
  const enterPass = (typed: string) => {
    const [action] = /\d/.test(typed) ? [] : matchingActions(typed, pages, ownScope)
    if (action) return choose(action)
    const { number, error: reason } = readPass(typed, passForm)
    const isForDesk = desk !== undefined || isDeskAwaited()
    const isAccepted = desk ? desk.enter(typed) : isForDesk || number !== undefined
    if (isAccepted) {
      markEntered()
      setText('')
      setRefused(undefined)
      list.close()
    } else if (!desk && reason !== undefined) {
      setRefused((before) => ({ typed, reason, times: (before?.times ?? 0) + 1 }))
      list.show()
    }
    if (!desk && isForDesk) carryToDesk(typed)
    else if (!desk && number !== undefined) choose({ kind: 'pass', number })
    return isAccepted
  }

  const enter = () => {
    const marked = options[list.marked]
    if (marked) return choose(marked)
    if (isPassBox) return enterPass(line)
    if (needsChoice) choose({ kind: 'pass', number: passNumber })
    else if (maySearch) void openExactHit(line)
    else if (actions[0]) choose(actions[0])
  }

  /**
   * Opens the pass desk for a scan outside text fields. Returns false if the scan is not a pass number, or if the
   * employee may not look up passes.
   */
  const scan = (digits: string) => {
    const number = passNumberOf(digits, scope, passForm)
    if (number !== undefined) void openOption({ kind: 'pass', number })
    return number !== undefined
  }

  const note = () => {
    if (refused) return refused.reason
    if (line === '') return task && `Typ het adres ${addressTasks[task].purpose}.`
    if (error) return failureLine(error)
    if (desk) return undefined
    const advice = passAdvice(line, scope, passForm)
    if (!scope.places && passNumber === undefined && actions.length === 0) return advice ?? notPage
    if (!scope.places) return undefined
    if (advice && shown?.meta.match !== 'exact') return advice
    if (late) return 'Bezig met zoeken …'
    // An action answers to the line, so it is not an address that was not found.
    if (actions.length > 0 && shown?.data.length === 0) return undefined
    return shown && matchText(shown.meta)
  }

  return {
    scope,
    isPassBox,
    text,
    line,
    type,
    setText,
    task,
    leaveTask,
    options,
    list,
    choose,
    enter,
    enterPass,
    scan,
    refused,
    note: note(),
    isComplete: answered || !maySearch || passNumber !== undefined,
  }
}

type ListOption = Extract<SearchOption, { kind: 'all' }>
type InterpretedCriteria = NonNullable<SearchReply['meta']['criteria']>

/** An option in the list of the search box. */
export type SearchOption =
  | SearchHit
  /** A link to the list of all addresses that match. */
  | { kind: 'all'; criteria: InterpretedCriteria }
  /** A lookup of the typed text as a pass number. */
  | { kind: 'pass'; number: string }
  /** A search on the server for text that may also be a pass number. */
  | { kind: 'code' }
  | SearchAction
  /** A search line with results, offered in place of the typed line. */
  | ({ kind: 'alternative' } & SearchAlternative)

/** An option that opens a page. The other options change the line. */
type OpenableOption = Exclude<SearchOption, { kind: 'code' | 'street' | 'alternative' | 'task' }>

const maxInitial = 6

/**
 * Returns the options of an empty box: the places opened last, and the actions. During a task, only addresses. On the
 * pass desk none, because the arrow keys choose its task.
 */
function initialOptions(
  opened: OpenedPlace[],
  task: AddressTask | undefined,
  pages: OwnPage[],
  scope: SearchScope,
  desk: DeskBox | undefined,
): SearchOption[] {
  if (desk) return []
  const places = opened.filter(({ kind }) => !task || kind === 'address').slice(0, maxInitial)
  return [...places, ...(task ? [] : initialActions(pages, scope))]
}

/** Returns the text of a chosen street. The employee then types the number after it. */
const streetCompletion = ({ street, city }: StreetSuggestion) => `${street}, ${city}`

/** Returns the list of the addresses in a street. */
const streetPage = ({ street, municipality }: StreetSuggestion): ListOption => ({
  kind: 'all',
  criteria: { municipality_id: municipality.id, street },
})

/** Returns what an employee may search for. */
const searchScope = (employee: Employee) => ({
  places: isBsgwEmployee(employee) && isOffered(search),
  passes: isMunicipalEmployee(employee),
})
type SearchScope = ReturnType<typeof searchScope>

/**
 * Returns the pass number in a line, if the employee may look up passes. If the employee may also search, a line with a
 * postal code is not a pass number.
 */
const passNumberOf = (line: string, { places, passes }: SearchScope, form: PassForm) =>
  passes ? (places ? passInLine : passNumberIn)(line, form) : undefined

/** Returns the advice for a line that is no pass number, if the employee may look up passes. */
function passAdvice(line: string, { places, passes }: SearchScope, form: PassForm) {
  if (!passes) return undefined
  const { miss, advice } = readPassNumber(line, form)
  const isNearMiss = miss !== undefined && miss !== 'not_a_number'
  if (!places) return isNearMiss ? advice : `Typ of scan een pasnummer: ${passFormText(form)}.`
  const isMostlyDigits = line.replace(/\D/g, '').length * 2 >= line.length && !withPostalCode.test(line)
  // A shorter or longer number can be a code or a part of an address.
  return miss === 'keyboard' || (isMostlyDigits && (miss === 'marks' || miss === 'doubled')) ? advice : undefined
}

const groupNames: Record<SearchOption['kind'], string | undefined> = {
  address: 'Adressen',
  street: 'Straten',
  collection_system: 'Verzamelsystemen',
  container: 'Containers',
  assessment: 'Aanslagen',
  pass: 'Milieupas',
  page: 'Ga naar',
  task: 'Doen',
  desk: 'Doen',
  logout: 'Doen',
  keys: 'Doen',
  print: 'Doen',
  alternative: 'Bedoelt u',
  code: undefined,
  all: undefined,
}

/**
 * Groups options by the name of their kind, in the order in which the names first appear. In an empty box, the places
 * are those that were opened last.
 */
export function groupOptions(options: SearchOption[], line: string): SuggestionGroup<SearchOption>[] {
  const nameOf = (option: SearchOption) => {
    const { kind } = option
    if (line === '' && (kind === 'address' || kind === 'collection_system')) return 'Laatst bekeken'
    return kind === 'page' && option.isAction ? 'Doen' : groupNames[kind]
  }
  return [...Map.groupBy(options, nameOf)].map(([name, rows]) => ({ name, rows }))
}

/** A key that is unique in the list. */
export function optionKey(option: SearchOption) {
  if ('title' in option) return `${option.kind} ${option.title}`
  if (option.kind === 'alternative') return `alternative ${option.line}`
  if (option.kind === 'street') return `street ${option.street} ${option.city} ${option.municipality.id}`
  const number = option.kind === 'container' || option.kind === 'assessment' ? option.number : ''
  return `${option.kind} ${'alias' in option ? option.alias : ''} ${number}`
}

/**
 * Returns the options of a reply: the hits, and the alternatives for the part that was not found. A street that is
 * already completed leads to its addresses. If there are more hits, the last option leads to all of them.
 */
function optionsOf({ data, meta: { criteria, more, missing } }: SearchReply, line: string): SearchOption[] {
  const hits = data.map((hit) => (hit.kind === 'street' && streetCompletion(hit) === line ? streetPage(hit) : hit))
  const alternatives = (missing ? alternativesOf(missing) : []).map((it) => ({ kind: 'alternative' as const, ...it }))
  const isListed = hits.some(({ kind }) => kind === 'all')
  return [...hits, ...alternatives, ...(more && criteria && !isListed ? [{ kind: 'all' as const, criteria }] : [])]
}

/** Returns the only address with the extension of a chosen alternative. */
function hitOf({ data }: SearchReply, { extension }: { extension?: string | null } = {}): SearchHit | undefined {
  if (extension === undefined) return undefined
  const same = data.filter((hit) => hit.kind === 'address' && isSameExtension(hit.house_number_extension, extension))
  return same.length === 1 ? same[0] : undefined
}

/**
 * Returns the option that Enter opens: the only hit, the only hit with the whole name of the street, or the list of all
 * hits; undefined if no hit is exact.
 */
function exactOption({
  data,
  meta: { criteria, more, match, first_only },
}: SearchReply): SearchHit | ListOption | undefined {
  const [only] = data
  if (!only || match !== 'exact') return undefined
  if (first_only || (data.length === 1 && !more)) return only
  return criteria ? { kind: 'all', criteria } : undefined
}

/** Returns the text of an address or a collection system, which two of them can share. */
function placeText(option: SearchOption) {
  if (option.kind === 'address') return `${addressLine(option)} ${townLine(option)}`
  return option.kind === 'collection_system' ? `${option.name} ${option.system} ${option.city}` : undefined
}

/** Returns the notes of an address, and the object code of a place if another option has the same text. */
export function placeNote(option: SearchOption, options: SearchOption[]): string {
  if (option.kind !== 'address' && option.kind !== 'collection_system') return ''
  const { retired_on, notes = [] } = option.kind === 'address' ? option : {}
  const isTwin = options.filter((other) => placeText(other) === placeText(option)).length > 1
  return [
    retired_on && `Vervallen op ${dayText(retired_on)}`,
    ...notes.map(addressNoteText),
    isTwin && `Objectcode ${option.object_code ? groupedCode(option.object_code) : 'onbekend'}`,
  ]
    .filter(Boolean)
    .join('. ')
}
