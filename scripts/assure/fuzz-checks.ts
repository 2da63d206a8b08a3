import { randomInt } from 'node:crypto'
import type { RunningProduct } from './product.ts'
import { type Check, expectNone } from './report.ts'

type DocumentSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, DocumentSchema>
  items?: DocumentSchema
  anyOf?: DocumentSchema[]
  oneOf?: DocumentSchema[]
  $ref?: string
}
type DocumentOperation = {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: DocumentSchema }[]
  requestBody?: { content: Record<string, { schema: DocumentSchema }> }
}
type ApiDocument = {
  paths: Record<string, Record<string, DocumentOperation>>
  components?: { schemas?: Record<string, DocumentSchema> }
}

/** Values that break careless servers. */
const hostileValues: unknown[] = [
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(50_000),
  '💥'.repeat(300),
  "' or 1=1; --",
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00%ff%c0%ae',
  '{{7*7}}<%= 7*7 %>',
  -1,
  0.5,
  1e308,
  2 ** 53,
  2147483648,
  null,
  true,
  [],
  [[[[[[]]]]]],
  {},
  { $gt: '' },
  { constructor: { prototype: { polluted: true } } },
]
const hostileBodies = [
  '{',
  '[]',
  '"text"',
  'null',
  '{"__proto__":{"polluted":true}}',
  '{"a":1,"a":2}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"a":1e999}',
]

/** Calls that end the session of the fuzzer. */
const endsSession = /\/auth\/logout$|\/auth\/sessions/

/** Returns a value that matches a schema, for the fields of a call that do not get its hostile value. */
function plainValue(schema: DocumentSchema, document: ApiDocument): unknown {
  if (schema.$ref)
    return plainValue(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, document)
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return plainValue(choice, document)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, it]) => [name, plainValue(it, document)]))
  if (schema.type === 'array') return schema.items ? [plainValue(schema.items, document)] : []
  return { integer: 1, number: 1, boolean: true }[schema.type ?? ''] ?? '2026-03-04'
}

/** Hostile input for every call of the OpenAPI document. */
export const fuzzChecks = ({ send, tokenOf, output }: RunningProduct): Check[] => [
  {
    name: 'fuzz: hostile input to every call of the OpenAPI document',
    run: async () => {
      const document = JSON.parse((await send('/api/v1/openapi.json')).text) as ApiDocument
      const faults: string[] = []
      let requests = 0
      let slowest = 0
      const attempt = async (name: string, method: string, path: string, body?: unknown) => {
        if (path.length > 7000) return
        let response = await send(path, { method, body, token: await tokenOf('administrator') })
        if (response.status === 401 && !path.includes('/auth/'))
          response = await send(path, { method, body, token: await tokenOf('administrator', true) })
        requests += 1
        slowest = Math.max(slowest, response.ms)
        const shown = `${name} (${JSON.stringify(body ?? path).slice(0, 60)})`
        if (response.status >= 500 && response.status !== 503) faults.push(`${shown}: ${response.status}`)
        if (/polluted|at .*\.ts:\d|node_modules|syntax error at/.test(response.text)) faults.push(`${shown}: internals`)
      }
      for (const [path, operations] of Object.entries(document.paths))
        for (const [verb, { parameters = [], requestBody }] of Object.entries(operations)) {
          if (endsSession.test(path)) continue
          const method = verb.toUpperCase()
          const name = `${method} ${path}`
          const urlWith = (changed = '', value = '') => {
            const text = (it: string) => encodeURIComponent(it === changed ? value : '1')
            const query = parameters.filter((it) => it.in === 'query').map((it) => `${it.name}=${text(it.name)}`)
            return `${path.replace(/\{(\w+)\}/g, (_, it) => text(it))}${query.length > 0 ? `?${query.join('&')}` : ''}`
          }
          for (const { name: parameter } of parameters.filter((it) => it.in !== 'header'))
            for (const value of hostileValues.filter((it) => typeof it !== 'object'))
              if (value !== '\ud800') await attempt(name, method, urlWith(parameter, String(value)))
          const schema = requestBody?.content['application/json']?.schema
          if (!schema) continue
          for (const body of hostileBodies) await attempt(name, method, urlWith(), body)
          const plain = plainValue(schema, document)
          // A random half of the values per field, so that a run takes minutes and nightly runs differ.
          for (const field of Object.keys((plain ?? {}) as object))
            for (const value of hostileValues.filter(() => randomInt(2) === 0))
              await attempt(name, method, urlWith(), { ...(plain as object), [field]: value })
        }
      if (slowest > 9000) faults.push(`the slowest response took ${Math.round(slowest)} ms`)
      if (/uncaughtException|unhandledRejection/.test(output())) faults.push('the log has an uncaught error')
      expectNone(faults)
      return `${requests} requests: no 5xx, no internals; slowest ${Math.round(slowest)} ms`
    },
  },
]
