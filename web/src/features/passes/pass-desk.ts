import {
  type Address,
  ApiError,
  deskPurposes,
  findResident,
  findResidentAtAddress,
  type Purpose,
  parseInput,
  type Resident,
  type UndoableAction,
  withoutPassPurposes,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { doublePress } from '../../kit/buttons/Button.tsx'
import { call, connectionLost } from '../../session/api.ts'
import { hasExtraCalls } from '../../session/extra-calls.tsx'
import { type DeskIssue, noReplyText, useRollIssues } from './roll-issues.ts'

export const passlessTitle = 'Dit adres heeft geen milieupas'

const defaultPurpose = deskPurposes[0]
type WithoutPassPurpose = (typeof withoutPassPurposes)[number]

/** Returns whether a pass has no replacement yet and can get one. After a move, the new resident gets a first pass. */
export const canBeReplaced = ({ replaced_by, blocked_reason }: Resident) => !replaced_by && blocked_reason !== 'move'

/** Returns whether the resident is found by address for this purpose, because there is no pass to scan. */
export const isWithoutPass = (purpose: Purpose): purpose is WithoutPassPurpose =>
  withoutPassPurposes.some((it) => it === purpose)
const passNumberOf = (typed: string) =>
  parseInput(findResident.body, { environmental_pass_number: typed }).value?.environmental_pass_number ?? typed

/** The purpose for which residents' data is read. A choice is reset after one customer. */
function usePurpose() {
  const [purpose, setPurpose] = useState<Purpose>(defaultPurpose)
  // The pass for which the chosen purpose was used; undefined until the first call after the choice.
  const servedPass = useRef<string>(undefined)
  return {
    purpose,
    choose: (chosen: Purpose) => {
      servedPass.current = undefined
      setPurpose(chosen)
    },
    /** Serves the same customer with another pass, for the same purpose. */
    continueWith: (number: string) => {
      servedPass.current = number
    },
    /** Returns the purpose of a call about this pass. */
    forPass: (typed: string) => {
      const number = passNumberOf(typed)
      const isNextCustomer = servedPass.current !== undefined && servedPass.current !== number
      servedPass.current = number
      if (!isNextCustomer) return purpose
      setPurpose(defaultPurpose)
      return defaultPurpose
    },
  }
}

const idleTime = 5 * 60_000
const warningTime = 30_000

/**
 * Calls `clear` after five minutes without keyboard or pointer input. Any input restarts the five minutes. Returns true
 * during the last 30 seconds.
 */
function useIdle(clear: () => void) {
  const [isSoon, setIsSoon] = useState(false)
  const onIdle = useEffectEvent(clear)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const end = () => {
      setIsSoon(false)
      onIdle()
    }
    const warn = () => {
      setIsSoon(true)
      timer = setTimeout(end, warningTime)
    }
    const restart = () => {
      clearTimeout(timer)
      setIsSoon(false)
      timer = setTimeout(warn, idleTime - warningTime)
    }
    restart()
    const events = ['keydown', 'pointerdown', 'pointermove'] as const
    for (const event of events) document.addEventListener(event, restart)
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, restart)
    }
  }, [])
  return isSoon
}

/**
 * A pass or an address to look up, with the number of rolls that was entered before its card was on screen. `number` is
 * empty for an address.
 */
export type Lookup = { number: string; alias?: string; purpose: Purpose; rolls?: number }

/** A pass, or an address without a pass, that was removed from an idle screen. */
type IdleCustomer =
  | { number: string }
  | { number?: undefined; alias: string; purpose: Purpose; newPass: string | undefined }

const neverArrived = (error: Error) => error instanceof ApiError && error.status === 0

const isSameLookup = (one: Lookup, other: Lookup) => one.number === other.number && one.alias === other.alias

/**
 * The state of the pass desk: the resident on screen and the rolls issued. Scans and numbers may come faster than the
 * server responds. Each number is issued to the customer for whom it was entered, and no rolls are issued twice.
 */
