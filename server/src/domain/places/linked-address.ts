import { wholeAddressLine } from '@rd4-loket/contract'

/** The columns of an address in a row of a list that links to the page of the address. */
export type LinkedAddressColumns = Parameters<typeof wholeAddressLine>[0] & { alias: string }

/** Returns a row with the alias and the text of its address in place of the columns of the address. */
export function withLinkedAddress<Row extends LinkedAddressColumns>(row: Row) {
  const { alias, street, house_number, house_number_extension, postal_code, city, ...rest } = row
  const line = wholeAddressLine({ street, house_number, house_number_extension, postal_code, city })
  return { ...rest, address: { alias, line } }
}
