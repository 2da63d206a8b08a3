import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/runtime/config.ts'

const halfYear_ms = 183 * 86_400_000

/** Serves the contact for security reports (RFC 9116). The default is `security@` and the portal's host (RFC 2142). */
export function securityContact(
  app: FastifyInstance,
  portal: string,
  { security_contact }: Pick<Config, 'security_contact'>,
) {
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=86400' })
      .send(
        [
          `Contact: ${security_contact ?? `mailto:security@${new URL(portal).hostname}`}`,
          `Expires: ${new Date(Date.now() + halfYear_ms).toISOString().slice(0, 10)}T00:00:00Z`,
          'Preferred-Languages: nl, en',
          `Canonical: ${portal}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  )
}