export function usePassDesk() {
  const purpose = usePurpose()
  const [resident, setResident] = useState<Resident>()
  // The address without a pass on screen.
  const [passless, setPassless] = useState<Address>()
  const [newPass, setNewPass] = useState<string>()
  // The latest lookup. Several lookups may be in flight, but only the resident of this lookup is shown.
  const latest = useRef<Lookup>(undefined)
  // A number of rolls for a customer whose lookup failed after the next customer's scan.
  const [unissued, setUnissued] = useState<Lookup & { error: Error }>()
  // The customer who was removed from the idle screen, and what the clerk had typed: a number of rolls, or a name.
  const [idle, setIdle] = useState<IdleCustomer>()
  const typedRolls = useRef('')
  const typedName = useRef('')
  const { issues, issue, updateResident, removeIssue, removeRejected, removeAll } = useRollIssues({
    onIssued: (issuedTo) => setResident((now) => (now === issuedTo ? undefined : now)),
    onOutdated: async (outdated) => {
      if (outdated !== resident) return
      const { environmental_pass_number } = outdated
      const options = { purpose: purpose.forPass(environmental_pass_number) }
      // Without a reply, the card stays as it is. Its error already states how many rolls are left.
      const current = await call(findResident, { body: { environmental_pass_number } }, options).catch(() => undefined)
      if (!current) return
      updateResident(outdated, current)
      setResident((now) => (now === outdated ? current : now))
    },
  })
  const issuedAt = useRef(Number.NEGATIVE_INFINITY)
  const issueTo = (to: Resident, rolls: number) => {
    issuedAt.current = Date.now()
    issue(to, rolls, purpose.forPass(to.environmental_pass_number))
  }

  // A mutation, because the query cache must not contain a pass number after its card has disappeared.
  const lookup = useMutation({
    gcTime: 0,
    mutationFn: async ({ number: environmental_pass_number, alias, purpose }: Lookup) =>
      alias === undefined
        ? { resident: await call(findResident, { body: { environmental_pass_number } }, { purpose }) }
        : call(findResidentAtAddress, { body: { alias } }, { purpose }),
    onSuccess: (found, request) => {
      const { resident } = found
      if (request === latest.current) {
        if (request.alias !== undefined) purpose.continueWith(resident?.environmental_pass_number ?? '')
        setResident(resident ?? undefined)
        if ('address' in found && !resident) setPassless(found.address)
      }
      if (request.rolls === undefined) return
      if (resident) issue(resident, request.rolls, request.purpose)
      else setUnissued({ ...request, error: new ApiError(404, passlessTitle) })
    },
    onError: (error, request) => {
      if (request === latest.current || request.rolls === undefined) return
      // Stays on screen after the connection is back, so it must not state that there is no connection.
      setUnissued({ ...request, error: neverArrived(error) ? new ApiError(0, noReplyText) : error })
    },
  })

  const start = (request: Lookup, rollsOnCard = '') => {
    typedRolls.current = rollsOnCard
    typedName.current = ''
    setIdle(undefined)
    setNewPass(undefined)
    setPassless(undefined)
    setResident(undefined)
    removeRejected()
    setUnissued((before) => (before && isSameLookup(before, request) ? undefined : before))
    latest.current = request
    lookup.mutate(request)
  }
  const find = (number: string, rollsOnCard?: string) =>
    start({ number, purpose: purpose.forPass(number) }, rollsOnCard)
  /** Looks up the resident at an address, because there is no pass to scan. */
  const findAt = (alias: string, purpose: WithoutPassPurpose, rollsOnCard?: string) =>
    start({ number: '', alias, purpose }, rollsOnCard)

  const findAgain = ({ number, alias, purpose, rolls }: Lookup) =>
    alias !== undefined && isWithoutPass(purpose)
      ? findAt(alias, purpose, rolls?.toString())
      : find(number, rolls?.toString())
  const onConnectionBack = useEffectEvent(() => {
    if (lookup.error && neverArrived(lookup.error)) findAgain(lookup.variables)
  })
  useEffect(() => connectionLost.listen((lost) => lost || onConnectionBack()), [])

  const clear = () => {
    if (resident) setIdle({ number: resident.environmental_pass_number })
    if (passless) setIdle({ alias: passless.alias, purpose: purpose.purpose, newPass })
    setResident(undefined)
    setNewPass(undefined)
    setPassless(undefined)
    if (passless) purpose.choose(defaultPurpose)
    removeAll()
    setUnissued(undefined)
    latest.current = undefined
    lookup.reset()
  }
  const isIdleSoon = useIdle(clear)
  const showAgain = (customer: IdleCustomer) => {
    if (customer.number !== undefined) return find(customer.number, typedRolls.current)
    const name = typedName.current
    purpose.choose(customer.purpose)
    purpose.continueWith('')
    start({ number: '', alias: customer.alias, purpose: customer.purpose })
    typedName.current = name
    setNewPass(customer.newPass)
  }
  const isServing = resident !== undefined || lookup.isPending
  const isReplaceable = resident !== undefined && canBeReplaced(resident) && hasExtraCalls.read()
  // The pass on screen, while the next scan of another pass is its replacement.
  const oldPass = purpose.purpose === 'pas_defect' && isReplaceable ? resident.environmental_pass_number : undefined

  return {
    resident,
    passless,
    lookup,
    issues,
    /** Returns whether Enter issued rolls so recently that another Enter belongs to the same double press. */
    isDoublePress: () => Date.now() - issuedAt.current < doublePress,
    unissued,
    purpose,
    find,
    findAt,
    /** Looks up the replacement of the pass on screen, for the same customer. */
    findSuccessor: (number: string) => {
      purpose.continueWith(number)
      find(number)
    },
    /** Repeats a failed lookup, and fills in the number of rolls that was entered during that lookup. */
    findAgain,
    /** The number of rolls typed on the card. Kept when the card is removed from an idle screen. */
    typedRolls,
    /** The name typed for a first pass. Kept when the address is removed from an idle screen. */
    typedName,
    /** Whether the card will be removed from the screen within 30 seconds. */
    clearsSoon: isIdleSoon && (resident ?? passless) !== undefined,
    /** Shows a customer again who was removed from an idle screen; undefined if nobody was removed. */
    retryPage: idle && (() => showAgain(idle)),
    /** Issues rolls to the resident on screen, or to the resident of the lookup in flight. */
    issue: (rolls: number) => {
      if (resident) issueTo(resident, rolls)
      else if (latest.current) latest.current.rolls = rolls
    },
    /** Whether a resident is on screen, or a lookup is in flight. */
    isServing,
    retry: ({ resident: to, rolls }: DeskIssue) => issueTo(to, rolls),
    /** Updates the desk after an action was undone: the card on screen may show other rolls. */
    onUndone: ({ kind, id, pass_ending }: UndoableAction) => {
      if (kind === 'roll_issue') removeIssue(id)
      const number = resident?.environmental_pass_number
      const hasEnding = number?.endsWith(pass_ending)
      const isChanged = kind !== 'roll_issue' && resident?.change_id === id
      // An undone first pass and an undone replacement no longer exist. A replacement has another number than
      // `pass_ending`.
      if (isChanged && (kind === 'issue' || !hasEnding)) setResident(undefined)
      else if (number && hasEnding) find(number)
    },
    /** The new pass that was scanned for the pass or the address on screen. The clerk has not confirmed it yet. */
    newPass,
    /** Returns why a pass cannot be scanned now; undefined if it can be scanned. */
    refusalOf: (typed: string) => {
      if (purpose.purpose === 'eerste_pas' && !isServing && !passless)
        return 'Kies eerst het adres van de inwoner. Scan daarna de nieuwe pas.'
      return passNumberOf(typed) === oldPass ? 'Dit is de oude pas. Scan de nieuwe pas.' : undefined
    },
    /**
     * Handles a scan. A scan is a new pass at an address during the purpose `eerste_pas`, and after a pass that can be
     * replaced during the purpose `pas_defect`. Otherwise looks up the pass.
     */
    enterPass: (typed: string) => {
      const number = passNumberOf(typed)
      const isForAddress = passless !== undefined || (lookup.isPending && latest.current?.alias !== undefined)
      if (purpose.purpose === 'eerste_pas' && isForAddress) {
        // This customer has no pass yet, so a look-up of the scanned pass is for the next customer.
        purpose.continueWith('')
        return setNewPass(number)
      }
      if (oldPass !== undefined) setNewPass(number)
      else find(typed)
    },
    /** Serves the address without a pass on screen: the next scan is its first pass. */
    startFirstPass: () => {
      purpose.choose('eerste_pas')
      purpose.continueWith('')
    },
    /** Shows the new pass of the same customer, who may also want rolls. */
    onNewPass: (number: string) => {
      purpose.choose(defaultPurpose)
      purpose.continueWith(number)
      find(number)
    },
    /** Removes the message of a failed lookup, because the clerk enters something else. */
    clearFailed: () => {
      if (lookup.isError) lookup.reset()
    },
  }
}

export type PassDesk = ReturnType<typeof usePassDesk>
