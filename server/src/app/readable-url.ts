/**
 * The address of a request as the router can read it: a percent sign that encodes nothing is one that was typed, and `/API` is
 * `/api`. So every request passes the same hooks and limits, and what is not there is simply not found.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  const typed = isEncoded(path) ? path : path.replaceAll('%', '%25')
  return typed.replace(/^\/api(?=\/|$)/i, '/api') + url.slice(path.length)
}

function isEncoded(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
