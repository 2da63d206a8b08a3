import { ApiError } from '@rd4-loket/contract'
import type { FastifyRequest } from 'fastify'

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Refuses a call that a page of another site makes in an employee's browser. These headers are the browser's own: no page can
 * change or leave them out. What sends none is no browser, and has no employee's cookie to misuse.
 */
export function refuseOtherSites(request: FastifyRequest, public_url: string | undefined) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin === public_url) return
  const isOwn = site === undefined ? origin === undefined || hostOf(origin) === request.host : site === 'same-origin'
  if (!isOwn) throw new ApiError(403, 'Dit verzoek komt van een andere website')
}
