import * as z from 'zod/mini'
import { Address } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { MunicipalityId, requiredText } from './fields.ts'
import { choice } from './location-criteria.ts'
import { Municipality } from './municipalities.ts'
import { MissingPart } from './search-missing.ts'
import { WasteStream } from './waste-streams.ts'

/** A street of a place, as it is suggested while somebody types. */
export const StreetSuggestion = z.object({ street: z.string(), city: z.string(), municipality: Municipality })
export type StreetSuggestion = z.infer<typeof StreetSuggestion>

const suggestionLimit = (usual: number) => z._default(z.int().check(z.minimum(1), z.maximum(25)), usual)

export const suggestStreets = endpoint({
  method: 'POST',
  path: '/counter/addresses/streets',
  summary: 'Geeft straten bij een begin of deel van een naam, ook met een tikfout',
  access: 'bsgw_employee',
  body: z.strictObject({
    street: requiredText(100),
    municipality_id: choice(MunicipalityId),
    limit: suggestionLimit(10),
  }),
  data: z.array(StreetSuggestion),
})

/** Something that the search box found. */
export const SearchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), ...Address.shape }),
  z.object({ kind: z.literal('street'), ...StreetSuggestion.shape }),
  z.object({
    kind: z.literal('collection_system'),
    alias: z.string(),
    name: z.string(),
    system: z.string(),
    city: z.string(),
  }),
  /** A container by its chip or the number on it, and the page that it stands on. */
  z.object({
    kind: z.literal('container'),
    number: z.string(),
    chip_number: z.nullable(z.string()),
    waste_type: WasteStream,
    page: z.enum(['address', 'collection_system']),
    alias: z.string(),
    stands_at: z.string(),
  }),
])
export type SearchHit = z.infer<typeof SearchHit>

/** The criteria of an address search that finds the same and more of it, as a form sends them. */
const Criteria = z.partial(
  z.object({
    municipality_id: z.number(),
    street: z.string(),
    house_number: z.string(),
    house_number_extension: z.string(),
    postal_code: z.string(),
  }),
)

export const search = endpoint({
  method: 'POST',
  path: '/counter/search',
  summary: 'Zoekt op één regel: een adres, straat, verzamelsysteem, objectcode, chipnummer of containernummer',
  access: 'bsgw_employee',
  body: z.strictObject({ text: requiredText(200), limit: suggestionLimit(8) }),
  data: z.array(SearchHit),
  meta: z.object({
    /** Null where no address search finds the same. */
    criteria: z.nullable(Criteria),
    /** Are there more than were asked for? */
    more: z.boolean(),
    /** How well it fits: as it was typed, with typing errors in it, or by part of it. Only what is exact is opened by itself. */
    match: z.enum(['exact', 'close', 'partial']),
    /** Which part failed, where nothing was found that is exact. */
    missing: z.nullable(MissingPart),
  }),
})
