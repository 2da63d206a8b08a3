import { joinExtension, parseHouseNumber, parsePostalCode } from '@rd4-loket/contract'
import { type Field, filled, noLonger, quoted, Reason } from '../reader/table-rows.ts'
import type { Place } from './places.ts'

/** Which address a row names: by object code, by its text, by both or by neither. */
export type AddressOfRow = { object_code: string | null; place: Place | null }

/** The columns in which a row names an address. */
export const addressColumns = [
  'objectcode',
  'straat',
  'huisnummer',
  'huisletter',
  'huisnummertoevoeging',
  'toevoeging',
  'postcode',
  'woonplaats',
]

/** Which address a row names. */
export const readAddress = (field: Field): AddressOfRow => ({
  object_code: code(field('objectcode'), 'de objectcode'),
  place: readPlace(field),
})

/** What a number or object code looks like, in whatever file. */
export const codeForm = /^[A-Z0-9._/-]{1,32}$/

/** A number or object code as clearances name it, so that both mean the same; null where there is none. */
export function code(text: string, what: string) {
  const upper = noLonger(text.replace(/\s/g, '').toUpperCase(), 32, what)
  if (upper !== '' && !codeForm.test(upper)) throw new Reason(`${what} ${quoted(text)} heeft vreemde tekens`)
  return upper || null
}

function readPlace(field: Field): Place | null {
  if (field('postcode') === '' && field('straat') === '') return null
  const postal_code = parsePostalCode(filled(field('postcode'), 'de postcode'))
  if (!postal_code) throw new Reason(`de postcode ${quoted(field('postcode'))} is geen vier cijfers en twee letters`)
  const number = parseHouseNumber(filled(field('huisnummer'), 'het huisnummer'))
  if (number?.rest !== '')
    throw new Reason(`het huisnummer ${quoted(field('huisnummer'))} is geen getal van 1 tot en met 99999`)
  return {
    street: filled(field('straat'), 'de straat'),
    house_number: number.house_number,
    house_number_extension: joinExtension(field('huisletter'), field('huisnummertoevoeging') || field('toevoeging')),
    postal_code,
    city: field('woonplaats'),
  }
}
