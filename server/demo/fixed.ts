import type { FlagRule } from '@rd4-loket/contract'
import type { HouseNumber } from './region/house-numbers.ts'
import type { StreetLine } from './region/map.ts'

/** A street in Heerlen that is the same in every demo database: tests, journeys and manuals use it. */
export type FixedStreet = { name: string; line: StreetLine; addresses: (HouseNumber & { postal_code: string })[] }

type PostalCodeOf = (house_number: number) => string

const addresses = (postal_code: PostalCodeOf, numbers: string[]) =>
  numbers.map((text) => {
    const [number = '', extension, twin = '1'] = text.split('|')
    const house_number = Number(number)
    return {
      house_number,
      house_number_extension: extension || null,
      twin: Number(twin),
      isFlat: numbers.length > 400,
      postal_code: postal_code(house_number),
    }
  })

const upTo = (last: number, extra: Record<number, string[]> = {}) =>
  Array.from({ length: last }, (_, index) => index + 1).flatMap((number) => [`${number}`, ...(extra[number] ?? [])])

const akerstraatCodes: PostalCodeOf = (number) => {
  const even = number % 2 === 0
  if (number <= 45) return even ? '6417AT' : '6417AV'
  if (number <= 99) return even ? '6411CB' : '6411CC'
  return even ? '6411CD' : '6411CE'
}

/** The second half of the Akerstraat has the same collection days as its first half. */
export const akerstraatRound = { digits: 6417, first_postal_code: '6411CB', last_postal_code: '6411CE' }

/** The address that has no environmental pass, as `fixedAddressText` writes it. */
export const addressWithoutPass = 'Akerstraat 130'

/** The fixed streets. Zonnewijzerplein 1 has 443 dwellings; Zonnewijzerhof 9 exists twice. */
export const fixedStreets: FixedStreet[] = [
  {
    name: 'Akerstraat',
    line: { from: { lon: 5.9826, lat: 50.8868 }, direction: -1.2, length: 980 },
    addresses: addresses(akerstraatCodes, upTo(130, { 118: ['118|A', '118|b', '118|b-2'] })),
  },
  {
    name: 'Wieënweg',
    line: { from: { lon: 5.9552, lat: 50.9082 }, direction: 0.3, length: 210 },
    addresses: addresses((number) => (number % 2 === 0 ? '6413WE' : '6413WG'), upTo(30)),
  },
  {
    name: 'Glück Auf',
    line: { from: { lon: 5.9651, lat: 50.9154 }, direction: 2.1, length: 180 },
    addresses: addresses(() => '6414GA', upTo(24)),
  },
  {
    name: 'Professor von Kármánstraat',
    line: { from: { lon: 6.0008, lat: 50.8663 }, direction: -0.4, length: 320 },
    addresses: addresses(
      (number) => (number % 2 === 0 ? '6418KA' : '6418KB'),
      upTo(45, { 31: ['31|a', '31|e', '31|e-2', '31|e-3'] }),
    ),
  },
  {
    name: 'Zonnewijzerplein',
    line: { from: { lon: 5.9772, lat: 50.8874 }, direction: 0.9, length: 70 },
    addresses: addresses(
      () => '6411ZA',
      Array.from({ length: 443 }, (_, index) => `1|${index + 1}`),
    ),
  },
  {
    name: 'Zonnewijzerhof',
    line: { from: { lon: 5.9781, lat: 50.8881 }, direction: 0.9, length: 120 },
    addresses: addresses(() => '6411ZB', upTo(12, { 9: ['9||2'] })),
  },
]

// Heerlen has the fixed streets. Kerkrade is a second municipality with a counter employee.
export const heerlen = 917
export const kerkrade = 928

export const fixedAddresses = fixedStreets.reduce((sum, street) => sum + street.addresses.length, 0)

/** The postal codes of the fixed streets. No other street has them. */
export const fixedPostalCodes: ReadonlySet<string> = new Set(
  fixedStreets.flatMap((street) => street.addresses.map((door) => door.postal_code)),
)

/** The pass numbers at fixed addresses, and the pass number at the first address of Kerkrade. */
export const fixedPasses = {
  active: '0101010101',
  blockedByLoss: '0202020202',
  replacement: '0101010102',
  expired: '0303030303',
  ofKerkrade: '0404040404',
}

/**
 * The address whose bill of the last billed year shows every special case: another household since 15 May, a tariff
 * that changes on 1 July, one late lift, one open and one upheld objection.
 */
export const explainedAddress = 'Akerstraat 118 b'

/** The address whose container was too heavy at the last round, and its neighbour, which did not present anything. */
export const missedAddress = 'Akerstraat 120'
export const absentAddress = 'Akerstraat 122'

/** The collection days of the Wieënweg, and its addresses whose residents reported that their bags were not collected. */
export const missedStreet = { digits: 6413, name: 'Wieënweg', house_numbers: [1, 3, 5, 7, 9] }

/** An address where nobody has lived since 1 October of the last billed year. */
export const vacantAddress = 'Akerstraat 113'

/**
 * The address of each flag. The flag is on the bill of the last billed year. `far_more` is on the bill of the year
 * `busyYear` of the history, and `emptied_and_not` on the bill of the last round. No other address with a postal code 6411 has a flag.
 */
export const flaggedAddresses: Record<FlagRule, string> = {
  /** Its container for residual waste was emptied twice on one day. */
  same_day: 'Akerstraat 101',
  /** At the last round before today, its container was emptied, and reported as not emptied. */
  emptied_and_not: explainedAddress,
  /** Its container for residual waste was emptied once in a week without a round. */
  outside_collection_day: 'Akerstraat 103',
  /** One lift is of a container that was removed two weeks earlier. */
  container_absent: 'Akerstraat 105',
  /** The chip of its new container was still registered in the container of number 109. */
  chip_elsewhere: 'Akerstraat 107',
  /** The drum was opened between the loss of a pass and its replacement. */
  blocked_pass: 'Zonnewijzerplein 1 12',
  /** Its gft container was emptied at every round of `busyYear`, and twice or three times in each other year. */
  far_more: 'Akerstraat 111',
}

/** The address whose old container has the same chip as the new container at `flaggedAddresses.chip_elsewhere`. */
export const chipOwner = 'Akerstraat 109'
