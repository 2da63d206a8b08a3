import { endpoints } from '@rd4-loket/contract/endpoints'
import { exampleKeys, exampleReply, exampleRequest } from '@rd4-loket/contract/examples'
import { expect, test } from 'vitest'
import { apiVersion } from '../platform/http/api.ts'
import { settings } from '../test/server.ts'
import { apiDocument } from './openapi.ts'

// The rules of NLGov REST API Design Rules 2.1 that a program can check.

type Content = Record<string, { example?: unknown }>
type Operation = {
  tags: string[]
  operationId: string
  summary: string
  parameters: { name: string; in: string; schema: { type?: string }; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; headers?: object; content?: Content }>
}

const document = JSON.parse(JSON.stringify(apiDocument(settings)))
const { info, servers, tags, paths, components } = document
const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'servers')
    .map(([method, operation]): [string, string, Operation] => [method, path, operation]),
)
const responses = operations.flatMap(([method, path, operation]) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    name: `${method} ${path} ${status}`,
    status: Number(status),
    headers: Object.keys(response.headers ?? {}),
    types: Object.keys(response.content ?? {}),
  })),
)
const namesOf = (found: { name: string }[]) => found.map(({ name }) => name)

/** Paths of the specification that the API must have. Their URLs contain no version. */
const givenPaths = ['/auth/refresh']

/** Query keys that are not in camelCase. Other software already reads the public calendar with these keys. */
const givenQueryKeys = {
  '/waste-calendar': ['postal_code', 'house_number', 'house_number_extension', 'types[]'],
}

test('the document has a version, a contact, a licence, and a server URL with the major version', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(info.version).toBe(apiVersion)
  expect(apiVersion).toMatch(/^[0-9]+\.[0-9]+\.[0-9]+$/)
  expect(info.contact).toEqual({ name: 'Rd4 Loket', email: 'loket@rd4.example', url: 'http://127.0.0.1:3000' })
  expect(info.license.name).toBe('EUPL-1.2')
  expect(servers).toEqual([{ url: `/api/v${apiVersion[0]}` }])
})

test('a path has no version only when the specification gives that path', () => {
  expect(Object.keys(paths).filter((path) => paths[path].servers)).toEqual(givenPaths)
})

test('every path is in kebab-case, without an extension and without a slash at its end', () => {
  const isParameter = (part: string) => /^\{[a-z_]+\}$/.test(part)
  const wrong = Object.keys(paths).filter((path) =>
    path
      .slice(1)
      .split('/')
      .some((part) => !isParameter(part) && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)),
  )
  expect(wrong).toEqual([])
})

test('every query key is in camelCase, except the keys that other software already sends', () => {
  const others = operations.flatMap(([, path, { parameters }]) => {
    const keys = namesOf(
      parameters.filter((it) => it.in === 'query' && !/^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/.test(it.name)),
    )
    return keys.length === 0 ? [] : [[path, keys]]
  })
  expect(Object.fromEntries(others)).toEqual(givenQueryKeys)
})

test('every operation has a summary, an own id and one declared tag', () => {
  const ids = operations.map(([, , { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const declared = namesOf(tags)
  for (const [, path, operation] of operations) {
    expect(operation.summary, path).not.toBe('')
    expect(operation.tags, path).toEqual([expect.toBeOneOf(declared)])
  }
})

test('every response has the headers API-Version and X-Request-Id, and 429 and 503 also have Retry-After', () => {
  expect(responses.length).toBeGreaterThan(operations.length)
  expect(
    namesOf(responses.filter(({ headers }) => !['API-Version', 'X-Request-Id'].every((it) => headers.includes(it)))),
  ).toEqual([])
  const later = responses.filter(({ status }) => status === 429 || status === 503)
  expect(later).toHaveLength(2 * operations.length)
  expect(namesOf(later.filter(({ headers }) => !headers.includes('Retry-After')))).toEqual([])
  for (const name of responses.flatMap(({ headers }) => headers)) expect(components.headers).toHaveProperty(name)
})

test('every error is a problem with a status, a title and a detail', () => {
  const errors = responses.filter(({ status }) => status >= 400)
  expect(namesOf(errors.filter(({ types }) => types.join() !== 'application/problem+json'))).toEqual([])
  expect(components.schemas.Problem.required).toEqual(expect.arrayContaining(['status', 'title', 'detail']))
})

test('every operation can return 400, and every operation on a record can return 404', () => {
  for (const [method, path, { responses }] of operations) {
    expect(Object.keys(responses), `${method} ${path}`).toContain('400')
    if (path.includes('{')) expect(Object.keys(responses), `${method} ${path}`).toContain('404')
  }
})

test.each(Object.entries(endpoints))('the operation %s shows the example of the contract', (name, endpoint) => {
  const [, , operation] = operations.find(([, , { operationId }]) => operationId === name) ?? expect.unreachable()
  const {
    params = {},
    query = {},
    body,
  }: { params?: object; query?: object; body?: object } = exampleRequest(endpoint, exampleKeys)
  const shown = operation.parameters.filter(({ example }) => example !== undefined)
  expect(
    Object.fromEntries(shown.map((it) => [it.name, it.schema.type === 'integer' ? `${it.example}` : it.example])),
  ).toEqual({ ...params, ...query })
  expect(Object.values(operation.requestBody?.content ?? {}).map(({ example }) => example)).toEqual(
    body ? [endpoint.upload ? undefined : body] : [],
  )
  const json = operation.responses[endpoint.status ?? 200]?.content?.['application/json']
  const reply: unknown = exampleReply(endpoint)
  if (json) expect(json.example).toEqual(endpoint.meta || endpoint.unwrapped ? reply : { data: reply })
})

test('a number in a path or a query is a number with a smallest and a largest value', () => {
  const found = operations.flatMap(([, path, { parameters }]) =>
    parameters
      .filter(
        ({ name }) =>
          /^(year|month|area|municipality|.*_id)$/.test(name) && !/^(month|session_id|contact_id)$/.test(name),
      )
      .map(({ name, schema }) => ({ at: `${path} ${name}`, schema })),
  )
  expect(found.length).toBeGreaterThan(30)
  for (const { at, schema } of found)
    expect(schema, at).toEqual({ type: 'integer', minimum: expect.any(Number), maximum: expect.any(Number) })
})

test('an operation states when it returns 409, and a search states its criteria', () => {
  const { responses } = paths['/counter/services/register'].post
  expect(responses[409].description).toBe(
    'De gemeente koos voor dit jaar geen aantal, of de uitgifte met deze sleutel is ongedaan gemaakt; ' +
      'of: Dezelfde sleutel met andere gegevens; of: De klant van het verzoek is afgesloten of heeft een ander adres',
  )
  const { meta } = paths['/counter/search'].post.responses[200].content['application/json'].schema.properties
  expect(meta.required).toContain('criteria')
  expect(Object.keys(meta.properties.criteria.anyOf[0].properties)).toContain('house_number')
})
