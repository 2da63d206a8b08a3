import { contactHeader, isContactId } from '@rd4-loket/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiVersion } from '../platform/http/api.ts'
import type { Config } from '../platform/runtime/config.ts'

/** Returns whether the path of a request is /api or below it. Other requests are for the portal. */
export const isApi = ({ url, routeOptions }: FastifyRequest) => /^\/api(?=[/?]|$)/.test(routeOptions.url ?? url)

/** Headers that forbid content sniffing, framing, use by other origins, caching, and access to devices. */
const baseHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture', 'browsing-topics']
    .map((feature) => `${feature}=()`)
    .join(', '),
}

/** Sets the headers of every response. The routes of the portal override the policies for content and caching. */
export function securityHeaders(app: FastifyInstance, { public_url }: Pick<Config, 'public_url'>) {
  const secure = public_url?.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}
  const headers = { ...baseHeaders, ...secure }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isApi(request)) reply.header('api-version', apiVersion)
    // The browser rejects a reply that states another contact than the one for which it made the call.
    const contact = request.headers[contactHeader]
    if (isContactId(contact)) reply.header(contactHeader, contact)
    done()
  })
  // The API design rules of the Dutch government (NLGov): JSON is always UTF-8, so the type has no charset.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (type.includes('json; charset')) reply.header('content-type', type.split(';')[0])
    done()
  })
}
