import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DayInput, Email, MunicipalityId, requiredText } from './fields.ts'
import { parseInput } from './parse-input.ts'
import { EnvironmentalPassNumber } from './pass-number.ts'
import { Role } from './roles.ts'

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

const Filled = z.strictObject({
  text: requiredText(100),
  pass: EnvironmentalPassNumber,
  date: DayInput,
  choice: MunicipalityId,
  option: Role,
  options: z.array(Role).check(z.minLength(1)),
})

test.each([
  ['empty', { text: ' ', pass: '', date: '', choice: undefined, option: '', options: [] }],
  ['null', { text: null, pass: null, date: null, choice: null, option: null, options: null }],
  ['missing', {}],
  ['no number', { choice: Number.NaN }],
])('S5.1 reports every required field when its value is %s', (_, input) => {
  const fields = ['text', 'pass', 'date', 'choice', 'option', 'options']
  expect(parseInput(Filled, input).errors).toEqual(
    Object.fromEntries(fields.map((field) => [field, ['Dit veld is verplicht']])),
  )
})

test('S5.1 a field with an invalid value gets another message than an empty field', () => {
  const input = { text: 1, pass: '-', date: '30-2-2026', choice: 'x', option: 'baas', options: ['baas'] }
  expect(parseInput(Filled, input).errors).toEqual({
    text: ['Vul hier tekst in'],
    pass: ['Dit is geen pasnummer. Een pasnummer heeft 6 tot 20 cijfers of letters'],
    date: ['Deze dag bestaat niet'],
    choice: ['Kies een gemeente'],
    option: ['Kies iets uit de lijst'],
    'options.0': ['Kies iets uit de lijst'],
  })
})

test('rejects a list that is nested 20,000 levels deep with the message of its field', () => {
  const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000))
  expect(parseInput(z.strictObject({ name: z.string() }), deep).errors).toEqual({
    body: ['Stuur hier velden met een naam en een waarde'],
  })
  expect(parseInput(z.strictObject({ name: z.string() }), { name: deep }).errors).toEqual({
    name: ['Vul hier tekst in'],
  })
})

const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}`
const domainOf = (length: number) => `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 128)}`

test.each([
  `${longest}.nl`,
  `${'a'.repeat(64)}@${domainOf(189)}`,
  'naam@gemeente.nl',
  'j.de-vries+loket@mail.gemeente.nl',
  "o'neil@rd4.example",
  'josé@gemeente.nl',
])('accepts the e-mail address %s', (email) => {
  expect(parseInput(Email, email)).toEqual({ value: email })
})

test.each([
  ...[...',;<>"()[]\\ :'].map((sign) => `a${sign}b@gemeente.nl`),
  ...[...',;<>"()[]\\ :'].map((sign) => `a@gemeente${sign}x.nl`),
  ...[
    'a@b@c.nl',
    '.a@b.nl',
    'a.@b.nl',
    'a..b@c.nl',
    'a@-b.nl',
    'a@b-.nl',
    'a@b..nl',
    'a@.nl',
    'a@',
    '@b.nl',
    'a\n@b.nl',
    `a${longest}.nl`,
    `${longest}b.nl`,
    `a@b.${'c'.repeat(64)}`,
    `${'a'.repeat(64)}@${domainOf(190)}`,
  ],
])('rejects the e-mail address %j', (email) => {
  expect(parseInput(Email, email).errors).toEqual({
    body: [expect.stringMatching(/^(Dit is geen e-mailadres|Gebruik hier ten hoogste 254)/)],
  })
})
