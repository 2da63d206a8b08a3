import { isPagePath } from '@rd4-loket/contract'

/** Returns the path to open after a login: the requested page of this portal, or the dashboard. */
export function returnPath(requested: unknown) {
  if (typeof requested !== 'string' || !requested.startsWith('/')) return '/dashboard'
  // Parsed as a browser does: `//other.example` and `/\other.example` refer to another host.
  const url = URL.parse(requested, location.origin)
  if (url?.origin !== location.origin || !isPagePath(url.pathname)) return '/dashboard'
  return ['/', '/login'].includes(url.pathname) ? '/dashboard' : url.pathname + url.search
}
