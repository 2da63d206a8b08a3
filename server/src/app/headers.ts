import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiVersion } from '../platform/http/api.ts'
import type { Config } from '../platform/runtime/config.ts'

/** Is this a call of the API, known or unknown? Anything else is the portal's. */
export const isApi = ({ url, routeOptions }: FastifyRequest) => /^\/api(?=[/?]|$)/.test(routeOptions.url ?? url)

/** What every answer says: a browser neither guesses, frames, shares nor remembers it, and lets it use no device. */
const everywhere = {
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

/**
 * Puts the headers on every answer; the portal's page and files say more precisely what they may and how long they keep.
 * Only behind https a browser is told to stay there.
 */
export function securityHeaders(app: FastifyInstance, { public_url }: Pick<Config, 'public_url'>) {
  const secure = public_url?.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}
  const always = { ...everywhere, ...secure }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id)
    if (isApi(request)) reply.header('api-version', apiVersion)
    done()
  })
  // NLGov's API rules: JSON is UTF-8 by definition, a charset is noise.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (type.includes('json; charset')) reply.header('content-type', type.split(';')[0])
    done()
  })
}
