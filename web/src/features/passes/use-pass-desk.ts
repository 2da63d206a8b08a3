import { ApiError, findResident, findResidentAtAddress, issueRolls, rollsRequestedText } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { deskBox, deskTask } from '../../domain/passes/pass-box.ts'
import { usePassForm } from '../../domain/passes/pass-form.ts'
import { useEarlyKeys } from '../../domain/passes/pass-keys.tsx'
import { reloadUndoable } from '../../domain/undo/undo.tsx'
import { makeStore } from '../../kit/browser/store.ts'
import { headerField } from '../../kit/forms/header-field.ts'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call, connectionLost } from '../../session/api.ts'
import { takeCarried } from '../../session/carried-pass.ts'
import { resetArea } from '../../session/client-areas.ts'
import { isOffered } from '../../session/offered.tsx'
import { rollText } from '../../session/session.ts'
import { AddressBox } from './AddressBox.tsx'
import {
  askedOnCard,
  type DeskCall,
  type DeskEvent,
  deskReducer,
  fieldRejection,
  isDoublePress,
  openedDesk,
  takesAddress,
} from './pass-desk.ts'
import { useScanInField } from './scan-in-field.ts'

const idleTime = 5 * 60_000
const warningTime = 30_000

/** Reports five minutes without keyboard or pointer input, and the last 30 seconds of them. */
function useIdle(send: (event: DeskEvent) => void) {
  const report = useEffectEvent((type: 'idle soon' | 'idle' | 'used') => send({ type }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let hasWarned = false
    const end = () => {
      hasWarned = false
      report('idle')
    }
    const warn = () => {
      hasWarned = true
      report('idle soon')
      timer = setTimeout(end, warningTime)
    }
    const restart = () => {
      clearTimeout(timer)
      if (hasWarned) report('used')
      hasWarned = false
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
}

/** Makes a call of the desk, and returns the event of its reply. */
async function make(sent: DeskCall): Promise<DeskEvent> {
  const { kind, id, purpose } = sent
  switch (kind) {
    case 'find': {
      const { number: environmental_pass_number, alias } = sent
      if (alias !== undefined)
        return { type: 'found', id, ...(await call(findResidentAtAddress, { body: { alias } }, { purpose })) }
      return {
        type: 'found',
        id,
        resident: await call(findResident, { body: { environmental_pass_number } }, { purpose }),
      }
    }
    case 'issue': {
      const { resident, rolls, key } = sent
      const body = { environmental_pass_number: resident.environmental_pass_number, rolls }
      return { type: 'issued', id, reply: await call(issueRolls, { body }, { idempotency_key: key, purpose }) }
    }
    case 'reread': {
      const { environmental_pass_number } = sent.resident
      return {
        type: 'reread',
        id,
        resident: await call(findResident, { body: { environmental_pass_number } }, { purpose }),
      }
    }
  }
}

/** Returns whether the server rejected the pass number itself. */
const hasFieldError = (failed: { error: Error } | undefined) =>
  failed?.error instanceof ApiError && failed.error.errors.environmental_pass_number !== undefined

/**
 * Returns the pass desk: its state, and `send` for what the clerk does. All effects follow from the state: its calls
 * are made here, and the focus moves here.
 */
export function usePassDesk() {
  const client = useQueryClient()
  // A store outside the components, because an event may follow another before the page renders.
  const [store] = useState(() => makeStore(openedDesk))
  const desk = store.use()
  const form = usePassForm()
  const card = useRef<HTMLElement>(null)
  const cardControl = useRef<HTMLInputElement & HTMLButtonElement & HTMLTextAreaElement>(null)

  // A mutation, because the query cache must not contain a pass number after its card has disappeared.
  const calls = useMutation({
    gcTime: 0,
    mutationFn: make,
    onSuccess: (event) => {
      send(event)
      if (event.type !== 'issued') return
      showMessage(rollText(rollsRequestedText(event.reply.rolls)))
      // Cached lists and totals of issues are out of date.
      resetArea.resident(client)
      void reloadUndoable(client)
    },
    onError: (error, { id }) => send({ type: 'failed', id, error }),
  })

  const send = (event: DeskEvent) => {
    const before = store.read()
    const next = deskReducer(before, { ...event, at: Date.now(), newId: crypto.randomUUID() })
    store.write(next)
    for (const sent of next.calls) if (!before.calls.some(({ id }) => id === sent.id)) calls.mutate(sent)
  }

  useIdle(send)
  const onConnection = useEffectEvent((lost: boolean) => lost || send({ type: 'connection back' }))
  useEffect(() => connectionLost.listen(onConnection), [])
  /** Enters a text. Returns false if the text is rejected or ignored. */
  const enter = (typed: string) => {
    const before = store.read()
    send({ type: 'entered', typed, form })
    return store.read() !== before && !store.read().rejected
  }

  // The desk reads the box in the header. Each text that arrives is entered in the state of that moment.
  const errorId = useId()
  const rejected = fieldRejection(desk)
  const needsAddress = takesAddress(desk) && isOffered(findResidentAtAddress)
  const onEntered = useEffectEvent(enter)
  const onEvent = useEffectEvent(send)
  const hasError = rejected !== undefined || hasFieldError(desk.failed)
  useLayoutEffect(() => {
    deskBox.write({
      AddressBox: needsAddress ? AddressBox : undefined,
      rejected,
      errorId: hasError ? errorId : undefined,
      enter: (typed) => onEntered(typed),
      chooseAddress: (alias) => onEvent({ type: 'address chosen', alias }),
      moveTask: (step) => isOffered(findResidentAtAddress) && onEvent({ type: 'task moved', step }),
    })
    return () => deskBox.write(undefined)
  }, [needsAddress, rejected, hasError, errorId])
  // Runs before the box enters what was typed for this pass while the page loaded.
  useLayoutEffect(() => takeCarried((typed) => void onEntered(typed)), [])
  useEarlyKeys()
  const onTask = useEffectEvent(() => {
    const task = deskTask.read()
    deskTask.write(undefined)
    if (task) send({ type: 'task chosen', task })
  })
  useLayoutEffect(() => {
    onTask()
    return deskTask.listen(() => onTask())
  }, [])

  const { focusTurns } = desk
  useLayoutEffect(() => {
    if (focusTurns > 0) headerField.current?.focus()
  }, [focusTurns])
  const asked = askedOnCard(desk)
  /** Leaves the focus in the pass field while the clerk is already typing the next pass there. */
  const focusCard = useEffectEvent(() => {
    const field = headerField.current
    const focused = document.activeElement
    if (focused !== card.current && (focused !== field || field?.value !== '')) return
    const control = cardControl.current ?? (desk.purpose === 'vraag_inwoner' ? card.current : null)
    control?.focus({ preventScroll: control === card.current })
    if (control instanceof HTMLInputElement) control.select()
  })
  useLayoutEffect(() => {
    if (asked !== undefined) focusCard()
  }, [asked])
  const onScan = (typed: string) => send({ type: 'entered', typed, form, isOnCard: true })
  useScanInField(form, onScan)

  return {
    ...desk,
    send,
    /** The id of the element with the error of the box in the header. */
    errorId,
    /** The card of the resident. It gets the focus for a question: Tab then reaches its controls. */
    card,
    /** The first control of the task on the card. It gets the focus when the card opens or has another question. */
    cardControl,
    /** Moves the focus to the first control of the task, when that control appears after the card. */
    focusCard: () => focusCard(),
    /** Enters the pass of the next customer, typed in the field for the number of rolls. */
    enterOnCard: onScan,
    /** Returns whether an Enter without text belongs to the Enter before it. */
    isDoublePress: () => isDoublePress(store.read(), Date.now()),
  }
}

export type PassDesk = ReturnType<typeof usePassDesk>
