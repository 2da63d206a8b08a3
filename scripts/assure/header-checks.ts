import type { IncomingHttpHeaders } from 'node:http'
import type { RunningProduct } from './product.ts'
import { type Check, expectNone } from './report.ts'

const paths = [
  '/',
  '/login',
  '/address',
  '/api/v1/user/auth/user',
  '/api/v1/openapi.json',
  '/nergens',
  '/.well-known/security.txt',
]

const directivesOf = (policy: string) =>
  new Map(policy.split(';').map((part) => [part.trim().split(/\s+/)[0] ?? '', part.trim()] as const))

/** Returns what a scanner such as HTTP Observatory would report about the headers of a response. */
function faultsOf(headers: IncomingHttpHeaders): string[] {
  const header = (name: string) => String(headers[name] ?? '')
  const policy = header('content-security-policy')
  const directives = directivesOf(policy)
  const age = Number(/max-age=(\d+)/.exec(header('strict-transport-security'))?.[1] ?? 0)
  return [
    [age >= 31_536_000 && header('strict-transport-security').includes('includeSubDomains'), 'HSTS of a year'],
    [/^default-src '(none|self)'/.test(directives.get('default-src') ?? ''), 'default-src'],
    [!/unsafe-(inline|eval|hashes)|\s\*(\s|;|$)|\shttp:/.test(policy), 'no unsafe source'],
    [/'none'|'self'/.test(directives.get('base-uri') ?? ''), 'base-uri'],
    [/'none'/.test(directives.get('frame-ancestors') ?? ''), 'frame-ancestors'],
    [directives.has('form-action'), 'form-action'],
    [header('x-content-type-options') === 'nosniff', 'nosniff'],
    [/no-referrer|same-origin|strict-origin/.test(header('referrer-policy')), 'referrer-policy'],
    [header('cross-origin-opener-policy') === 'same-origin', 'opener policy'],
    [header('cross-origin-resource-policy') === 'same-origin', 'resource policy'],
    [header('permissions-policy').includes('camera=()'), 'permissions policy'],
    [!headers['x-powered-by'] && !/\d/.test(header('server')), 'no version of the server'],
  ].flatMap(([isRight, name]) => (isRight ? [] : [String(name)]))
}

/** The checks of the headers of every response. */
export const headerChecks = ({ send }: RunningProduct): Check[] => [
  {
    name: 'headers: security headers of pages and calls',
    run: async () => {
      const faults: string[] = []
      for (const path of paths) faults.push(...faultsOf((await send(path)).headers).map((fault) => `${path}: ${fault}`))
      expectNone(faults)
      return `${paths.length} paths: HSTS, CSP, nosniff, referrer, opener, resource and permissions policies`
    },
  },
  {
    name: 'headers: the policy of pages admits only scripts of the portal',
    run: async () => {
      const { headers, text } = await send('/login')
      const directives = directivesOf(String(headers['content-security-policy']))
      const scripts = directives.get('script-src') ?? ''
      expectNone([
        ...(/^script-src('self'| |'sha(256|384|512)-[\w+/=]+'|'nonce-[\w+/=-]+'|'strict-dynamic')*$/.test(scripts)
          ? []
          : [`script-src: ${scripts}`]),
        ...(directives.get('require-trusted-types-for') ? [] : ['no Trusted Types']),
        ...(directives.get('report-to') || directives.get('report-uri') ? [] : ['no reports']),
        ...(/<script(?![^>]*\ssrc=)(?![^>]*type="application\/json")[^>]*>\s*\S/.test(text) &&
        !/'(sha|nonce)/.test(scripts)
          ? ['an inline script']
          : []),
      ])
      return 'scripts of the portal only, Trusted Types, reports of violations'
    },
  },
  {
    name: 'headers: nothing of the API is cached, and no secret page is indexed',
    run: async () => {
      const faults: string[] = []
      for (const path of ['/api/v1/user/auth/user', '/api/v1/counter/notices'])
        if (!String((await send(path)).headers['cache-control']).includes('no-store')) faults.push(path)
      const { status, text } = await send('/.well-known/security.txt')
      if (status !== 200 || !/^Contact: /m.test(text) || !/^Expires: /m.test(text)) faults.push('security.txt')
      expectNone(faults)
      return 'calls: no-store; security.txt names a contact'
    },
  },
  {
    name: 'headers: metrics are not public',
    run: async () => {
      const { status, text } = await send('/metrics')
      expectNone(status < 400 && text.includes('process_') ? [`/metrics: ${status}`] : [])
      return `/metrics: ${status}`
    },
  },
]
