import { type Address, postalCodeText } from '@rd4-loket/contract'
import type { SheetColumn } from '../../platform/files/sheet.ts'

/** The columns of an address in a downloaded list. */
export const addressFileColumns: readonly SheetColumn<Address>[] = [
  ['Straat', ({ street }) => street],
  ['Huisnummer', ({ house_number }) => house_number],
  ['Toevoeging', ({ house_number_extension }) => house_number_extension],
  ['Postcode', ({ postal_code }) => postal_code && postalCodeText(postal_code)],
  ['Plaats', ({ city }) => city],
  ['Gemeente', ({ municipality }) => municipality.name],
  ['Objectcode', ({ object_code }) => object_code],
]
