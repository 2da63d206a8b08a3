import { type AnyRoute, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { makeStore } from '../kit/browser/store.ts'
import type { RouteData } from '../kit/page/route-data.ts'

/**
 * Whether the server offers calls beyond the specification: suggestions, notices, files and others. This product's
 * server offers them, and sends `API-Version` with every reply. The portal checks that header at the login and at each
 * renewal. The browser stores the result, so that it is available after a reload.
 */
export const hasExtraCalls = makeStore(true)

/** Returns whether the server offers a call, or the calls that a screen needs. The portal hides what it does not. */
export const isOffered = ({ specified }: Pick<RouteData, 'access' | 'specified'>) => specified || hasExtraCalls.read()

type OfferedLinkProps = { to: string; className?: string; onClick?: () => void; children: ReactNode }

/** A link to a screen. Renders nothing when the server does not offer the calls of that screen. */
export function OfferedLink(props: OfferedLinkProps) {
  const routes: Record<string, AnyRoute> = useRouter().routesByPath
  return isOffered(routes[props.to]?.options.staticData ?? {}) && <Link {...props} />
}
