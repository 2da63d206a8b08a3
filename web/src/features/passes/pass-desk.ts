import {
  type Address,
  ApiError,
  decimalDigits,
  deskPurposes,
  isRollPurpose,
  type issueRolls,
  mayReplacePass,
  type PassForm,
  type PassMiss,
  type Purpose,
  type Reply,
  type Resident,
  type UndoableAction,
  withoutPassPurposes,
} from '@rd4-loket/contract'
import { type DeskTask, deskTasks } from '../../domain/passes/desk-tasks.ts'
import { readPass } from '../../domain/passes/pass-keys.tsx'
import { doublePress } from '../../kit/buttons/Button.tsx'
import {
  type DeskIssue,
  type IssueRequest,
  isCardOutdated,
  isUncertain,
  neverArrived,
  noReplyText,
  requestName,
} from './roll-issues.ts'

export const passlessTitle = 'Dit adres heeft geen milieupas'

const defaultPurpose = deskPurposes[0]
type WithoutPassPurpose = (typeof withoutPassPurposes)[number]

/** Returns whether the resident is found by address for this purpose, because there is no pass to scan. */
const isWithoutPass = (purpose: Purpose): purpose is WithoutPassPurpose =>
  withoutPassPurposes.some((it) => it === purpose)

/**
 * A pass or an address to look up, with the number of rolls that was entered before its card was on screen. `number` is
 * empty for an address.
 */
export type Lookup = { number: string; alias?: string; purpose: Purpose; rolls?: number }

type FailedLookup = Lookup & { error: Error }

/** A text that is no pass, or a pass that cannot be scanned now. `miss`: what is wrong with the text. */
export type Rejected = { id: string; typed: string; number?: string; reason: string; miss?: PassMiss | undefined }

/** A pass, or an address without a pass, that was removed from an idle screen. */
type RemovedCustomer =
  | { number: string }
  | { number?: undefined; alias: string; purpose: Purpose; newPass: string | undefined }

/** A call that is in flight as long as the state lists it. `reread` reads the pass on screen again. */
export type DeskCall = { id: string } & (
  | ({ kind: 'find' } & Lookup)
  | ({ kind: 'issue' } & IssueRequest)
  | { kind: 'reread'; resident: Resident; purpose: Purpose }
)

/** The state of the pass desk: the customer on screen, what the clerk typed, the calls in flight and the issues. */
export type DeskState = {
  /** The purpose for which residents' data is read. A choice is reset after one customer. */
  purpose: Purpose
  /** Whether the pass of this customer is lost: it is replaced after the lookup of the address. */
  isLost: boolean
  /** The pass for which the chosen purpose was used; undefined until the first call after the choice. */
  servedPass: string | undefined
  /** The resident on screen. */
  resident: Resident | undefined
  /** The address without a pass on screen. */
  passless: Address | undefined
  /** The new pass that was scanned for the customer on screen. The clerk has not confirmed it yet. */
  newPass: string | undefined
  /** Several lookups may be in flight, but only the resident of the latest lookup is shown. */
  latestLookup: string | undefined
  /** The latest lookup, after it failed. */
  failed: FailedLookup | undefined
  /** A number of rolls for a customer whose lookup failed after the next customer's scan. */
  unissued: FailedLookup | undefined
  /** The customer who was removed from the idle screen. */
  removed: RemovedCustomer | undefined
  /** Whether the card will be removed from the screen within 30 seconds. */
  isIdleSoon: boolean
  /** The number of rolls typed on the card. Kept when the card is removed from an idle screen. */
  typedRolls: string
  /** The name typed for a first pass. Kept when the address is removed from an idle screen. */
  typedName: string
  /** The last text that was rejected in the pass field, with its pass number if it has one. `id` differs each time. */
  rejected: Rejected | undefined
  /** The issues of this desk, latest first. */
  issues: DeskIssue[]
  /** The idempotency keys of requests whose outcome is unknown, by their names. A retry uses the same key. */
  uncertainKeys: Record<string, string>
  /** The moment at which a pass or a number of rolls was last entered. */
  enteredAt: number
  calls: DeskCall[]
  /** How often the focus moved to the pass field. */
  focusTurns: number
}

