import type { ReactNode } from 'react'
import { makeStore } from '../kit/browser/store.ts'

/**
 * Whether the server offers calls beyond the specification: suggestions, notices, files and others. This product's
 * server offers them, and sends `API-Version` with every reply. The portal checks that header at the login and at each
 * renewal. The browser stores the result, so that it is available after a reload. With another server, the portal hides
 * the parts of pages that need such calls.
 */
export const hasExtraCalls = makeStore(true)

/** A part of a page that needs calls beyond the specification. Hidden when the server does not offer them. */
export const Extra = ({ children }: { children: ReactNode }) => (hasExtraCalls.use() ? children : null)
