import * as z from 'zod/mini'
import { postalCodeText } from './address-fields.ts'
import { Address, Municipality } from './addresses.ts'
import { endpoint, type Reply } from './endpoint.ts'
import { Alias, choice, Day, MunicipalityId, requiredText } from './fields.ts'
import { WasteStream } from './waste-streams.ts'

/** A street of a town, suggested while an employee types. */
export const StreetSuggestion = z.object({ street: z.string(), city: z.string(), municipality: Municipality })
export type StreetSuggestion = z.infer<typeof StreetSuggestion>

const suggestionLimit = (standard: number) => z._default(z.int().check(z.minimum(1), z.maximum(25)), standard)

export const suggestStreets = endpoint('POST /counter/addresses/streets', {
  summary: 'Geeft straten bij een begin of deel van een naam, ook met een tikfout',
  access: 'bsgw_employee',
  body: z.strictObject({
    street: requiredText(100),
    municipality_id: choice(MunicipalityId),
    limit: suggestionLimit(10),
  }),
  data: z.array(StreetSuggestion),
})

/** Only a search for a former number has `retired_on`: the day on which the address left the register. */
const AddressHit = z.object({ kind: z.literal('address'), ...Address.shape, retired_on: z.optional(Day) })
const StreetHit = z.object({ kind: z.literal('street'), ...StreetSuggestion.shape })
const SystemHit = z.object({
  kind: z.literal('collection_system'),
  alias: z.string(),
  name: z.string(),
  system: z.string(),
  city: z.string(),
  object_code: z.nullable(z.string()),
})

/** A result of the search box. */
export const SearchHit = z.discriminatedUnion('kind', [
  AddressHit,
  StreetHit,
  SystemHit,
  /** A container found by its chip number or container number, and the page that shows the container. */
  z.object({
    kind: z.literal('container'),
    number: z.string(),
    chip_number: z.nullable(z.string()),
    waste_type: WasteStream,
    page: z.enum(['address', 'collection_system']),
    alias: z.string(),
    stands_at: z.string(),
  }),
  /** An assessment found by its number, with its address. */
  z.object({ kind: z.literal('assessment'), number: z.string(), year: z.number(), ...Address.shape }),
])
export type SearchHit = z.infer<typeof SearchHit>

/** The fields of the search form, filled so that the address search finds at least the results of the search box. */
const Criteria = z.partial(
  z.object({
    municipality_id: z.number(),
    street: z.string(),
    house_number: z.string(),
    house_number_extension: z.string(),
    postal_code: z.string(),
  }),
)

/** An existing postal code, or an existing street of a town. */
const NumberedPlace = z.union([
  z.object({ postal_code: z.string() }),
  z.object({ street: z.string(), city: z.string() }),
])
type NumberedPlace = z.infer<typeof NumberedPlace>

/** The part of a search line that matches nothing, and existing alternatives. */
export const MissingPart = z.discriminatedUnion('part', [
  /** The postal code or the street (`within`) exists, but does not have the number. */
  z.object({
    part: z.literal('house_number'),
    within: NumberedPlace,
    house_number: z.number(),
    nearest: z.array(z.number()),
  }),
  /** The number exists without this extension. `others`: its extensions; null is the number without an extension. */
  z.object({
    part: z.literal('house_number_extension'),
    within: NumberedPlace,
    house_number: z.number(),
    house_number_extension: z.string(),
    others: z.array(z.nullable(z.string())),
  }),
  /** The number existed. `now`: the numbers or addresses that it is now. */
  z.object({
    part: z.literal('former_number'),
    within: NumberedPlace,
    number: z.string(),
    change: z.enum(['renumbered', 'split', 'merged']),
    now: z.array(z.string()),
  }),
  z.object({ part: z.literal('postal_code'), postal_code: z.string() }),
  z.object({
    part: z.literal('street'),
    street: z.string(),
    place: z.nullable(z.string()),
    elsewhere: z.array(z.string()),
    /** The house number with its extension, as typed; absent when the line has none. */
    number: z.optional(z.string()),
  }),
  z.object({
    part: z.literal('place'),
    place: z.string(),
    street: z.string(),
    elsewhere: z.array(z.string()),
    number: z.optional(z.string()),
  }),
  z.object({ part: z.literal('code'), code: z.string() }),
  /** The line is the number of an assessment, and no assessment has it. */
  z.object({ part: z.literal('assessment') }),
  /** A number alone or a town alone is not enough for a search. */
  z.object({ part: z.literal('house_number_alone'), house_number: z.number() }),
  z.object({ part: z.literal('place_alone'), place: z.string() }),
  z.object({ part: z.literal('everything') }),
])
export type MissingPart = z.infer<typeof MissingPart>