export const openedDesk: DeskState = {
  purpose: defaultPurpose,
  isLost: false,
  servedPass: undefined,
  resident: undefined,
  passless: undefined,
  newPass: undefined,
  latestLookup: undefined,
  failed: undefined,
  unissued: undefined,
  removed: undefined,
  isIdleSoon: false,
  typedRolls: '',
  typedName: '',
  rejected: undefined,
  issues: [],
  uncertainKeys: {},
  enteredAt: Number.NEGATIVE_INFINITY,
  calls: [],
  focusTurns: 0,
}

type EnteredText = { typed: string; form: PassForm }
type FoundResident = { resident: Resident | null; address?: Address }

/** What the clerk, a pass reader, the clock or the server did. */
export type DeskEvent =
  /** Text and Enter: a pass, or a number of rolls. On the card, it is a pass in the field for the number of rolls. */
  | ({ type: 'entered'; isOnCard?: boolean } & EnteredText)
  | { type: 'task chosen'; task: DeskTask }
  /** An arrow key in the empty box. */
  | { type: 'task moved'; step: 1 | -1 }
  /** The pass of the resident on screen, who was found by address, is lost. */
  | { type: 'loss reported' }
  /** The purpose was used for a call about the resident on screen. */
  | { type: 'purpose used' }
  | { type: 'address chosen'; alias: string }
  | { type: 'rolls typed' | 'name typed'; typed: string }
  /** A number of rolls and Enter on the card. */
  | { type: 'rolls entered'; rolls: number }
  | { type: 'issue retried'; issue: DeskIssue }
  /** A pass to look up: from another page, chosen with a button, or the pass on screen after a change. */
  | { type: 'pass opened'; number: string; keepsFocus?: boolean }
  /** The replacement of the pass on screen, for the same customer. */
  | { type: 'successor opened'; number: string }
  | { type: 'lookup retried'; lookup: Lookup }
  | { type: 'replacement started' | 'first pass started' }
  /** The new pass is active. The same customer may also want rolls. */
  | { type: 'new pass issued'; number: string }
  | { type: 'undone'; action: UndoableAction }
  | { type: 'connection back' }
  /** The screen was idle: until a warning, until the end, and not any more. */
  | { type: 'idle soon' | 'idle' | 'used' }
  /** The clerk looks up the customer again who was removed from the idle screen. */
  | { type: 'shown again' }
  | ({ type: 'found'; id: string } & FoundResident)
  | { type: 'issued'; id: string; reply: Reply<typeof issueRolls> }
  | { type: 'reread'; id: string; resident: Resident }
  | { type: 'failed'; id: string; error: Error }

/** The moment of an event, in ms since 1970, and an id that no other event has. */
type Stamp = { at: number; newId: string }

const lookupInFlight = ({ calls, latestLookup }: DeskState) =>
  calls.filter((call) => call.kind === 'find').find(({ id }) => id === latestLookup)

/** Returns whether the latest lookup is in flight. */
export const isLookingUp = (desk: DeskState) => lookupInFlight(desk) !== undefined

/** Returns whether an action that can be undone changed a pass. */
export const isPassChange = ({ kind }: UndoableAction) => ['issue', 'block', 'replace', 'activate'].includes(kind)

const isServing = (desk: DeskState) => desk.resident !== undefined || isLookingUp(desk)

/** Returns the pass on screen, while the next scan of another pass is its replacement. */
const replaceablePass = ({ purpose, resident }: DeskState) =>
  purpose === 'pas_defect' && resident && !mayReplacePass(resident) ? resident.environmental_pass_number : undefined

/** Returns why a pass cannot be scanned now; undefined if it can. */
function refusalOf(desk: DeskState, number: string) {
  if (desk.purpose === 'eerste_pas' && !isServing(desk) && !desk.passless)
    return 'Kies eerst het adres van de inwoner. Scan daarna de nieuwe pas.'
  return number === replaceablePass(desk) ? 'Dit is de oude pas. Scan de nieuwe pas.' : undefined
}

/** Returns the error of the pass field. A refusal of a pass disappears when its reason has changed or ended. */
export function fieldRejection(desk: DeskState) {
  const { rejected } = desk
  const isOutdated = rejected?.number !== undefined && refusalOf(desk, rejected.number) !== rejected.reason
  return isOutdated ? undefined : rejected
}

/** Returns whether a text is a number of rolls: one or two digits. Any other text is a pass number. */
const isRolls = (text: string) => /^\d{1,2}$/.test(text)

