import type { Door } from './house-numbers.ts'
import type { Line } from './map.ts'

/** A street that is the same in every demo database, in Heerlen: tests, journeys and manuals count on it. */
export type FixedStreet = { name: string; line: Line; doors: (Door & { postal_code: string })[] }

type PostalCode = (house_number: number) => string

const doors = (postal_code: PostalCode, numbers: string[]) =>
  numbers.map((text) => {
    const [number = '', extension, twin = '1'] = text.split('|')
    const house_number = Number(number)
    return {
      house_number,
      house_number_extension: extension || null,
      twin: Number(twin),
      flat: numbers.length > 400,
      postal_code: postal_code(house_number),
    }
  })

const upTo = (last: number, extra: Record<number, string[]> = {}) =>
  Array.from({ length: last }, (_, index) => index + 1).flatMap((number) => [`${number}`, ...(extra[number] ?? [])])

const akerstraatCodes: PostalCode = (number) => {
  const even = number % 2 === 0
  if (number <= 45) return even ? '6417AT' : '6417AV'
  if (number <= 99) return even ? '6411CB' : '6411CC'
  return even ? '6411CD' : '6411CE'
}

/** The lorries drive through all of the Akerstraat in one round: of its two neighbourhoods, the one where it begins. */
export const akerstraatRound = { digits: 6417, first_postal_code: '6411CB', last_postal_code: '6411CE' }

/** The fixed streets. One door of the Zonnewijzerhof has 443 dwellings; its number 9 next door is there twice. */
export const fixedStreets: FixedStreet[] = [
  {
    name: 'Akerstraat',
    line: { from: { lon: 5.9826, lat: 50.8868 }, direction: -1.2, length: 980 },
    doors: doors(akerstraatCodes, upTo(130, { 118: ['118|A', '118|b', '118|b-2'] })),
  },
  {
    name: 'Wieënweg',
    line: { from: { lon: 5.9552, lat: 50.9082 }, direction: 0.3, length: 210 },
    doors: doors((number) => (number % 2 === 0 ? '6413WE' : '6413WG'), upTo(30)),
  },
  {
    name: 'Glück Auf',
    line: { from: { lon: 5.9651, lat: 50.9154 }, direction: 2.1, length: 180 },
    doors: doors(() => '6414GA', upTo(24)),
  },
  {
    name: 'Professor von Kármánstraat',
    line: { from: { lon: 6.0008, lat: 50.8663 }, direction: -0.4, length: 320 },
    doors: doors(
      (number) => (number % 2 === 0 ? '6418KA' : '6418KB'),
      upTo(45, { 31: ['31|a', '31|e', '31|e-2', '31|e-3'] }),
    ),
  },
  {
    name: 'Zonnewijzerplein',
    line: { from: { lon: 5.9772, lat: 50.8874 }, direction: 0.9, length: 70 },
    doors: doors(
      () => '6411ZA',
      Array.from({ length: 443 }, (_, index) => `1|${index + 1}`),
    ),
  },
  {
    name: 'Zonnewijzerhof',
    line: { from: { lon: 5.9781, lat: 50.8881 }, direction: 0.9, length: 120 },
    doors: doors(() => '6411ZB', upTo(12, { 9: ['9||2'] })),
  },
]

/** The municipality of the fixed streets, and of the counters with an account of their own. */
export const heerlen = 917
export const kerkrade = 928

export const fixedAddresses = fixedStreets.reduce((sum, street) => sum + street.doors.length, 0)

/** No other street has these. */
export const fixedPostalCodes: ReadonlySet<string> = new Set(
  fixedStreets.flatMap((street) => street.doors.map((door) => door.postal_code)),
)

/** The passes of fixed addresses; `0404040404` belongs to the first address of Kerkrade. */
export const fixedPasses = {
  active: '0101010101',
  blockedByLoss: '0202020202',
  replacement: '0101010102',
  expired: '0303030303',
  ofKerkrade: '0404040404',
}
