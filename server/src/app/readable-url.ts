/**
 * Returns the URL of a request in a form that the router can parse. If the path cannot be decoded, every `%` in it
 * becomes `%25`. `/API` becomes `/api`. Without this, the router rejects such a request before the hooks and limits
 * run.
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
