import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { brand, themeMark } from '@rd4-loket/contract/general'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../platform/http/errors.ts'
import type { Config } from '../platform/runtime/config.ts'
import { policyReportsPath } from './policy-reports.ts'
import { brandAlone, loadTheme, maxLookBytes, styleOf } from './theme.ts'

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

type Hosts = Pick<Config, 'api_host' | 'map_tiles'>

const policy = (nonce: string, { api_host = '', map_tiles }: Hosts) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${map_tiles ? new URL(map_tiles).origin : ''}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${api_host}`.trim(),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The browser rejects the conversion of text into HTML or scripts. The only exception is the policy of the notice
    // editor, which parses pasted text in a document that is never shown.
    "require-trusted-types-for 'script'",
    'trusted-types ProseMirrorClipboard',
    'report-to csp',
  ].join('; ')

const isPage = ({ method, url }: FastifyRequest) =>
  ['GET', 'HEAD'].includes(method) && !/^\/(api|assets)(?=[/?]|$)/i.test(url)

/** Returns a version that changes with any built file, because the page contains file names with content hashes. */
const versionOf = (page: string) => createHash('sha256').update(page).digest('base64url').slice(0, 16)

/** Returns whether a URL matches the path of a screen. `$alias` in a path matches any segment. */
const hasScreen = (paths: string[], url: string) =>
  paths.some((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/?]+').replace(/\/$/, '')}/?(\\?|$)`, 'i').test(url))

const escaped = (text = '') => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

type Look = Pick<Config, 'portal_name' | 'logo_file' | 'theme_file'>

/** Serves the logo, and returns its path, which has a hash of its content. Returns the path of our icon without it. */
async function serveLogo(app: FastifyInstance, { logo_file }: Look) {
  if (!logo_file) return '/favicon.svg'
  const logo = await readFile(logo_file).catch(() => undefined)
  if (!logo || logo.length > maxLookBytes) {
    app.log.warn('LOGO_FILE cannot be read, or is larger than 1 MB: the portal shows its own emblem')
    return '/favicon.svg'
  }
  const path = `/logo-${createHash('sha256').update(logo).digest('hex').slice(0, 16)}`
  const type = logo_file.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
  app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'public, max-age=86400').send(logo))
  return path
}

/** Returns a function that gives the page of the portal the name, the logo and the theme of the settings. */
async function lookOf(app: FastifyInstance, settings: Look) {
  const { portal_name, theme_file } = settings
  const logo = await serveLogo(app, settings)
  const { isUsed, style, navy } = styleOf(theme_file ? await loadTheme(theme_file) : brandAlone)
  if (!isUsed) app.log.warn('THEME_FILE has no effect: the command "check theme" prints the reasons')
  return (page: string) =>
    page
      .replaceAll('Rd4 Loket', () => escaped(portal_name))
      .replaceAll('href="/favicon.svg"', `href="${logo}"`)
      .replaceAll(`content="${brand.navy}"`, `content="${navy}"`)
      .replaceAll(themeMark, style)
}

/**
 * Serves the files of the built portal, and the page of the portal for every path outside /api and /assets. The
 * page has status 404 when no screen has the path. The page contains settings, the version of the portal, and the nonce
 * for its scripts and styles. An open page uses the header `portal-version` to detect a newer version. Without a build,
 * only the API is served.
 */
export async function servePortal(
  app: FastifyInstance,
  {
    api_host,
    jwt_ttl_minutes,
    calendar_source,
    map_tiles,
    map_credit,
    organisations,
    root = built,
    ...look
  }: Hosts &
    Look &
    Pick<Config, 'jwt_ttl_minutes' | 'calendar_source' | 'map_credit' | 'organisations'> & { root?: string },
) {
  const buttons = organisations.length > 0 ? JSON.stringify(organisations.map(({ id, name }) => ({ id, name }))) : ''
  // The page and the list of screens are read for every visit, because an upgrade replaces them while the server runs.
  const dress = await lookOf(app, look)
  const readPage = async () => dress(await readFile(`${root}index.html`, 'utf8'))
  const readPaths = async (): Promise<string[]> => JSON.parse(await readFile(`${root}screens.json`, 'utf8'))
  if (!(await readPage().catch(() => undefined))) {
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
    if (!isPage(request)) return notFound('Deze pagina bestaat niet')
    const [page, paths] = await Promise.all([readPage(), readPaths()])
    const nonce = randomBytes(16).toString('base64')
    const version = versionOf(page)
    return reply
      .code(hasScreen(paths, request.url) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy(nonce, { api_host, map_tiles }),
        'reporting-endpoints': `csp="${policyReportsPath}"`,
        'portal-version': version,
      })
      .send(
        page
          .replaceAll('%CSP_NONCE%', nonce)
          .replaceAll('%API_HOST%', api_host ?? '')
          .replaceAll('%PORTAL_VERSION%', version)
          .replaceAll('%JWT_TTL%', String(jwt_ttl_minutes))
          .replaceAll('%CALENDAR_SOURCE%', calendar_source)
          .replaceAll('%MAP_TILES%', () => escaped(map_tiles))
          .replaceAll('%MAP_CREDIT%', () => escaped(map_credit))
          .replaceAll('%ORGANISATIONS%', () => escaped(buttons)),
      )
  })
}
