/** Where to go after a login: the page of this portal that was asked for, and nowhere else. */
export function returnPath(asked: unknown) {
  if (typeof asked !== 'string' || !asked.startsWith('/')) return '/dashboard'
  // The browser's own reading decides: `//other.example` and `/\other.example` are other hosts.
  const url = URL.parse(asked, location.origin)
  if (!url || url.origin !== location.origin || ['/', '/login'].includes(url.pathname)) return '/dashboard'
  return url.pathname + url.search
}
