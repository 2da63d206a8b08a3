import { formerMunicipality } from '../../domain/places/former-municipalities.ts'
import { streetKey } from '../../domain/street-search/street-key.ts'
import {
  limitLength,
  parseLocation,
  quote,
  type ReadColumn,
  RowError,
  requireText,
  rowParser,
} from '../reader/columns.ts'
import { readExtension, readNumberAndPostalCode } from '../resolver/address-columns.ts'
import { municipalityCode, municipalityName, unknownMunicipality } from '../resolver/municipalities.ts'

/** A parsed row. Its texts are normalized as the database stores them. */
export type AddressRow = {
  line: number
  municipality: { id: number; name: string }
  city: string
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string | null
  object_code: string | null
  /** The id of the number (nummeraanduiding) in the BAG. */
  bag_id: string | null
  /** The id of the dwelling, berth or pitch in the BAG. */
  register_object_id: string | null
  is_additional: boolean | null
  is_under_construction: boolean | null
  /** The number of the same object that this number replaces. */
  former_bag_id: string | null
  lon: number | null
  lat: number | null
}

/** The columns of a file with addresses. */
export const addressFileColumns = {
  required: ['straat', 'huisnummer', 'postcode', 'woonplaats'],
  optional: [
    ...['gemeente', 'gemeentecode', 'objectcode', 'nummeraanduiding', 'lat', 'lon'],
    ...['huisletter', 'huisnummertoevoeging', 'toevoeging'],
    ...['verblijfsobject', 'nevenadres', 'in_aanbouw', 'vervangt'],
  ],
  oneOf: ['gemeente', 'gemeentecode'],
}

/** Returns a function that parses a row. Throws a CommandError when the header lacks a required column. */
export const addressParser = (header: string[]) => rowParser(header, addressFileColumns, parseAddress)

function parseAddress(column: ReadColumn, line: number): AddressRow {
  const street = parseName(column('straat'), 'de straat')
  if (!/[a-z0-9]/i.test(street) && streetKey(street) === '')
    throw new RowError(`de straat ${quote(street)} heeft geen letters of cijfers`)
  return {
    line,
    ...readNumberAndPostalCode(column),
    municipality: parseMunicipality(column('gemeente'), column('gemeentecode')),
    city: parseName(column('woonplaats'), 'de woonplaats'),
    street,
    house_number_extension: parseExtension(column),
    object_code: parseObjectCode(column('objectcode')),
    bag_id: parseBagId(column('nummeraanduiding'), 'de nummeraanduiding'),
    register_object_id: parseBagId(column('verblijfsobject'), 'het verblijfsobject'),
    is_additional: parseYesNo(column('nevenadres'), 'nevenadres'),
    is_under_construction: parseYesNo(column('in_aanbouw'), 'in_aanbouw'),
    former_bag_id: parseBagId(column('vervangt'), 'de vervangen nummeraanduiding'),
    ...parseLocation(column),
  }
}

const parseName = (text: string, label: string) => limitLength(requireText(text, label), 100, label)

function parseMunicipality(name: string, code: string) {
  const registered = name === '' ? undefined : municipalityCode(name)
  if (registered === undefined && formerMunicipality(name)) throw new RowError(unknownMunicipality(name))
  if (code === '') {
    if (registered !== undefined) return { id: registered, name: municipalityName(registered) ?? name }
    throw new RowError(
      name === '' ? 'de gemeente ontbreekt' : `de gemeente ${quote(name)} is onbekend; geef de gemeentecode`,
    )
  }
  const id = /^(GM)?[0-9]{1,4}$/i.test(code) ? Number(code.replace(/^GM/i, '')) : 0
  if (id === 0) throw new RowError(`de gemeentecode ${quote(code)} is geen getal van ten hoogste vier cijfers`)
  if (registered !== undefined && registered !== id)
    throw new RowError(`de gemeentecode ${quote(code)} is niet die van ${name}`)
  const official = municipalityName(id) ?? name
  if (official === '')
    throw new RowError(`de gemeentecode ${quote(code)} is onbekend; geef ook de naam van de gemeente`)
  return { id, name: limitLength(official, 100, 'de gemeente') }
}

function parseExtension(column: ReadColumn) {
  const extension = readExtension(column)
  // Some suppliers write a dash for no extension.
  if (extension === null || !/[\p{L}\p{N}]/u.test(extension)) return null
  return limitLength(extension, 20, 'de toevoeging')
}

function parseBagId(text: string, label: string) {
  if (text !== '' && !/^\d{16}$/.test(text)) throw new RowError(`${label} ${quote(text)} is geen 16 cijfers`)
  return text || null
}

function parseYesNo(text: string, label: string) {
  if (text !== '' && !/^[JN]$/i.test(text)) throw new RowError(`${label} is J of N, en niet ${quote(text)}`)
  return text === '' ? null : text.toUpperCase() === 'J'
}

// The search compares object codes in capitals without spaces.
const parseObjectCode = (text: string) =>
  limitLength(text.replace(/\s/g, '').toUpperCase(), 32, 'de objectcode') || null
