import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './errors.ts'

const root = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

const policy = (nonce: string, api_host = '') =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${api_host}`.trim(),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Serves the built portal: its files, and for every other path the one page that shows all screens. The page is told the
 * host of the API, and the nonce under which its own styles are allowed. Without a build (tests) there is only the API.
 */
export async function servePortal(app: FastifyInstance, { api_host }: { api_host: string | undefined }) {
  // Read anew for every visit: after an upgrade it names the files that are there now.
  const readPage = () => readFile(`${root}index.html`, 'utf8')
  const isBuilt = await readPage().catch(() => undefined)
  if (!isBuilt) {
    app.setNotFoundHandler(() => notFound('Deze pagina bestaat niet'))
    return
  }
  await app.register(fastifyStatic, {
    root: `${root}assets`,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', root, { maxAge: '1d', immutable: false }))
  app.setNotFoundHandler(async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || request.url.startsWith('/assets/'))
      return notFound('Deze pagina bestaat niet')
    const page = await readPage()
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policy(nonce, api_host) })
      .send(page.replaceAll('%CSP_NONCE%', nonce).replaceAll('%API_HOST%', api_host ?? ''))
  })
}
