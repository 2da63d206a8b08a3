import type { Endpoint } from '@rd4-loket/contract'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { dayOf, textOf } from '../platform/runtime/days.ts'
import { brokenJson, brokenPart, brokenQuery, encode, hostile, oddHeaders } from './hostile-values.ts'

/** What is sent with a call, as it goes over the wire: the parts of its address, and a body as text. */
export type AnyInput = {
  params: Record<string, string>
  query: string
  body: string | undefined
  headers: Record<string, string>
}

/** As much of JSON Schema as the contract's schemas come out in. */
type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Values that exist, by the field that they are of: without them most calls would end at the first look-up. */
export type Known = Record<string, unknown[]>

const schemaOf = (schema: z.ZodMiniType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {}

const around = dayOf('2026-11-22')
const day = fc.oneof(
  fc.integer({ min: -800, max: 800 }).map((days) => textOf(around + days)),
  fc.constantFrom('1000-01-01', '9999-12-31', '2024-02-29', '0001-01-01'),
)

function text({ pattern, minLength = 0, maxLength = 60 }: Schema) {
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 60) })
  if (!pattern) return any
  return fc.oneof({ weight: 4, arbitrary: fc.stringMatching(new RegExp(pattern)) }, any)
}

/** A value that the schema takes, as far as JSON Schema can say. */
function fitting(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, known)))
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
      return fc.array(fitting(schema.items ?? {}, known), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
        const values = known[name]
        const arbitrary = fitting(field, known)
        return [name, values ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, arbitrary) : arbitrary]
      })
      return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** The same with one thing wrong: a field gone, replaced, or too many. */
const nearly = (values: fc.Arbitrary<unknown>) =>
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
/** Anything that can be sent with a call: what fits, what nearly fits, and what somebody made up to do harm. */
export function anyInput(endpoint: Endpoint, known: Known): fc.Arbitrary<AnyInput> {
  const part = (name: 'params' | 'query' | 'body') => fitting(schemaOf(endpoint[name]), known)
  const pathNames = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = fc.oneof(
    { weight: 4, arbitrary: endpoint.params ? part('params') : fc.constant({}) },
    fc.record(Object.fromEntries(pathNames.map((name) => [name, brokenPart]))),
  )
  const query = endpoint.query
    ? fc.oneof(part('query').map(asQuery), nearly(part('query')).map(asQuery), brokenQuery)
    : fc.oneof({ weight: 9, arbitrary: fc.constant('') }, brokenQuery)
  const body = endpoint.body
    ? fc.oneof(
        { weight: 3, arbitrary: part('body').map(asJson) },
        { weight: 4, arbitrary: nearly(part('body')).map(asJson) },
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