/**
 * Returns whether an Enter without text belongs to the Enter before it: of a reader that ends each scan with two, or of
 * a clerk who presses twice. It comes during the lookup, or just after a pass or a number of rolls.
 */
export const isDoublePress = (desk: DeskState, at: number) => isLookingUp(desk) || at - desk.enteredAt < doublePress

/** Returns the state after the purpose was used for a pass. The next customer comes for the default purpose. */
function serve(desk: DeskState, number: string): DeskState {
  const isNextCustomer = desk.servedPass !== undefined && desk.servedPass !== number
  return isNextCustomer
    ? { ...desk, servedPass: number, purpose: defaultPurpose, isLost: false }
    : { ...desk, servedPass: number }
}

const choosePurpose = (desk: DeskState, purpose: Purpose): DeskState => ({
  ...desk,
  purpose,
  isLost: false,
  servedPass: undefined,
})

/** Returns the chosen task. */
export function taskOf({ purpose, isLost }: DeskState): DeskTask {
  const task = deskTasks.find((it) => it === purpose) ?? defaultPurpose
  return isLost ? 'pas_kwijt' : task
}

/** Chooses a task. A task that begins with an address ends the lookup of another address. */
function chooseTask(desk: DeskState, task: DeskTask): DeskState {
  const isLost = task === 'pas_kwijt'
  const chosen = choosePurpose(desk, isLost ? 'pas_vergeten' : task)
  const endsLookup = isWithoutPass(chosen.purpose) && lookupInFlight(desk)?.alias !== undefined
  return { ...chosen, isLost, rejected: undefined, latestLookup: endsLookup ? undefined : desk.latestLookup }
}

function moveTask(desk: DeskState, step: 1 | -1) {
  const at = deskTasks.indexOf(taskOf(desk)) + step
  return chooseTask(desk, deskTasks[(at + deskTasks.length) % deskTasks.length] ?? defaultPurpose)
}

/** Returns whether the box takes the address of the next customer, and not a pass. */
export function takesAddress(desk: DeskState) {
  if (!isWithoutPass(desk.purpose) || lookupInFlight(desk)?.alias !== undefined) return false
  // A forgotten pass was not found at this address, so the clerk may have to enter another.
  return desk.passless ? desk.purpose === 'pas_vergeten' : desk.servedPass === undefined
}

/** Replaces the lost pass of the resident on screen: the next scan is the new pass. */
const replaceLost = (desk: DeskState): DeskState =>
  desk.resident
    ? {
        ...desk,
        purpose: 'pas_defect',
        isLost: true,
        servedPass: desk.resident.environmental_pass_number,
      }
    : desk

const focusPassField = (desk: DeskState): DeskState => ({ ...desk, focusTurns: desk.focusTurns + 1 })

const isSameLookup = (one: Lookup, other: Lookup) => one.number === other.number && one.alias === other.alias

/** Starts a lookup, and removes the customer on screen. The clerk has read the errors of rejected issues. */
function startLookup(desk: DeskState, lookup: Lookup, { newId }: Stamp, typedRolls = ''): DeskState {
  const { unissued } = desk
  return {
    ...desk,
    resident: undefined,
    passless: undefined,
    newPass: undefined,
    latestLookup: newId,
    failed: undefined,
    unissued: unissued && isSameLookup(unissued, lookup) ? undefined : unissued,
    removed: undefined,
    typedRolls,
    typedName: '',
    issues: desk.issues.filter(({ error }) => !error || isUncertain(error)),
    calls: [...desk.calls, { ...lookup, kind: 'find', id: newId }],
  }
}

function find(before: DeskState, number: string, stamp: Stamp, typedRolls?: string): DeskState {
  const desk = serve(before, number)
  return startLookup(desk, { number, purpose: desk.purpose }, stamp, typedRolls)
}

/** Repeats a failed lookup, and fills in the number of rolls that was entered during that lookup. */
const findAgain = (desk: DeskState, { number, alias, purpose, rolls }: Lookup, stamp: Stamp): DeskState =>
  alias !== undefined && isWithoutPass(purpose)
    ? startLookup(desk, { number: '', alias, purpose }, stamp, rolls?.toString())
    : find(desk, number, stamp, rolls?.toString())

