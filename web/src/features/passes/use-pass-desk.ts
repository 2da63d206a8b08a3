import { findResident, findResidentAtAddress, issueRolls, rollsRequestedText } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { usePassForm } from '../../domain/passes/pass-form.ts'
import { reloadUndoable } from '../../domain/passes/undo.tsx'
import { makeStore } from '../../kit/browser/store.ts'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call, connectionLost } from '../../session/api.ts'
import { takePasses } from '../../session/carried-pass.ts'
import { resetArea } from '../../session/client-areas.ts'
import { askedOnCard, type DeskCall, type DeskEvent, deskReducer, isDoublePress, openedDesk } from './pass-desk.ts'

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
  const passField = useRef<HTMLInputElement>(null)
  const cardControl = useRef<HTMLInputElement & HTMLButtonElement>(null)

  // A mutation, because the query cache must not contain a pass number after its card has disappeared.
  const calls = useMutation({
    gcTime: 0,
    mutationFn: make,
    onSuccess: (event) => {
      send(event)
      if (event.type !== 'issued') return
      showMessage(rollsRequestedText(event.reply.rolls))
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
  const onCarried = useEffectEvent((number: string) => send({ type: 'pass opened', number }))
  // Runs before the pass field enters what was typed for this pass while the page loaded.
  useLayoutEffect(() => takePasses(onCarried), [])

  const { focusTurns, rejected } = desk
  useLayoutEffect(() => {
    if (focusTurns > 0) passField.current?.focus()
  }, [focusTurns])
  // A rejected text that was entered on the card continues in the pass field, where the next scan replaces it.
  useLayoutEffect(() => {
    const field = passField.current
    if (!field || !rejected || field.value !== '') return
    field.value = rejected.typed
    field.select()
  }, [rejected])
  const asked = askedOnCard(desk)
  // Leaves the focus in the pass field while the clerk is already typing the next pass there.
  useLayoutEffect(() => {
    if (asked === undefined || document.activeElement !== passField.current || passField.current?.value !== '') return
    cardControl.current?.focus()
    if (cardControl.current instanceof HTMLInputElement) cardControl.current.select()
  }, [asked])

  return {
    ...desk,
    send,
    passField,
    /** The first control of the card. It gets the focus when the card has a question. */
    cardControl,
    /** Enters a text in the pass field. Returns false if the text is rejected or ignored. */
    enter: (typed: string) => {
      const before = store.read()
      send({ type: 'entered', typed, form })
      return store.read() !== before && !store.read().rejected
    },
    /** Enters the pass of the next customer, scanned in the field for the number of rolls. */
    enterOnCard: (typed: string) => send({ type: 'entered', typed, form, isOnCard: true }),
    /** Returns whether an Enter without text belongs to the Enter before it. */
    isDoublePress: () => isDoublePress(store.read(), Date.now()),
  }
}

export type PassDesk = ReturnType<typeof usePassDesk>
