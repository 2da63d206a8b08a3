import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { replyToSentinel } from '@rd4-loket/contract/fake-backend'
import type { Connect, Plugin } from 'vite'

/** Returns the first part of the body of a request, and leaves the body unread. The body of most calls is one part. */
async function startOfBody(request: Connect.IncomingMessage) {
  if (!Number(request.headers['content-length'])) return ''
  await once(request, 'readable')
  const start = request.read()
  request.unshift(start)
  return String(start)
}

/** Answers a call whose data contains a sentinel, such as the address `fail-showBill-503`. Passes on other calls. */
async function answer(request: Connect.IncomingMessage, response: ServerResponse, next: Connect.NextFunction) {
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost')
  if (!pathname.startsWith('/api/')) return next()
  const call = { method: request.method ?? '', path: pathname, query: search, body: await startOfBody(request) }
  const reply = replyToSentinel(call)
  if (!reply) return next()
  const headers = { ...reply.headers, 'content-type': 'application/json' }
  response.writeHead(reply.status, headers).end(JSON.stringify(reply.json))
}

/** Shows an engineer the failure of a call in `npm run dev`. No build contains this. */
export const failingCalls = (): Plugin => ({
  name: 'failing-calls',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => answer(request, response, next).catch(next))
  },
})
