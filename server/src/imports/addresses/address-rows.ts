import { joinExtension, parseHouseNumber, parsePostalCode } from '@rd4-loket/contract'
import { streetKey } from '../../domain/street-search/street-key.ts'
import { type Field, filled, noLonger, quoted, Reason, rowReader } from '../reader/table-rows.ts'
import { municipalityCode, municipalityName } from '../resolver/municipality-register.ts'

/** An address as a row of a file gives it, in the spelling that is stored. */
export type AddressRow = {
  municipality: { id: number; name: string }
  city: string
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string
  object_code: string | null
  lon: number | null
  lat: number | null
}

const required = ['straat', 'huisnummer', 'postcode', 'woonplaats']
const optional = [
  ...['gemeente', 'gemeentecode', 'objectcode', 'lat', 'lon'],
  ...['huisletter', 'huisnummertoevoeging', 'toevoeging'],
]

/** Reads the header, and gives a function that reads a row below it: an address, or the reason why it is none. */
export const addressReader = (header: string[]): ((fields: string[] | undefined) => AddressRow | string) =>
  rowReader(header, { required, optional, oneOf: [['gemeente', 'gemeentecode']] }, readAddress)

function readAddress(field: Field): AddressRow {
  const street = name(field('straat'), 'de straat')
  if (!/[a-z0-9]/i.test(street) && streetKey(street) === '')
    throw new Reason(`de straat ${quoted(street)} heeft geen letters of cijfers`)
  const number = parseHouseNumber(filled(field('huisnummer'), 'het huisnummer'))
  if (number?.rest !== '')
    throw new Reason(`het huisnummer ${quoted(field('huisnummer'))} is geen getal van 1 tot en met 99999`)
  const postal_code = parsePostalCode(filled(field('postcode'), 'de postcode'))
  if (!postal_code) throw new Reason(`de postcode ${quoted(field('postcode'))} is geen vier cijfers en twee letters`)
  return {
    municipality: municipality(field('gemeente'), field('gemeentecode')),
    city: name(field('woonplaats'), 'de woonplaats'),
    street,
    house_number: number.house_number,
    house_number_extension: extension(field('huisletter'), field('huisnummertoevoeging') || field('toevoeging')),
    postal_code,
    object_code: objectCode(field('objectcode')),
    ...coordinates(field('lon'), field('lat')),
  }
}

const name = (text: string, what: string) => noLonger(filled(text, what), 100, what)

function municipality(name: string, code: string) {
  const known = name === '' ? undefined : municipalityCode(name)
  if (code === '') {
    if (known !== undefined) return { id: known, name: municipalityName(known) ?? name }
    throw new Reason(
      name === '' ? 'de gemeente ontbreekt' : `de gemeente ${quoted(name)} is onbekend; geef de gemeentecode`,
    )
  }
  const id = /^(GM)?[0-9]{1,4}$/i.test(code) ? Number(code.replace(/^GM/i, '')) : 0
  if (id === 0) throw new Reason(`de gemeentecode ${quoted(code)} is geen getal van ten hoogste vier cijfers`)
  if (known !== undefined && known !== id) throw new Reason(`de gemeentecode ${quoted(code)} is niet die van ${name}`)
  const official = municipalityName(id) ?? name
  if (official === '') throw new Reason(`de gemeentecode ${quoted(code)} is onbekend; geef ook de naam van de gemeente`)
  return { id, name: noLonger(official, 100, 'de gemeente') }
}

function extension(letter: string, addition: string) {
  const joined = joinExtension(letter, addition)
  // A lone dash is how some write that there is none.
  if (joined === null || !/[\p{L}\p{N}]/u.test(joined)) return null
  return noLonger(joined, 20, 'de toevoeging')
}

// As a search compares it.
const objectCode = (text: string) => noLonger(text.replace(/\s/g, '').toUpperCase(), 32, 'de objectcode') || null

/** Where something lies in the Netherlands, if a row says so. */
export function coordinates(lon: string, lat: string): { lon: number | null; lat: number | null } {
  if (lon === '' && lat === '') return { lon: null, lat: null }
  if (lon === '' || lat === '') throw new Reason('van de coördinaten (lat en lon) ontbreekt er één')
  const [x, y] = [Number(lon.replace(',', '.')), Number(lat.replace(',', '.'))]
  if (!(x >= 3.2 && x <= 7.3 && y >= 50.7 && y <= 53.7))
    throw new Reason(`de coördinaten (lat ${quoted(lat)}, lon ${quoted(lon)}) liggen niet in Nederland`)
  return { lon: x, lat: y }
}
