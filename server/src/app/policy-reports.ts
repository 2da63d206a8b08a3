import type { FastifyInstance } from 'fastify'

/** The path to which browsers report violations of the content security policy. */
export const policyReportsPath = '/api/csp-reports'

/** The directive that a report names. Undefined for any other text, because anybody can send a report. */
function directiveOf(report: unknown) {
  const { body } = (report ?? {}) as { body?: { effectiveDirective?: unknown } | null }
  const name = body?.effectiveDirective
  return typeof name === 'string' && /^[a-z-]{1,40}$/.test(name) ? name : undefined
}

/**
 * Logs the directives of reported violations of the content security policy (W3C Reporting API). A report also has
 * URLs, which can contain search criteria. These are not logged.
 */
export function policyReports(app: FastifyInstance) {
  app.register(async (reports) => {
    reports.addContentTypeParser('application/reports+json', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(null, [])
      }
    })
    reports.post(policyReportsPath, async (request, reply) => {
      const directives = [request.body].flat().slice(0, 20).map(directiveOf)
      for (const directive of new Set(directives))
        if (directive) request.log.warn({ directive }, 'content security policy violated')
      return reply.code(204).send()
    })
  })
}
