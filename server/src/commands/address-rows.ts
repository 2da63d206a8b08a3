import { joinExtension, parseHouseNumber, parsePostalCode } from '@rd4-loket/contract'
import { streetKey } from '../shared/street-key.ts'
import { CommandFailed } from './command.ts'
import { municipalityCode, municipalityName } from './municipality-register.ts'

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

/** What is wrong with a row, in Dutch: the end of the sentence 'regel 12: …'. */
class Reason extends Error {}

/**
 * Reads the header, in which other columns may stand too, and gives a function that reads a row below it: an address, or
 * the reason why it is none.
 */
export function addressReader(header: string[]): (fields: string[] | undefined) => AddressRow | string {
  const places = columnPlaces(header)
  return (fields) => {
    if (!fields) return 'de aanhalingstekens kloppen niet'
    if (fields.length !== header.length)
      return `er staan ${fields.length} velden in de regel, en ${header.length} in de kop`
    try {
      return readAddress((column) => plain(fields[places.get(column) ?? -1] ?? ''))
    } catch (error) {
      if (error instanceof Reason) return error.message
      throw error
    }
  }
}

function columnPlaces(header: string[]) {
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = required.filter((column) => !names.includes(column))
  if (!names.includes('gemeente') && !names.includes('gemeentecode')) missing.push('gemeente (of gemeentecode)')
  if (missing.length > 0)
    throw new CommandFailed(
      `In de kop van het bestand ${missing.length === 1 ? 'ontbreekt de kolom' : 'ontbreken de kolommen'} ${missing.join(', ')}.`,
    )
  const known = [...required, ...optional]
  const twice = known.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice) throw new CommandFailed(`In de kop van het bestand staat de kolom ${twice} twee keer.`)
  return new Map(known.map((column) => [column, names.indexOf(column)]))
}

function readAddress(field: (column: string) => string): AddressRow {
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

// Most fields need no more than this look.
const alreadyPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/

// The same word can be written with an accent of its own or a letter and an accent: stored, they are one.
function plain(text: string) {
  if (alreadyPlain.test(text)) return text
  const unreadable = /[\p{Cc}\ufffd]/u.exec(text.replace(/\t/g, ' '))
  if (unreadable) throw new Reason(`er staat een onleesbaar teken in ${quoted(text)}; het bestand moet UTF-8 zijn`)
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

function filled(text: string, what: string) {
  if (text === '') throw new Reason(`${what} ontbreekt`)
  return text
}

const name = (text: string, what: string) => noLonger(filled(text, what), 100, what)

function noLonger(text: string, longest: number, what: string) {
  if (text.length > longest) throw new Reason(`${what} is langer dan ${longest} tekens: ${quoted(text)}`)
  return text
}

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

function coordinates(lon: string, lat: string): { lon: number | null; lat: number | null } {
  if (lon === '' && lat === '') return { lon: null, lat: null }
  if (lon === '' || lat === '') throw new Reason('van de coördinaten (lat en lon) ontbreekt er één')
  const [x, y] = [Number(lon.replace(',', '.')), Number(lat.replace(',', '.'))]
  if (!(x >= 3.2 && x <= 7.3 && y >= 50.7 && y <= 53.7))
    throw new Reason(`de coördinaten (lat ${quoted(lat)}, lon ${quoted(lon)}) liggen niet in Nederland`)
  return { lon: x, lat: y }
}

/** A text of the file as it can be shown on a terminal: short, and without characters that would move its cursor. */
function quoted(text: string) {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')
  return `‘${visible.length > 40 ? `${visible.slice(0, 39)}…` : visible}’`
}