const SearchLine = z.strictObject({ text: requiredText(200), limit: suggestionLimit(8) })

const MatchMeta = {
  /** True when more results exist than were requested. */
  more: z.boolean(),
  /**
   * Whether the results match the line as typed, match it with typing errors, or match only a part of it. The
   * browser opens only an exact result without a second Enter.
   */
  match: z.enum(['exact', 'close', 'partial']),
  /** Whether only the first of several exact results has the whole typed name of the street. */
  first_only: z.boolean(),
  /** The part of the line that matches nothing, when no exact result was found. */
  missing: z.nullable(MissingPart),
  /**
   * The words of the line that no rule used, without words such as `met` and `van`. An exact or close result has none.
   */
  unused: z.array(z.string()),
  /** The Dutch sentence about a former municipality in the line: since when it belongs to which one. */
  former_municipality: z.optional(z.string()),
}

export const search = endpoint('POST /counter/search', {
  summary:
    'Zoekt op één regel: een adres, straat of verzamelsysteem, of een nummer van object, chip, container of aanslag',
  access: 'bsgw_employee',
  body: SearchLine,
  data: z.array(SearchHit),
  meta: z.object({
    /** Null when no address search can return these results. */
    criteria: z.nullable(Criteria),
    ...MatchMeta,
  }),
})

export type SearchReply = Reply<typeof search>

/** An address, or a street to which a house number is added. */
export const CalendarAddressHit = z.discriminatedUnion('kind', [AddressHit, StreetHit])
export type CalendarAddressHit = z.infer<typeof CalendarAddressHit>

export const searchCalendarAddresses = endpoint('POST /counter/calendar/addresses', {
  summary: 'Zoekt op één regel een adres of straat waarvan de medewerker de ophaaldagen mag zien',
  access: 'employees',
  municipality: 'own_unless_provider',
  body: SearchLine,
  data: z.array(CalendarAddressHit),
  meta: z.object(MatchMeta),
})

/** An address or a collection system that the employee opened. */
export const OpenedPlace = z.discriminatedUnion('kind', [AddressHit, SystemHit])
export type OpenedPlace = z.infer<typeof OpenedPlace>

export const listOpenedPlaces = endpoint('GET /counter/opened', {
  summary: 'Geeft de adressen en verzamelsystemen die in deze sessie het laatst zijn geopend',
  access: 'employees',
  municipality: 'own_unless_provider',
  data: z.array(OpenedPlace),
})

export const addOpenedPlace = endpoint('POST /counter/opened', {
  summary: 'Onthoudt in deze sessie dat een adres of verzamelsysteem is geopend',
  access: 'employees',
  body: z.strictObject({ kind: z.enum(['address', 'collection_system']), alias: Alias }),
  data: z.null(),
})

const conjunction = new Intl.ListFormat('nl', { type: 'conjunction' })
const joined = (names: (string | number)[]) => conjunction.format(names.map(String))
const exceptFor = (others: (string | number)[], where = '') =>
  others.length > 0 ? `; wel ${where}${joined(others)}` : ''

const scopeText = (scope: NumberedPlace) =>
  'postal_code' in scope ? postalCodeText(scope.postal_code) : `${scope.street} in ${scope.city}`

const numberText = (scope: NumberedPlace, number: number | string) =>
  'postal_code' in scope ? `${scopeText(scope)} nummer ${number}` : `${scope.street} ${number} in ${scope.city}`

