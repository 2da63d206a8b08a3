import { joinExtension, parseHouseNumber, parsePostalCode } from '@rd4-loket/contract'
import { limitLength, quote, type ReadColumn, RowError, requireText } from '../reader/columns.ts'
import type { AddressReference, WrittenAddress } from './resolve-addresses.ts'

/** The columns in which a row refers to an address. A file needs `objectcode` or `postcode`. */
export const addressColumns = [
  ...['objectcode', 'straat', 'huisnummer', 'huisletter', 'huisnummertoevoeging', 'toevoeging'],
  ...['postcode', 'woonplaats'],
]

/** Returns the address to which a row refers. Throws a RowError. */
export const readAddressReference = (column: ReadColumn): AddressReference => ({
  address_code: parseCode(column('objectcode'), 'de objectcode'),
  address: column('postcode') === '' && column('straat') === '' ? null : readWrittenAddress(column),
})

const readWrittenAddress = (column: ReadColumn): WrittenAddress => ({
  ...readNumberAndPostalCode(column),
  street: requireText(column('straat'), 'de straat'),
  house_number_extension: readExtension(column),
  city: column('woonplaats'),
})

/** Returns the house number and the postal code of a row as they are stored. The code may be absent. */
export function readNumberAndPostalCode(column: ReadColumn) {
  const [typedNumber, typedCode] = [column('huisnummer'), column('postcode')]
  const number = parseHouseNumber(requireText(typedNumber, 'het huisnummer'))
  if (number?.rest !== '')
    throw new RowError(`het huisnummer ${quote(typedNumber)} is geen getal van 1 tot en met 99999`)
  const postal_code = typedCode === '' ? null : parsePostalCode(typedCode)
  if (postal_code === undefined)
    throw new RowError(`de postcode ${quote(typedCode)} is geen vier cijfers en twee letters`)
  return { house_number: number.house_number, postal_code }
}

/** Joins the letter and the addition of a house number into one extension. */
export const readExtension = (column: ReadColumn) =>
  joinExtension(column('huisletter'), column('huisnummertoevoeging') || column('toevoeging'))

/** The form of a container number or object code in every file. */
export const codeForm = /^[A-Z0-9._/-]{1,32}$/

/** Returns a container number or object code in capitals without spaces, or null for an empty text. */
export function parseCode(text: string, label: string) {
  const code = limitLength(text.replace(/\s/g, '').toUpperCase(), 32, label)
  if (code !== '' && !codeForm.test(code)) throw new RowError(`${label} ${quote(text)} heeft vreemde tekens`)
  return code || null
}

/** Returns a required code. Throws a RowError when the text is empty or invalid. */
export const requireCode = (text: string, label: string) => parseCode(requireText(text, label), label) ?? ''
