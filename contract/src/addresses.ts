import * as z from 'zod/mini'
import { isComparable, parseExtension, parseHouseNumber, parsePostalCode, plainDigits } from './address-fields.ts'
import { Clearance, ClearanceMeta, ClearancePeriod } from './clearances.ts'
import { endpoint } from './endpoint.ts'
import { Equipment } from './equipment.ts'
import { AliasInPath, choice, Day, MunicipalityId } from './fields.ts'
import { Paging, SearchMeta } from './paging.ts'
import { billPurposes } from './purposes.ts'

/** A municipality; `id` is its CBS code as a number (Heerlen: 917). */
export const Municipality = z.object({ id: z.number(), name: z.string() })
export type Municipality = z.infer<typeof Municipality>

/** A point on the map, in WGS84 degrees. */
export const Location = z.object({ lon: z.number(), lat: z.number() })

/**
 * What an employee must know of an address besides its text: the other numbers of its home, what it was before, or what
 * distinguishes it from an address that reads the same. `addresses` follow the text; one without an alias has no page.
 */
export const AddressNote = z.object({
  text: z.string(),
  addresses: z.array(z.object({ alias: z.nullable(z.string()), line: z.string() })),
})
export type AddressNote = z.infer<typeof AddressNote>

const conjunction = new Intl.ListFormat('nl', { type: 'conjunction' })

/** Returns a note as one text: `Gesplitst in 12 A en 12 B`. */
export const addressNoteText = ({ text, addresses }: AddressNote) =>
  [text, conjunction.format(addresses.map(({ line }) => line))].filter(Boolean).join(' ')

/**
 * An address. `alias` is the name in URLs. `object_code` is the key in the levy administration, or null without a key.
 */
export const Address = z.object({
  alias: z.string(),
  object_code: z.nullable(z.string()),
  street: z.string(),
  house_number: z.number(),
  house_number_extension: z.nullable(z.string()),
  /** A few real addresses have no postal code. */
  postal_code: z.nullable(z.string()),
  city: z.string(),
  municipality: Municipality,
  location: z.nullable(Location),
  /** Absent where there are none, and in replies that do not state them. */
  notes: z.optional(z.array(AddressNote)),
})
export type Address = z.infer<typeof Address>

/**
 * An address on its own page. A retired address has left the register: its page exists, but searches skip the address.
 */
export const ShownAddress = z.extend(Address, { retired_on: z.nullable(Day) })
export type ShownAddress = z.infer<typeof ShownAddress>

/** The six criteria of a location search, normalized for comparison. An empty criterion is undefined. */
export type LocationCriteria = {
  municipality_id?: number | undefined
  object_code?: string | undefined
  street?: string | undefined
  house_number?: number | undefined
  /** The key of the extension, as `extensionKey` returns it. */
  house_number_extension?: string | undefined
  postal_code?: string | undefined
}

type ParsePayload = { issues: unknown[]; value: unknown }
const addIssue = (context: ParsePayload, message: string, path: string[] = []) => {
  context.issues.push({ code: 'custom', message, path, input: context.value })
  return undefined
}

/** A text criterion that may be missing, null or empty. `read` normalizes it for comparison. */
const criterion = <T>(maxLength: number, read: (text: string, context: ParsePayload) => T | undefined) =>
  z.pipe(
    z.nullish(z.string().check(z.maxLength(maxLength))),
    z.transform((text, context) => (text?.trim() ? read(text.trim(), context as ParsePayload) : undefined)),
  )

const unknownLetters = 'Gebruik alleen letters van ons alfabet en cijfers'
const unknownExtension = 'Deze toevoeging kan niet bestaan. Vul een toevoeging in zoals b of b-2'

/** Returns the key of a typed extension; undefined without letters and digits. Rejects what the key would omit. */
function readExtension(text: string, context: ParsePayload, path: string[] = []) {
  const key = parseExtension(text)
  return key === undefined ? addIssue(context, unknownExtension, path) : key || undefined
}

