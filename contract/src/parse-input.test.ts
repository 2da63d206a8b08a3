import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseInput } from './parse-input.ts'

const Search = z.strictObject({ street: z.optional(z.string()) })

test.each(['city', 'toString', 'constructor', 'hasOwnProperty', '__proto__'])(
  'S5.3 reports the unknown field %s',
  (field) => {
    const input = JSON.parse(`{"${field}": "x"}`)
    expect(Object.entries(parseInput(Search, input).errors ?? {})).toEqual([[field, ['Dit veld bestaat niet']]])
  },
)

test('S5.3 reports unreadable characters together with all other field errors', () => {
  const AddressInput = z.strictObject({ street: z.string(), city: z.string(), house_number: z.number() })
  const unreadable = ['Hier staat een teken dat niet gelezen kan worden']
  expect(parseInput(AddressInput, { street: 'a\0b', city: 'Vaals', house_number: 'x' }).errors).toEqual({
    house_number: ['Vul hier een getal in'],
    street: unreadable,
  })
  expect(parseInput(AddressInput, { street: 'a', city: '\ud800', house_number: 1 }).errors).toEqual({
    city: unreadable,
  })
})
