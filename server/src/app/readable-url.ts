/**
 * Returns the URL of a request in a form that the router can parse. A percent sign that encodes nothing becomes
 * `%25`, and `/API` becomes `/api`. Every request then passes the same hooks and limits, also one for an unknown
 * path.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  const encoded = isEncoded(path) ? path : path.replaceAll('%', '%25')
  return encoded.replace(/^\/api(?=\/|$)/i, '/api') + url.slice(path.length)
}

function isEncoded(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
