import type { RunningProduct } from './product.ts'
import { type Check, expectNone } from './report.ts'

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

/** Requests that RFC 9112 forbids, or that two servers could read differently. */
const requests: Record<string, string> = {
  'two Host headers': 'GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n',
  'no Host header': 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
  'Content-Length and Transfer-Encoding': `POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'two different Content-Length headers': `POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  'a Content-Length with a sign': `POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello`,
  'an unknown Transfer-Encoding': `POST /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n${chunk('a')}`,
  'a space before the colon': `POST /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n${chunk('a')}`,
  'a folded header': 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\nConnection: close\r\n\r\n',
  'a NUL in a header': 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: 1\u00002\r\nConnection: close\r\n\r\n',
  'a chunk size that is no number':
    'POST /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n',
  'a header of 100 kB': `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\nConnection: close\r\n\r\n`,
  'no HTTP at all': '\u0016\u0003\u0001 hello\r\n\r\n',
}

/** Returns the faults in the response to a forbidden request: it must be one rejection, or a closed connection. */
function faultsIn(name: string, received: string) {
  const statuses = [...received.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status))
  if (received.includes('/smuggled') || statuses.length > 1) return [`${name}: ${statuses.length} responses`]
  // 501 is the status for an unknown Transfer-Encoding (RFC 9112, 6.1).
  return statuses.every((status) => (status >= 400 && status < 500) || status === 501)
    ? []
    : [`${name}: ${statuses.join(' ')}`]
}

/** The checks of the HTTP parsers of the proxy and of the portal behind it. */
export const httpChecks = ({ send, sendBytes }: RunningProduct): Check[] => [
  ...(['portal', 'proxy'] as const).map((to) => ({
    name: `http: malformed and ambiguous requests to the ${to}`,
    run: async () => {
      // nginx joins a folded header into one line, and sends a valid request to the portal.
      const isFixedByProxy = (name: string) => to === 'proxy' && name === 'a folded header'
      const faults: string[] = []
      for (const [name, bytes] of Object.entries(requests))
        if (!isFixedByProxy(name)) faults.push(...faultsIn(name, await sendBytes(to, bytes)))
      expectNone(faults)
      return `${Object.keys(requests).length} requests: one 4xx or 501, or a closed connection`
    },
  })),
  {
    name: 'http: methods that no route has',
    run: async () => {
      const faults: string[] = []
      for (const method of ['TRACE', 'PATCH', 'PROPFIND', 'CONNECTX']) {
        const { status } = await send('/api/v1/user/auth/user', { method })
        if (status < 400 || status >= 500) faults.push(`${method}: ${status}`)
      }
      expectNone(faults)
      return 'TRACE, PATCH, PROPFIND and an unknown method: 4xx'
    },
  },
  {
    name: 'http: files outside the portal',
    run: async () => {
      const paths = [
        '/../package.json',
        '/%2e%2e/package.json',
        '/..%2fserver/src/main.ts',
        '/.env',
        '/.git/config',
        '/assets/..%5c..%5cpackage.json',
      ]
      const faults: string[] = []
      for (const path of paths) {
        const { text } = await send(path)
        if (/"workspaces"|DATABASE_URL|\[core\]/.test(text)) faults.push(path)
      }
      expectNone(faults)
      return `${paths.length} paths: no file of the installation`
    },
  },
]
