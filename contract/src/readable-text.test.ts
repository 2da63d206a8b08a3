import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { parseInput } from './parse-input.ts'
import { readableText, withReadableTexts } from './readable-text.ts'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
const lineEnds = ['\n', '\v', '\f', '\r', '\x85', '\u2028', '\u2029']
const isControl = (character: string) => character !== '\t' && !lineEnds.includes(character)
const controls = [...range(0, 0x1f), ...range(0x7f, 0x9f)].filter(isControl)
const marks = [...range(0x202a, 0x202e), ...range(0x2066, 0x2069), '\u061c', '\u200b', '\u200e', '\u200f', '\ufeff']

test.each([...controls, '\ufffd', '\ud800'])('a text with %j is unreadable', (character) => {
  expect(readableText(`a${character}b`)).toBeUndefined()
  expect(readableText(`a${character}b`, { lines: true })).toBeUndefined()
})

test.each([...marks, '\u00ad', '\u200c', '\u200d', '\u2060'])('%j is removed', (character) => {
  expect(readableText(`a${character}b`)).toBe('ab')
  expect(readableText(`a${character}\nb`, { lines: true })).toBe('a\nb')
})

test.each([...lineEnds, '\r\n'])(
  'the line end %j is LF in a text of several lines, and a space elsewhere',
  (lineEnd) => {
    expect(readableText(`a${lineEnd}b`)).toBe('a b')
    expect(readableText(`a${lineEnd}b`, { lines: true })).toBe('a\nb')
  },
)

test.each(['Nguyễn', 'Zoë van ’t Hof', 'Łukasz', '👩‍💻 👍🏽‍🔧', '王', 'ГРАД', 'café\u0301'])(
  '%s stays as it is',
  (text) => {
    expect(readableText(text)).toBe(text)
  },
)

test('a letter and its accents are one character, whatever the keyboard sent', () => {
  expect(readableText('Nguye\u0302\u0303n in Wie\u0308nweg')).toBe('Nguyễn in Wiënweg')
})

type TextSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: TextSchema[]
  oneOf?: TextSchema[]
  properties?: Record<string, TextSchema>
  items?: TextSchema
  additionalProperties?: unknown
}
type Leaf = (string | 0)[]

/** Returns the path of each free text in a JSON schema. Throws for a schema that can contain other texts. */
function textsIn({ anyOf, oneOf, ...schema }: TextSchema): Leaf[] {
  const options = anyOf ?? oneOf
  if (options) return options.flatMap(textsIn)
  if (schema.enum || schema.const !== undefined) return []
  if (schema.type === 'string') return [[]]
  if (schema.type === 'array' && schema.items) return textsIn(schema.items).map((path) => [0, ...path])
  // A record with names of any kind.
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return textsIn(schema.additionalProperties as TextSchema).map((path) => ['draft', ...path])
  if (schema.type === 'object' && schema.properties && typeof schema.additionalProperties !== 'object')
    return Object.entries(schema.properties).flatMap(([name, field]) => textsIn(field).map((path) => [name, ...path]))
  if (['integer', 'number', 'boolean', 'null'].includes(String(schema.type))) return []
  throw new Error(`This schema can contain any text: ${JSON.stringify(schema)}`)
}

const inputAt = (path: Leaf, text: string): unknown =>
  path.reduceRight<unknown>((value, key) => (key === 0 ? [value] : { [key]: value }), text)
const valueAt = (path: Leaf, input: unknown) =>
  path.reduce((value, key) => (value as Record<string | 0, unknown>)[key], input)

const texts = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  // A path has identifiers, which are compared as they were sent.
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    // An uploaded file is not checked as text.
    if (!schema || (part === 'body' && endpoint.upload)) return []
    const paths = textsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as TextSchema)
    return paths.map((path) => ({ title: [name, part, ...path].join('.'), schema, path }))
  }),
)

describe('every text of every call', () => {
  test.each(texts)('$title is read without marks, and rejected with a control character', ({ schema, path }) => {
    const read = withReadableTexts(schema, inputAt(path, `a${marks.join('')}b`), () => {})
    expect(valueAt(path, read)).toBe('ab')
    for (const control of controls)
      expect(parseInput(schema, inputAt(path, `a${control}b`)).errors).toHaveProperty([path.join('.') || 'body'])
  })

  test('has one line, except notes, drafts, reasons, the text of a list, and how to reach the sender of a letter', () => {
    const ofLines = texts.filter(({ schema, path }) =>
      String(
        valueAt(
          path,
          withReadableTexts(schema, inputAt(path, 'a\nb'), () => {}),
        ),
      ).includes('\n'),
    )
    const fields = new Set(ofLines.map(({ path }) => path.findLast((key) => key !== 0)))
    const ofPeople = ['answer', 'draft', 'html', 'note', 'reason', 'remark', 'spoken', 'text']
    expect([...fields].sort()).toEqual([...ofPeople, 'contact', 'opening_hours'].sort())
  })
})
