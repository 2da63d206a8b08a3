import type { SeededRandom } from './random.ts'
import type { Sample } from './samples.ts'

/** One call of the API. */
export type ApiRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: object | undefined
  headers?: Record<string, string>
}

/** A kind of call. `call` returns the call for one address. */
export type Shape = {
  name: string
  /** The goal: the maximum p99 of the call's statements, in µs. */
  goal_us: number
  call: (address: Sample, random: SeededRandom) => ApiRequest
  /** Returns whether an address has the fields that this call needs. If absent, the call suits every address. */
  fits?: (address: Sample) => boolean
  /**
   * The statements that are repeated. Default: all statements of the call. A call with personal data also writes the
   * logs: repeated log rows would break their hash chains.
   */
  reads?: RegExp
}

/** Returns a search as the form sends it. */
export const search = (criteria: object): ApiRequest => ({
  method: 'POST',
  path: '/api/v1/counter/addresses/search',
  body: { limit: 25, ...criteria },
})

const shape = (name: string, goal_us: number, criteria: (address: Sample, random: SeededRandom) => object): Shape => ({
  name,
  goal_us,
  call: (address, random) => search(criteria(address, random)),
})

// A database that was filled from the national register of addresses has no object codes.
const hasObjectCode = ({ object_code }: Sample) => object_code !== null
const hasExtension = ({ house_number_extension }: Sample) => house_number_extension !== null
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Returns the name with one typing error: a letter replaced, left out, added, or swapped with the next letter. */
function mistype(name: string, random: SeededRandom) {
  const at = 1 + random.below(Math.max(1, name.length - 2))
  const letter = letters[random.below(26)] ?? 'x'
  const [before, current, next, after] = [
    name.slice(0, at),
    name.slice(at, at + 1),
    name.slice(at + 1, at + 2),
    name.slice(at + 2),
  ]
  const mistakes = [
    before + letter + next + after,
    before + next + after,
    before + current + letter + next + after,
    before + next + current + after,
  ]
  return mistakes[random.below(mistakes.length)] ?? name
}

/** Returns random fields of an address. An extension is only returned with a number, postal code or object code. */
function someFields(address: Sample, random: SeededRandom): object {
  const chosen = new Set(searchedFields.filter((field) => address[field] !== null && random.below(2) === 1))
  if (!extendedFields.some((field) => chosen.has(field))) chosen.delete('house_number_extension')
  return chosen.size > 0
    ? Object.fromEntries([...chosen].map((field) => [field, address[field]]))
    : someFields(address, random)
}

const extendedFields = ['object_code', 'postal_code', 'house_number'] as const
const searchedFields = [...extendedFields, 'house_number_extension', 'street', 'municipality_id'] as const

/** A search for collection systems in the whole country. */
const systems = (name: string, criteria: (address: Sample, random: SeededRandom) => object): Shape => ({
  name,
  goal_us: 5000,
  call: (address, random) => ({
    method: 'POST',
    path: '/api/v1/counter/collection-system/search',
    body: { limit: 25, ...criteria(address, random) },
  }),
})
const streams = ['residual_waste', 'glass', 'paper', 'textile', 'diaper', 'pruning_waste']

const year = new Date().getFullYear()

// The goal for a search by a random subset of the fields.
const anyFieldsGoal_us = 2000

/** The shapes that are measured on each database. */
export const shapes: Shape[] = [
  shape('postcode', 500, ({ postal_code }) => ({ postal_code })),
  shape('postcode + number', 500, ({ postal_code, house_number }) => ({ postal_code, house_number })),
  { ...shape('object code', 500, ({ object_code }) => ({ object_code })), fits: hasObjectCode },
  shape('municipality + street prefix', 500, ({ municipality_id, street }) => ({
    municipality_id,
    street: street.slice(0, 4),
  })),
  shape('municipality + number', 1000, ({ municipality_id, house_number }) => ({ municipality_id, house_number })),
  shape('street', 500, ({ street }) => ({ street })),
  shape('street + number', 1000, ({ street, house_number }) => ({ street, house_number })),
  shape("part of a street's name", 1000, ({ street }) => ({ street: street.slice(3, 9) })),
  shape('one typing error', 1000, ({ street }, random) => ({ street: mistype(street, random) })),
  shape('two typing errors', 1000, ({ street }, random) => ({ street: mistype(mistype(street, random), random) })),
  {
    ...shape('number + extension', anyFieldsGoal_us, ({ house_number, house_number_extension }) => ({
      house_number,
      house_number_extension,
    })),
    fits: hasExtension,
  },
  shape('some of the fields', anyFieldsGoal_us, someFields),
  shape("'a'", 1000, () => ({ street: 'a' })),
  shape("'%'", 1000, () => ({ street: '%' })),
  shape("'straat'", 1000, () => ({ street: 'straat' })),
  shape("'straat' + a high number", anyFieldsGoal_us, () => ({ street: 'straat', house_number: 99_999 })),
  shape('10,000 letters', 1000, () => ({ street: 'a'.repeat(10_000) })),
  shape('a hundred letters', 1000, (_, random) => ({ street: 'straatlaan'.repeat(10).slice(random.below(9)) })),
  systems('collection systems: stream', (_, random) => ({ waste_type: streams[random.below(streams.length)] })),
  systems('collection systems: number + kind', ({ house_number }, random) => ({
    house_number,
    collection_system: 1 + random.below(4),
  })),
  {
    name: 'clearances of a year',
    goal_us: 1000,
    call: ({ alias }) => ({
      method: 'GET',
      path: `/api/v1/counter/addresses/${alias}/clearances?year=${year}`,
    }),
    reads: /\bfrom clearance\b/,
  },
  {
    name: 'bill of a year',
    goal_us: 2000,
    // The demo has assessments of last year.
    call: ({ alias }) => ({ method: 'GET', path: `/api/v1/counter/addresses/${alias}/bill?year=${year - 1}` }),
    // The facts of the bill, and the collection days.
    reads: /\bfrom (clearance|collection_rule)\b/,
  },
]
