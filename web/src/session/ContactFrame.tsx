import type { Purpose } from '@rd4-loket/contract'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { makeStore } from '../kit/browser/store.ts'
import { Spinner } from '../kit/page/Spinner.tsx'
import { type ContactKey, type ContactSubject, type Frame, openFrame, showFrame } from './contact-frames.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The purpose for which the employee opens a customer. */
    purpose?: Purpose
  }
}

type FrameOnScreen = { frame: Frame; purpose: Purpose | undefined }
const FrameContext = createContext<FrameOnScreen | undefined>(undefined)

/** The customer of a call: the key of the contact, and the purpose for which the employee reads the data. */
export type Contact = { contact: ContactKey; purpose: Purpose | undefined }

function useFrame() {
  const shown = useContext(FrameContext)
  if (!shown) throw new Error('This part of the page needs a ContactFrame')
  return shown
}

/** Returns the contact of the surrounding frame, for the calls about its customer. */
export function useContact(): Contact {
  const { frame, purpose } = useFrame()
  const chosen = frame.purpose.use()
  return { contact: frame.contact, purpose: purpose ?? chosen }
}

const noPurpose = makeStore<Purpose | undefined>(undefined)

/** Returns the contact of the surrounding frame; undefined outside a frame, for a part that lists many customers too. */
export function useContactIfAny(): Contact | undefined {
  const shown = useContext(FrameContext)
  const chosen = (shown?.frame.purpose ?? noPurpose).use()
  return shown && { contact: shown.frame.contact, purpose: shown.purpose ?? chosen }
}

/** Returns the setter of the purpose for which the surrounding frame reads data. */
export const useChoosePurpose = () => useFrame().frame.purpose.write

type ContactFrameProps = {
  of: ContactSubject
  /** The purpose of the task that the employee chose at the pass desk. */
  purpose?: Purpose
  children: ReactNode
}

/**
 * Owns everything of one customer that is on screen: the cache, the purpose and the key of the calls. The `key` of this
 * component names the customer, so that no state of a component survives a switch.
 */
export function ContactFrame({ of: subject, purpose, children }: ContactFrameProps) {
  const client = useQueryClient()
  const { purpose: ofLink } = useLocation().state
  const [frame] = useState(() => openFrame(client, subject))
  useState(() => ofLink && frame.purpose.write(ofLink))
  useEffect(() => showFrame(client, frame), [client, frame])
  const shown = useMemo(() => ({ frame, purpose }), [frame, purpose])
  return (
    <FrameContext value={shown}>
      <QueryClientProvider client={frame.client}>
        {children}
        <Spinner />
      </QueryClientProvider>
    </FrameContext>
  )
}