/** Issues rolls. Does nothing while the same request is in flight. Replaces a failed request for the same card. */
function issue(desk: DeskState, request: Omit<IssueRequest, 'key'>, { at, newId }: Stamp): DeskState {
  const name = requestName(request)
  if (desk.calls.some((call) => call.kind === 'issue' && requestName(call) === name)) return desk
  const sent = { ...request, key: desk.uncertainKeys[name] ?? newId }
  const others = desk.issues.filter(
    ({ key, resident, error }) => key !== sent.key && !(resident === sent.resident && error),
  )
  return {
    ...desk,
    issues: [{ ...sent, at }, ...others],
    calls: [...desk.calls, { ...sent, kind: 'issue', id: newId }],
  }
}

/** Issues rolls that the clerk entered or sent again. */
function issueNow(before: DeskState, resident: Resident, rolls: number, stamp: Stamp): DeskState {
  const desk = serve({ ...before, enteredAt: stamp.at }, resident.environmental_pass_number)
  return issue(desk, { resident, rolls, purpose: desk.purpose }, stamp)
}

/** Issues rolls to the resident on screen, or later to the resident of the lookup in flight. */
function enterRolls(desk: DeskState, rolls: number, stamp: Stamp): DeskState {
  if (desk.resident) return issueNow(desk, desk.resident, rolls, stamp)
  const withRolls = (call: DeskCall) =>
    call.kind === 'find' && call.id === desk.latestLookup ? { ...call, rolls } : call
  return { ...desk, calls: desk.calls.map(withRolls) }
}

/**
 * Handles a scan. A scan is a new pass at an address during the purpose `eerste_pas`, and after a pass that can be
 * replaced during the purpose `pas_defect`. Otherwise looks up the pass.
 */
function scan(desk: DeskState, number: string, stamp: Stamp): DeskState {
  const isForAddress = desk.passless !== undefined || lookupInFlight(desk)?.alias !== undefined
  // A customer without a pass is served, so a lookup of the scanned pass is for the next customer.
  if (desk.purpose === 'eerste_pas' && isForAddress) return { ...desk, newPass: number, servedPass: '' }
  if (replaceablePass(desk) !== undefined) return { ...desk, newPass: number }
  return find(desk, number, stamp)
}

function enter(before: DeskState, { typed: entered, form }: EnteredText, stamp: Stamp): DeskState {
  const typed = decimalDigits(entered)
  if (typed === '' && isDoublePress(before, stamp.at)) return before
  // A lookup without a reply is repeated when the connection is back, and then fills in this number.
  if (isRolls(typed) && before.failed && neverArrived(before.failed.error))
    return { ...before, rejected: undefined, enteredAt: stamp.at, failed: { ...before.failed, rolls: Number(typed) } }
  // The clerk enters something else, so the earlier message disappears.
  const desk = { ...before, failed: undefined, rejected: undefined }
  const accepted = { ...desk, enteredAt: stamp.at }
  if (isRolls(typed) && isServing(desk) && isRollPurpose(desk.purpose))
    return enterRolls(accepted, Number(typed), stamp)
  const { number, error, miss } = readPass(typed, form)
  const reject = (reason: string): DeskState => ({
    ...desk,
    rejected: { id: stamp.newId, typed, number, reason, miss },
  })
  if (number === undefined) return reject(error)
  const refusal = refusalOf(desk, number)
  return refusal === undefined ? scan(accepted, number, stamp) : reject(refusal)
}

/** Removes the customer and the issues from an idle screen. The replies of calls in flight are still used. */
function clear(desk: DeskState): DeskState {
  const { resident, passless, newPass, purpose } = desk
  const cleared = {
    ...desk,
    isIdleSoon: false,
    resident: undefined,
    passless: undefined,
    newPass: undefined,
    latestLookup: undefined,
    failed: undefined,
    unissued: undefined,
    issues: [],
  }
  if (passless) {
    const removed = { alias: passless.alias, purpose, newPass }
    return choosePurpose({ ...cleared, removed }, defaultPurpose)
  }
  return resident ? { ...cleared, removed: { number: resident.environmental_pass_number } } : cleared
}

function showAgain(desk: DeskState, stamp: Stamp): DeskState {
  const { removed, typedName } = desk
  if (!removed) return desk
  if (removed.number !== undefined) return find(desk, removed.number, stamp, desk.typedRolls)
  const { alias, purpose, newPass } = removed
  return {
    ...startLookup({ ...desk, purpose, servedPass: '' }, { number: '', alias, purpose }, stamp),
    newPass,
    typedName,
  }
}

