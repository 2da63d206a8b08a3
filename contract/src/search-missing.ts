import * as z from 'zod/mini'
import { postalCodeText } from './address-fields.ts'

/** Which part of a line in the search box failed, and what there is beside it. */
export const MissingPart = z.discriminatedUnion('part', [
  /** The postal code or the street exists, the number in it does not. */
  z.object({
    part: z.literal('house_number'),
    within: z.string(),
    house_number: z.number(),
    nearest: z.array(z.number()),
  }),
  /** The number exists, the extension does not; null among the others is the number without one. */
  z.object({
    part: z.literal('house_number_extension'),
    within: z.string(),
    house_number: z.number(),
    house_number_extension: z.string(),
    others: z.array(z.nullable(z.string())),
  }),
  z.object({ part: z.literal('postal_code'), postal_code: z.string() }),
  z.object({
    part: z.literal('street'),
    street: z.string(),
    place: z.nullable(z.string()),
    elsewhere: z.array(z.string()),
  }),
  z.object({ part: z.literal('place'), place: z.string(), street: z.string(), elsewhere: z.array(z.string()) }),
  z.object({ part: z.literal('code'), code: z.string() }),
  /** A number or a place alone is too little to search by. */
  z.object({ part: z.literal('house_number_alone'), house_number: z.number() }),
  z.object({ part: z.literal('place_alone'), place: z.string() }),
  z.object({ part: z.literal('everything') }),
])
export type MissingPart = z.infer<typeof MissingPart>

const conjunction = new Intl.ListFormat('nl', { type: 'conjunction' })
const listed = (names: (string | number)[]) => conjunction.format(names.map(String))
const but = (others: (string | number)[], where = '') => (others.length > 0 ? `; ${where}wel ${listed(others)}` : '')

/** What an employee reads when the search box found nothing: which part failed, and what there is. */
export function missingText(missing: MissingPart): string {
  switch (missing.part) {
    case 'house_number':
      return `${missing.within} bestaat, nummer ${missing.house_number} niet${but(missing.nearest)}.`
    case 'house_number_extension': {
      const others = missing.others.map((extension) => extension ?? 'zonder toevoeging')
      return `${missing.within} nummer ${missing.house_number} bestaat, toevoeging ${missing.house_number_extension} niet${but(others)}.`
    }
    case 'postal_code':
      return `De postcode ${postalCodeText(missing.postal_code)} kennen we niet.`
    case 'street': {
      const where = missing.place ? ` in ${missing.place}` : ''
      return `De straat ${missing.street} kennen we niet${where}${missing.elsewhere.length > 0 ? `; wel in ${listed(missing.elsewhere)}` : ''}.`
    }
    case 'place': {
      const elsewhere =
        missing.elsewhere.length > 0 ? `; ${missing.street} is er wel in ${listed(missing.elsewhere)}` : ''
      return `De plaats ${missing.place} kennen we niet${elsewhere}.`
    }
    case 'code':
      return `Er is geen objectcode, chipnummer of containernummer ${missing.code}.`
    case 'house_number_alone':
      return 'Vul bij een huisnummer ook een straat of een postcode in.'
    case 'place_alone':
      return `${missing.place} is een plaats. Vul ook een straat of een postcode in.`
    case 'everything':
      return 'Hiermee vinden we niets. Vul een adres, postcode, objectcode of chipnummer in.'
  }
}