/** The six criteria as a form sends them. The house number may contain its extension: `118 b`. */
export const locationCriteria = {
  municipality_id: choice(MunicipalityId),
  object_code: criterion(32, (text) => text.replace(/\s/g, '').toUpperCase()),
  street: criterion(100, (text, context) =>
    isComparable(plainDigits(text)) ? plainDigits(text) : addIssue(context, unknownLetters),
  ),
  house_number: z.pipe(
    z.nullish(z.union([z.int(), z.string().check(z.maxLength(20))], 'Vul hier een huisnummer in, zoals 118')),
    z.transform((value, context) => {
      const text = plainDigits(String(value ?? '')).trim()
      if (text === '') return undefined
      return (
        parseHouseNumber(text) ??
        addIssue(context as ParsePayload, 'Vul een huisnummer in van 1 tot en met 99999, zoals 118')
      )
    }),
  ),
  house_number_extension: criterion(20, readExtension),
  postal_code: criterion(
    20,
    (text, context) =>
      parsePostalCode(plainDigits(text)) ??
      addIssue(context, 'Dit is geen postcode. Een postcode heeft vier cijfers en twee letters, zoals 6411 CD'),
  ),
}

type ParsedCriteria = Omit<LocationCriteria, 'house_number'> & {
  house_number?: { house_number: number; rest: string } | undefined
}

/**
 * Splits the house number from an extension that was typed after it.
 * Rejects a search that has no criteria, or that has two extensions. Also rejects an extension when the number, postal
 * code and object code are all missing.
 */
export function checkLocation<C extends ParsedCriteria>(criteria: C, context: { issues: unknown[] }) {
  const { house_number: number, ...others } = criteria
  const at = context as ParsePayload
  const attached = number?.rest ? readExtension(number.rest, at, ['house_number']) : undefined
  const checked = {
    ...others,
    house_number: number?.house_number,
    house_number_extension: others.house_number_extension ?? attached,
  }
  const filled = Object.entries(checked).filter(
    ([field, value]) => !(field in Paging) && value !== undefined && value !== null,
  )
  if (filled.length === 0) addIssue(at, 'Vul ten minste één veld in om te zoeken', ['criteria'])
  if (others.house_number_extension && number?.rest)
    addIssue(at, 'Vul hier alleen het nummer in: er staat al een toevoeging in het andere veld', ['house_number'])
  if (checked.house_number_extension && !checked.house_number && !checked.postal_code && !checked.object_code)
    addIssue(at, 'Vul bij een toevoeging ook het huisnummer in', ['house_number'])
  return checked
}

/** The input of an address search: at least one criterion, and which page of the results to return. */
export const AddressSearch = z.pipe(z.strictObject({ ...locationCriteria, ...Paging }), z.transform(checkLocation))

const params = z.strictObject({ alias: AliasInPath })

export const searchAddresses = endpoint('POST /counter/addresses/search', {
  summary: 'Zoekt adressen die aan alle ingevulde criteria voldoen',
  specified: true,
  access: 'bsgw_employee',
  body: AddressSearch,
  data: z.array(Address),
  meta: SearchMeta,
})

export const exportAddresses = endpoint('POST /counter/addresses/export', {
  summary: 'Geeft alle adressen die aan de ingevulde criteria voldoen als bestand',
  access: 'bsgw_employee',
  file: 'adressen',
  body: z.pipe(z.strictObject(locationCriteria), z.transform(checkLocation)),
  data: z.string(),
})

export const listMunicipalities = endpoint('GET /counter/addresses/municipalities', {
  summary: 'Geeft de gemeenten waarin adressen gezocht kunnen worden',
  specified: true,
  access: 'bsgw_employee',
  data: z.array(Municipality),
})

export const showAddress = endpoint('GET /counter/addresses/:alias', {
  summary: 'Geeft één adres',
  specified: true,
  access: 'bsgw_employee',
  params,
  data: ShownAddress,
})

export const listAddressEquipment = endpoint('GET /counter/addresses/:alias/equipment', {
  summary: 'Geeft de inzamelmiddelen van een adres, en de gedeelde containers waar het bij mag',
  specified: true,
  access: 'bsgw_employee',
  personal: { action: 'show_equipment', purposes: billPurposes },
  params,
  data: z.array(Equipment),
})

export const listAddressClearances = endpoint('GET /counter/addresses/:alias/clearances', {
  summary: 'Geeft de ledigingen van een adres: de meest recente, of die van een jaar',
  specified: true,
  access: 'bsgw_employee',
  personal: { action: 'list_clearances', purposes: billPurposes },
  params,
  query: ClearancePeriod,
  data: z.array(Clearance),
  meta: ClearanceMeta,
})

export const exportAddressClearances = endpoint('POST /counter/addresses/:alias/clearances/export', {
  summary: 'Geeft de ledigingen van een adres als bestand: de meest recente, of die van een jaar',
  access: 'bsgw_employee',
  personal: { action: 'export_clearances', purposes: billPurposes },
  file: 'ledigingen',
  params,
  query: ClearancePeriod,
  data: z.string(),
})