/** Updates the desk after an action was undone: the card on screen may show other rolls. */
function undo(before: DeskState, { kind, id, pass_ending }: UndoableAction, stamp: Stamp): DeskState {
  const issues = kind === 'roll_issue' ? before.issues.filter(({ request_id }) => request_id !== id) : before.issues
  const desk = { ...before, issues }
  const number = desk.resident?.environmental_pass_number
  const hasEnding = number?.endsWith(pass_ending)
  const isChanged = kind !== 'roll_issue' && desk.resident?.change_id === id
  // An undone first pass and an undone replacement no longer exist. A replacement has another number than
  // `pass_ending`.
  if (isChanged && (kind === 'issue' || !hasEnding)) return { ...desk, resident: undefined }
  return number && hasEnding ? find(desk, number, stamp) : desk
}

/** Returns the call with this id, and the state in which that call is no longer in flight. */
function settle(desk: DeskState, id: string) {
  const call = desk.calls.find((it) => it.id === id)
  return { call, desk: { ...desk, calls: desk.calls.filter((it) => it !== call) } }
}

function showFound(before: DeskState, id: string, { resident, address }: FoundResident, stamp: Stamp): DeskState {
  const { call, desk: settled } = settle(before, id)
  if (call?.kind !== 'find') return before
  let desk: DeskState = settled
  if (id === desk.latestLookup) {
    const servedPass = call.alias === undefined ? desk.servedPass : (resident?.environmental_pass_number ?? '')
    desk = { ...desk, servedPass, resident: resident ?? undefined, passless: resident ? undefined : address }
    if (desk.isLost && call.alias !== undefined) desk = replaceLost(desk)
  }
  const { kind: _, id: __, ...lookup } = call
  if (lookup.rolls === undefined) return desk
  if (resident) return issue(desk, { resident, rolls: lookup.rolls, purpose: lookup.purpose }, stamp)
  return { ...desk, unissued: { ...lookup, error: new ApiError(404, passlessTitle) } }
}

function showIssued(
  before: DeskState,
  id: string,
  { request_id, rolls_this_year }: Reply<typeof issueRolls>,
  at: number,
) {
  const { call, desk } = settle(before, id)
  if (call?.kind !== 'issue') return before
  const { [requestName(call)]: _, ...uncertainKeys } = desk.uncertainKeys
  // The next customer comes for the default purpose, unless the clerk has already chosen another task.
  const isDone = desk.resident === call.resident && desk.servedPass === call.resident.environmental_pass_number
  return {
    ...(isDone ? choosePurpose(desk, defaultPurpose) : desk),
    uncertainKeys,
    issues: desk.issues.map((it) => (it.key === call.key ? { ...it, request_id, rolls_this_year, at } : it)),
    resident: desk.resident === call.resident ? undefined : desk.resident,
  }
}

function showFailure(before: DeskState, id: string, error: Error, { newId }: Stamp): DeskState {
  const { call, desk } = settle(before, id)
  // Without the reply of a reread, the card stays as it is. Its error already states how many rolls are left.
  if (!call || call.kind === 'reread') return desk
  if (call.kind === 'find') {
    const { kind: _, id: __, ...lookup } = call
    if (id === desk.latestLookup) return { ...desk, failed: { ...lookup, error } }
    if (lookup.rolls === undefined) return desk
    // Stays on screen after the connection is back, so it must not state that there is no connection.
    return { ...desk, unissued: { ...lookup, error: neverArrived(error) ? new ApiError(0, noReplyText) : error } }
  }
  const name = requestName(call)
  const { [name]: _, ...uncertainKeys } = desk.uncertainKeys
  if (isUncertain(error)) uncertainKeys[name] = call.key
  const issues = desk.issues.map((it) => (it.key === call.key ? { ...it, error } : it))
  if (desk.resident !== call.resident) return { ...desk, uncertainKeys, issues }
  // The card shows the error with the rejected number, unless the clerk has already typed another number.
  const shown = { ...desk, uncertainKeys, issues, typedRolls: desk.typedRolls || String(call.rolls) }
  if (!isCardOutdated(error, call)) return shown
  const { resident } = call
  const reading = serve(shown, resident.environmental_pass_number)
  return { ...reading, calls: [...desk.calls, { kind: 'reread', id: newId, resident, purpose: reading.purpose }] }
}

