import type { Random } from './random.ts'
import type { Sample } from './samples.ts'

/** One call of the API. */
export type Call = { method: 'GET' | 'POST'; path: string; body?: object | undefined }

/** One way to ask: how it is called, what it asks of an address, and which p99 the raw statements have to stay under. */
export type Shape = {
  name: string
  goal_us: number
  call: (address: Sample, random: Random) => Call
  /** The addresses that can be asked for in this way; all where it is left out. */
  fits?: (address: Sample) => boolean
  /** How many pages of 25 into the list. */
  page?: number
}

/** A search as the form sends it. */
export const search = (criteria: object): Call => ({
  method: 'POST',
  path: '/api/v1/counter/addresses/search',
  body: { limit: 25, ...criteria },
})

const shape = (name: string, goal_us: number, criteria: (address: Sample, random: Random) => object): Shape => ({
  name,
  goal_us,
  call: (address, random) => search(criteria(address, random)),
})

// A register of real addresses may know none.
const hasObjectCode = ({ object_code }: Sample) => object_code !== null
const hasExtension = ({ house_number_extension }: Sample) => house_number_extension !== null
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One typing error: a letter wrong, left out, too many, or in its neighbour's place. */
function mistype(name: string, random: Random) {
  const at = 1 + random.below(Math.max(1, name.length - 2))
  const letter = letters[random.below(26)] ?? 'x'
  const [before, here, next, after] = [
    name.slice(0, at),
    name.slice(at, at + 1),
    name.slice(at + 1, at + 2),
    name.slice(at + 2),
  ]
  const mistakes = [
    before + letter + next + after,
    before + next + after,
    before + here + letter + next + after,
    before + next + here + after,
  ]
  return mistakes[random.below(mistakes.length)] ?? name
}

/** Some of what is known of an address, at random, as long as an extension has a place to belong to. */
function someFields(address: Sample, random: Random): object {
  const asked = new Set(searchedFields.filter((field) => address[field] !== null && random.below(2) === 1))
  if (!extensionPlaces.some((field) => asked.has(field))) asked.delete('house_number_extension')
  return asked.size > 0
    ? Object.fromEntries([...asked].map((field) => [field, address[field]]))
    : someFields(address, random)
}

const extensionPlaces = ['object_code', 'postal_code', 'house_number'] as const
const searchedFields = [...extensionPlaces, 'house_number_extension', 'street', 'municipality_id'] as const

const year = new Date().getFullYear()

// What is asked of any of the fields, whichever they are.
const anyFields = 2000

/** Every shape that is measured, on each size of database. */
export const shapes: Shape[] = [
  shape('postcode', 500, ({ postal_code }) => ({ postal_code })),
  shape('postcode + number', 500, ({ postal_code, house_number }) => ({ postal_code, house_number })),
  {
    ...shape('postcode + number + extension', 500, ({ postal_code, house_number, house_number_extension }) => ({
      postal_code,
      house_number,
      house_number_extension,
    })),
    fits: hasExtension,
  },
  { ...shape('object code', 500, ({ object_code }) => ({ object_code })), fits: hasObjectCode },
  shape('municipality + street', 500, ({ municipality_id, street }) => ({ municipality_id, street })),
  shape('municipality + street prefix', 500, ({ municipality_id, street }) => ({
    municipality_id,
    street: street.slice(0, 4),
  })),
  shape('municipality + number', 1000, ({ municipality_id, house_number }) => ({ municipality_id, house_number })),
  shape('municipality', 1000, ({ municipality_id }) => ({ municipality_id })),
  shape('street', 500, ({ street }) => ({ street })),
  shape('street + number', 1000, ({ street, house_number }) => ({ street, house_number })),
  {
    ...shape('street + number + extension', anyFields, ({ street, house_number, house_number_extension }) => ({
      street,
      house_number,
      house_number_extension,
    })),
    fits: hasExtension,
  },
  shape('street prefix', 1000, ({ street }, random) => ({ street: street.slice(0, 3 + random.below(3)) })),
  shape("part of a street's name", 1000, ({ street }) => ({ street: street.slice(3, 9) })),
  shape('one typing error', 1000, ({ street }, random) => ({ street: mistype(street, random) })),
  shape('two typing errors', 1000, ({ street }, random) => ({ street: mistype(mistype(street, random), random) })),
  shape('number', 1000, ({ house_number }) => ({ house_number })),
  {
    ...shape('number + extension', anyFields, ({ house_number, house_number_extension }) => ({
      house_number,
      house_number_extension,
    })),
    fits: hasExtension,
  },
  {
    ...shape('all criteria', 500, (address) => ({ ...address, alias: undefined, city: undefined })),
    fits: hasObjectCode,
  },
  shape('some of the fields', anyFields, someFields),
  shape("'a'", 1000, () => ({ street: 'a' })),
  shape("'%'", 1000, () => ({ street: '%' })),
  shape("'straat'", 1000, () => ({ street: 'straat' })),
  { ...shape("'straat', page 1,000", 1000, () => ({ street: 'straat' })), page: 1000 },
  shape("'straat' + a high number", anyFields, () => ({ street: 'straat', house_number: 99_999 })),
  shape('10,000 letters', 1000, () => ({ street: 'a'.repeat(10_000) })),
  shape('a hundred letters', 1000, (_, random) => ({ street: 'straatlaan'.repeat(10).slice(random.below(9)) })),
  {
    name: 'clearances of a year',
    goal_us: 1000,
    call: ({ alias }) => ({
      method: 'GET',
      path: `/api/v1/counter/addresses/${alias}/clearances?year=${year}`,
    }),
  },
  {
    name: 'calendar of a year',
    goal_us: 1000,
    call: ({ alias }) => ({
      method: 'GET',
      path: `/api/v1/counter/calendar?address=${alias}&from=${year}-01-01&to=${year}-12-31`,
    }),
  },
  {
    name: 'public calendar of a year',
    goal_us: 1000,
    call: ({ postal_code, house_number, house_number_extension }) => {
      const extension = encodeURIComponent(house_number_extension ?? '')
      const door = `postal_code=${postal_code}&house_number=${house_number}&house_number_extension=${extension}`
      return { method: 'GET', path: `/api/v1/waste-calendar?${door}&year=${year}` }
    },
  },
]
