import type { FastifyInstance } from 'fastify'
import { policyReportsPerMinute } from '../platform/runtime/limits.ts'

/** The path to which browsers report violations of the content security policy. */
export const policyReportsPath = '/api/csp-reports'

/** The directives that a browser can report as violated (W3C Content Security Policy Level 3, and Trusted Types). */
const directives = new Set([
  ...['base-uri', 'child-src', 'connect-src', 'default-src', 'font-src', 'form-action', 'frame-ancestors', 'frame-src'],
  ...['img-src', 'manifest-src', 'media-src', 'object-src', 'require-trusted-types-for', 'sandbox', 'script-src'],
  ...['script-src-attr', 'script-src-elem', 'style-src', 'style-src-attr', 'style-src-elem', 'trusted-types'],
  ...['webrtc', 'worker-src'],
])

/** The directive that a report names. Undefined for any other text, because anybody can send a report. */
function directiveOf(report: unknown) {
  const { body } = (report ?? {}) as { body?: { effectiveDirective?: unknown } | null }
  const name = body?.effectiveDirective
  return typeof name === 'string' && directives.has(name) ? name : undefined
}

/**
 * Logs the directives of reported violations of the content security policy (W3C Reporting API), each at most once per
 * minute. A report also has URLs, which can contain search criteria. These are not logged. Reports have a rate limit of
 * their own, so that a page with many violations leaves its employee all calls.
 */
export function policyReports(app: FastifyInstance) {
  /** The minute in which each directive was last logged. */
  const loggedIn = new Map<string, number>()
  app.register(async (reports) => {
    reports.addContentTypeParser('application/reports+json', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(null, [])
      }
    })
    const limits = { config: { rateLimit: { max: policyReportsPerMinute } } }
    reports.post(policyReportsPath, limits, async (request, reply) => {
      const minute = Math.floor(Date.now() / 60_000)
      for (const report of [request.body].flat().slice(0, 20)) {
        const directive = directiveOf(report)
        if (!directive || loggedIn.get(directive) === minute) continue
        loggedIn.set(directive, minute)
        request.log.warn({ directive }, 'content security policy violated')
      }
      return reply.code(204).send()
    })
  })
}