function showReread(before: DeskState, id: string, resident: Resident): DeskState {
  const { call, desk } = settle(before, id)
  if (call?.kind !== 'reread') return before
  const update = (shown: Resident) => (shown === call.resident ? resident : shown)
  return {
    ...desk,
    resident: desk.resident && update(desk.resident),
    issues: desk.issues.map((it) => ({ ...it, resident: update(it.resident) })),
  }
}

/**
 * Returns the next state of the desk. Scans and numbers may come faster than the server responds. Each number is issued
 * to the customer for whom it was entered, and no rolls are issued twice.
 */
export function deskReducer(desk: DeskState, event: DeskEvent & Stamp): DeskState {
  switch (event.type) {
    case 'entered':
      return enter(event.isOnCard ? focusPassField({ ...desk, typedRolls: '' }) : desk, event, event)
    case 'task chosen':
      return chooseTask(desk, event.task)
    case 'task moved':
      return moveTask(desk, event.step)
    case 'loss reported':
      return replaceLost(focusPassField(desk))
    case 'purpose used':
      return desk.resident ? serve(desk, desk.resident.environmental_pass_number) : desk
    case 'address chosen':
      return startLookup(
        focusPassField({ ...desk, servedPass: undefined }),
        { number: '', alias: event.alias, purpose: desk.purpose },
        event,
      )
    case 'rolls typed':
      return { ...desk, typedRolls: event.typed }
    case 'name typed':
      return { ...desk, typedName: event.typed }
    case 'rolls entered':
      // The focus moves before the reply arrives: a pass reader types into the focused field.
      return enterRolls(focusPassField({ ...desk, typedRolls: '' }), event.rolls, event)
    case 'issue retried':
      return issueNow(focusPassField(desk), event.issue.resident, event.issue.rolls, event)
    case 'pass opened':
      return find(event.keepsFocus ? desk : focusPassField({ ...desk, enteredAt: event.at }), event.number, event)
    case 'successor opened':
      return find(focusPassField({ ...desk, servedPass: event.number }), event.number, event)
    case 'lookup retried':
      return findAgain(desk, event.lookup, event)
    case 'replacement started':
      return choosePurpose(focusPassField(desk), 'pas_defect')
    case 'first pass started':
      return { ...choosePurpose(focusPassField(desk), 'eerste_pas'), servedPass: '' }
    case 'new pass issued': {
      // Its lookup belongs to the purpose for which the pass was issued.
      const { number } = event
      const next = { ...focusPassField(desk), purpose: defaultPurpose, isLost: false, servedPass: number }
      return startLookup(next, { number, purpose: desk.purpose }, event)
    }
    case 'undone':
      // The card does not depend on a report or a decision.
      if (!isPassChange(event.action) && !/^(roll_issue|handover_filing)$/.test(event.action.kind)) return desk
      return undo(focusPassField(desk), event.action, event)
    case 'connection back':
      return desk.failed && neverArrived(desk.failed.error) ? findAgain(desk, desk.failed, event) : desk
    case 'idle soon':
      return { ...desk, isIdleSoon: true }
    case 'used':
      return { ...desk, isIdleSoon: false }
    case 'idle':
      return clear(desk)
    case 'shown again':
      return showAgain(desk, event)
    case 'found':
      return showFound(desk, event.id, event, event)
    case 'issued':
      return showIssued(desk, event.id, event.reply, event.at)
    case 'reread':
      return showReread(desk, event.id, event.resident)
    case 'failed':
      return showFailure(desk, event.id, event.error, event)
  }
}

/** Returns the latest request to issue rolls to the resident on screen; undefined if there is none. */
export const issueOnCard = ({ issues, resident }: DeskState) => issues.find((it) => it.resident === resident)

/**
 * Returns a key of the card's next question to the clerk; undefined if there is none. The focus moves to the first
 * control of the card when the key changes.
 */
export function askedOnCard(desk: DeskState): string | undefined {
  const { resident, passless, purpose, newPass } = desk
  const sent = issueOnCard(desk)
  if (resident) {
    if (sent && !sent.error) return undefined
    return [resident.environmental_pass_number, purpose, newPass, sent?.at].join(' ')
  }
  return passless && [passless.alias, purpose, newPass].join(' ')
}
