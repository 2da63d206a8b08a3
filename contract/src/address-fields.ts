/**
 * How Dutch people write an address, brought into the one spelling that is stored and compared.
 * The import, the search and the forms all read addresses through these rules.
 */

/** `6411 cd`, `6411-CD` → `6411CD`; undefined when it is no postal code. SA, SD and SS were never issued, but are no error. */
export function parsePostalCode(text: string): string | undefined {
  const postal_code = text.replace(/[\s.-]/g, '').toUpperCase()
  return /^[1-9][0-9]{3}[A-Z]{2}$/.test(postal_code) ? postal_code : undefined
}

/** `118 b-2` → 118 and `b-2`, `012` → 12; undefined when it does not begin with a house number from 1 to 99999. */
export function parseHouseNumber(text: string): { house_number: number; rest: string } | undefined {
  const match = /^0*([1-9][0-9]{0,4})(?![0-9])[\s/-]*(.*)$/su.exec(text.trim())
  return match ? { house_number: Number(match[1]), rest: match[2] ?? '' } : undefined
}

/**
 * What two extensions are compared and sorted by: `b-2`, `B 2` and `b2` are one, and 9 comes before 10 (numbers are padded).
 * Empty when nothing is left to compare. The column `address.extension_key` is made by the same rule.
 */
export const extensionKey = (extension: string) =>
  extension
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[0-9]+/g, (digits) => digits.padStart(5, '0').slice(-5))

/** A house letter and an addition as the one field that people read: `b` and `2` → `b-2`; null without either. */
export const joinExtension = (letter: string, addition: string) =>
  [letter.trim(), addition.trim()].filter((part) => part !== '').join('-') || null

/** The first line of an address as one writes it: `Akerstraat 118 b-2`, `Hoofdstraat 9-2`. */
export function addressLine(address: { street: string; house_number: number; house_number_extension: string | null }) {
  const extension = address.house_number_extension
  const joint = extension && /^[0-9]/.test(extension) ? '-' : ' '
  return `${address.street} ${address.house_number}${extension ? joint + extension : ''}`
}

/** A postal code as one writes it: `6411 CD`. */
export const postalCodeText = (postal_code: string) => `${postal_code.slice(0, 4)} ${postal_code.slice(4)}`

/** The second line of an address: `6411 CD Heerlen`. */
export const townLine = ({ postal_code, city }: { postal_code: string; city: string }) =>
  `${postalCodeText(postal_code)} ${city}`

/** A front door as one writes it without its street: `6417 AT 32 a`; undefined when it is none. */
export function parsePostalAddress(text: string) {
  const [, code = '', number = ''] = /^\s*(\d{4}\s*[a-z]{2})\s+(.+)$/i.exec(text) ?? []
  const postal_code = parsePostalCode(code)
  const read = parseHouseNumber(number)
  if (!postal_code || !read) return undefined
  return { postal_code, house_number: read.house_number, extension_key: extensionKey(read.rest) }
}

/** A front door without its street, in the words by which it is also read: `6417 AT 32 a`. */
export const postalAddressText = (door: {
  postal_code: string
  house_number: number
  house_number_extension: string | null
}) => `${postalCodeText(door.postal_code)} ${door.house_number} ${door.house_number_extension ?? ''}`.trim()