const changeTexts = { renumbered: 'nu', split: 'gesplitst in', merged: 'samengevoegd tot' }

/** The screen text for a search line that matches nothing: the part that failed, and existing alternatives. */
export function missingText(missing: MissingPart): string {
  switch (missing.part) {
    case 'house_number':
      return `${scopeText(missing.within)} bestaat, nummer ${missing.house_number} niet${exceptFor(missing.nearest)}.`
    case 'house_number_extension': {
      const others = missing.others.map((extension) => extension ?? 'zonder toevoeging')
      return `${numberText(missing.within, missing.house_number)} bestaat, toevoeging ${missing.house_number_extension} niet${exceptFor(others)}.`
    }
    case 'former_number':
      return `${numberText(missing.within, missing.number)} is ${changeTexts[missing.change]} ${joined(missing.now)}.`
    case 'postal_code':
      return `De postcode ${postalCodeText(missing.postal_code)} kennen we niet.`
    case 'street': {
      const where = missing.place ? ` in ${missing.place}` : ''
      return `De straat ${missing.street} kennen we niet${where}${exceptFor(missing.elsewhere, 'in ')}.`
    }
    case 'place': {
      const elsewhere =
        missing.elsewhere.length > 0 ? `; ${missing.street} is er wel in ${joined(missing.elsewhere)}` : ''
      return `De plaats ${missing.place} kennen we niet${elsewhere}.`
    }
    case 'code':
      return `Er is geen objectcode, chipnummer, containernummer of aanslagnummer ${missing.code}.`
    case 'assessment':
      return 'Dit aanslagnummer kennen we niet.'
    case 'house_number_alone':
      return 'Vul bij een huisnummer ook een straat of een postcode in.'
    case 'place_alone':
      return `${missing.place} is een plaats. Vul ook een straat of een postcode in.`
    case 'everything':
      return 'Hiermee vinden we niets. Vul een adres, postcode, objectcode of chipnummer in.'
  }
}

const matchNotes = {
  exact: undefined,
  close: 'Zo heet geen straat. Dit lijkt erop.',
  partial: 'Dit is niet gevonden met alles wat u typte, maar met een deel ervan.',
}

/** The screen text for a reply that is not exact: the missing part and the unused words, or why it is not exact. */
export function matchText({
  match,
  missing,
  unused,
  former_municipality,
}: Pick<SearchReply['meta'], 'match' | 'missing' | 'unused' | 'former_municipality'>) {
  const sentences = [
    former_municipality,
    missing && missingText(missing),
    unused.length > 0 && `Niet gebruikt: ${unused.join(', ')}.`,
  ]
  return sentences.filter(Boolean).join(' ') || matchNotes[match]
}

/** Returns the search line of a street with a number: `Akerstraat 118 b, Heerlen`. The city may be omitted. */
const streetLine = (street: string, number = '', city = '') =>
  [[street, number].filter(Boolean).join(' '), city].filter(Boolean).join(', ')

const numberLine = (scope: NumberedPlace, number: string) =>
  'postal_code' in scope
    ? `${postalCodeText(scope.postal_code)} ${number}`
    : streetLine(scope.street, number, scope.city)

/** A search line that exists. `extension` is the extension of the house number; null is a number without extension. */
export type SearchAlternative = { line: string; extension?: string | null }

/** Returns the existing alternatives that `missingText` names, as search lines. */
export function alternativesOf(missing: MissingPart): SearchAlternative[] {
  switch (missing.part) {
    case 'house_number':
      return missing.nearest.map((number) => ({ line: numberLine(missing.within, `${number}`) }))
    case 'house_number_extension':
      return missing.others.map((extension) => ({
        line: numberLine(missing.within, [missing.house_number, extension].filter((part) => part !== null).join(' ')),
        extension,
      }))
    case 'street':
    case 'place':
      return missing.elsewhere.map((city) => ({ line: streetLine(missing.street, missing.number, city) }))
    default:
      return []
  }
}
