import type { Endpoint } from '@rd4-loket/contract'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { brokenJson, brokenPart, brokenQuery, encode, hostile, oddHeaders } from './hostile-values.ts'

/** The input of a request, as it is sent. */
export type AnyInput = {
  params: Record<string, string>
  query: string
  body: string | undefined
  headers: Record<string, string>
}

/** The keywords of JSON Schema that occur in the schemas of the contract. */
type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Values that exist in the database, such as ids, by field name. Without them, most calls would return 404. */
export type ExistingValues = Record<string, unknown[]>

const schemaOf = (schema: z.ZodMiniType | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {}

const someDay = dayOf('2026-11-22')
const day = fc.oneof(
  fc.integer({ min: -800, max: 800 }).map((days) => textOf(someDay + days)),
  fc.constantFrom('1000-01-01', '9999-12-31', '2024-02-29', '0001-01-01'),
)

function text({ pattern, minLength = 0, maxLength = 60 }: JsonSchema) {
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 60) })
  if (!pattern) return any
  return fc.oneof({ weight: 4, arbitrary: fc.stringMatching(new RegExp(pattern)) }, any)
}

/** Generates values that the JSON Schema accepts. */
function valid(schema: JsonSchema, existing: ExistingValues): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(option, existing)))
  if (schema.format === 'date') return day
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, existing), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
        const values = existing[name]
        const arbitrary = valid(field, existing)
        return [name, values ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, arbitrary) : arbitrary]
      })
      return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Generates the values of `values` with one fault: a field that is missing, replaced, repeated or extra. */
const nearlyValid = (values: fc.Arbitrary<unknown>) =>
  fc
    .tuple(values, fc.nat(), hostile, fc.constantFrom('drop', 'replace', 'add', 'repeat'))
    .map(([value, at, wrong, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong
      const names = Object.keys(value)
      const name = names[at % Math.max(names.length, 1)] ?? 'field'
      const { [name]: it, ...rest } = value as Record<string, unknown>
      if (how === 'drop') return rest
      if (how === 'add') return { ...value, [asText(wrong).slice(0, 50)]: wrong }
      return { ...rest, [name]: how === 'repeat' ? [it, it] : wrong }
    })

const asJson = (value: unknown) => JSON.stringify(value) ?? ''
const asText = (value: unknown) => (typeof value === 'object' ? asJson(value) : String(value))
const asQuery = (value: unknown) =>
  typeof value !== 'object' || value === null
    ? asText(value)
    : Object.entries(value)
        .flatMap(([name, it]) => [it].flat().map((one) => `${encode(name)}=${encode(asText(one))}`))
        .join('&')

/** Generates valid, nearly valid and hostile inputs for an endpoint. */
export function anyInput(endpoint: Endpoint, existing: ExistingValues): fc.Arbitrary<AnyInput> {
  const part = (name: 'params' | 'query' | 'body') => valid(schemaOf(endpoint[name]), existing)
  const pathNames = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = fc.oneof(
    { weight: 4, arbitrary: endpoint.params ? part('params') : fc.constant({}) },
    fc.record(Object.fromEntries(pathNames.map((name) => [name, brokenPart]))),
  )
  const query = endpoint.query
    ? fc.oneof(part('query').map(asQuery), nearlyValid(part('query')).map(asQuery), brokenQuery)
    : fc.oneof({ weight: 9, arbitrary: fc.constant('') }, brokenQuery)
  const body = endpoint.body
    ? fc.oneof(
        { weight: 3, arbitrary: part('body').map(asJson) },
        { weight: 4, arbitrary: nearlyValid(part('body')).map(asJson) },
        { weight: 1, arbitrary: hostile.map(asJson) },
        { weight: 2, arbitrary: brokenJson },
      )
    : fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, brokenJson)
  return fc.record({
    params: params.map((parts) =>
      Object.fromEntries(pathNames.map((name) => [name, String((parts as Record<string, unknown>)[name])])),
    ),
    query,
    body,
    headers: oddHeaders,
  })
}
