import { parseHouseNumber, parsePostalCode } from '@rd4-loket/contract'

/** An address as a file writes it. */
export type Place = {
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string
  city: string
}

const placeForm = /^([\p{L}\p{N}'’`.,()/ -]{3,120}?) ?\[(\d{4} ?[A-Za-z]{2}) ([\p{L}'’`.() -]{1,80})\]$/u

/** `Dorpsstraat 12 [1234AB AMSTERDAM]`; null for anything else, which is nowhere kept. */
export function readPlace(text: string): Place | null {
  const [, line = '', code = '', city = ''] = placeForm.exec(text.normalize('NFC').replace(/\s+/g, ' ')) ?? []
  const postal_code = parsePostalCode(code)
  const [reading] = readingsOf(line)
  return postal_code && reading && !/\d{6}/.test(line) ? { ...reading, postal_code, city } : null
}

/** Every way to read `Plein 1940 12`: each number in it may be where the house number begins; the last one first. */
export function readingsOf(line: string): Pick<Place, 'street' | 'house_number' | 'house_number_extension'>[] {
  return [...line.matchAll(/ (?=\d)/g)]
    .map(({ index }) => {
      const number = parseHouseNumber(line.slice(index))
      return {
        street: line.slice(0, index).trim(),
        house_number: number?.house_number ?? 0,
        house_number_extension: number?.rest || null,
      }
    })
    .filter(({ street, house_number }) => street !== '' && house_number > 0)
    .reverse()
}
