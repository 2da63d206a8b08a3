import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseInput } from './parse-input.ts'

const Search = z.strictObject({ street: z.optional(z.string()) })

test.each(['city', 'toString', 'constructor', 'hasOwnProperty', '__proto__'])(
  'S5.3 names the unknown field %s',
  (field) => {
    const input = JSON.parse(`{"${field}": "x"}`)
    expect(Object.entries(parseInput(Search, input).errors ?? {})).toEqual([[field, ['Dit veld bestaat niet']]])
  },
)
