// Reasons: docs/web.md

import type { Purpose } from '@rd4-loket/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { makeStore } from '../kit/browser/store.ts'
import { makeQueryClient } from './query-client.ts'

/** What a contact is about. The `alias` of a pass is its number, which is only in memory. */
export type ContactSubject = { kind: 'address' | 'collection_system' | 'pass'; alias: string }

/** The right to make calls about one customer. Only `openFrame` creates one. */
class ContactKey {
  readonly subject: ContactSubject
  constructor(subject: ContactSubject) {
    this.subject = subject
  }
}

export type { ContactKey }

/** Everything of one customer in this tab. Nothing outside the frame refers to it, so a switch leaves nothing behind. */
export type Frame = {
  contact: ContactKey
  client: QueryClient
  /** The purpose for which the employee reads this customer's data. Undefined: the default of each call. */
  purpose: ReturnType<typeof makeStore<Purpose | undefined>>
}

/** How long a frame that is not on screen stays in memory, in ms. */
const maxAge = 5 * 60_000

const portalClients = new WeakMap<QueryClient, QueryClient>()
const openFrames = new WeakMap<QueryClient, Map<string, Frame>>()
const removals = new WeakMap<Frame, ReturnType<typeof setTimeout>>()

/** Returns the client of the whole portal, for the client of a frame too. */
const portalClient = (client: QueryClient) => portalClients.get(client) ?? client

/** Returns the client of the whole portal, for data that is not about one customer. */
export const usePortalClient = () => portalClient(useQueryClient())

const framesOf = (client: QueryClient) => {
  const portal = portalClient(client)
  const frames = openFrames.get(portal) ?? new Map<string, Frame>()
  openFrames.set(portal, frames)
  return frames
}

/** Returns the client of the portal, and those of all frames: what changed for one customer can be in each of them. */
export const everyClient = (client: QueryClient) => [
  portalClient(client),
  ...[...framesOf(client).values()].map((frame) => frame.client),
]

/** Returns the frame of a customer: the one that is in memory, or a new one. */
export function openFrame(client: QueryClient, subject: ContactSubject): Frame {
  const frames = framesOf(client)
  const name = `${subject.kind} ${subject.alias}`
  const known = frames.get(name)
  if (known) return known
  const portal = portalClient(client)
  const frame: Frame = {
    contact: new ContactKey(subject),
    client: makeQueryClient(portal.getMutationCache()),
    purpose: makeStore<Purpose | undefined>(undefined),
  }
  portalClients.set(frame.client, portal)
  frames.set(name, frame)
  return frame
}

/** Removes a frame and all its data. */
function removeFrame(client: QueryClient, frame: Frame) {
  const frames = framesOf(client)
  for (const [name, it] of frames) if (it === frame) frames.delete(name)
  clearTimeout(removals.get(frame))
  frame.client.getQueryCache().clear()
}

/** Marks a frame as on screen. Returns a function that lets it expire after five minutes. */
export function showFrame(client: QueryClient, frame: Frame) {
  clearTimeout(removals.get(frame))
  return () =>
    void removals.set(
      frame,
      setTimeout(() => removeFrame(client, frame), maxAge),
    )
}

/** Removes all frames, so that the next employee at this computer finds no customer. */
export function clearFrames(client: QueryClient) {
  for (const frame of framesOf(client).values()) removeFrame(client, frame)
}
