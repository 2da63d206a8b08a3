import type { ReactNode } from 'react'
import { makeStore } from '../kit/browser/store.ts'

/**
 * Whether the server offers more calls than the specification names: suggestions, notices, files and others. Our server
 * does, and sends `API-Version` with every reply. The portal reads that header at the login and at each renewal. For
 * another server it leaves out what needs those calls.
 */
export const hasExtraCalls = makeStore(true)

/** A part of a page that needs calls beyond the specification. It is left out when the server does not offer them. */
export const Extra = ({ children }: { children: ReactNode }) => (hasExtraCalls.use() ? children : null)
