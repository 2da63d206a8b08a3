import * as z from 'zod/mini'
import { parseExtension, parseHouseNumber, parsePostalCode, plainExtension } from './address-fields.ts'
import { CalendarCategory } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { Day, numberOf, parsedText, YearInPath } from './fields.ts'

/** A collection in the shape of the public calendar. */
export const WasteCalendarItem = z.object({ date: Day, month: z.number(), type: CalendarCategory })
export type WasteCalendarItem = z.infer<typeof WasteCalendarItem>

/**
 * The shape that existing calendar and home-automation software reads. All items are in one inner array, which is empty
 * for an unknown address.
 */
export const WasteCalendar = z.object({
  success: z.boolean(),
  code: z.number(),
  message: z.string(),
  data: z.object({ items: z.array(z.array(WasteCalendarItem)), info_text: z.string() }),
})
export type WasteCalendar = z.infer<typeof WasteCalendar>

/** Called by third-party software. Unknown query parameters are ignored. */
export const showWasteCalendar = endpoint('GET /waste-calendar', {
  summary: 'Geeft de ophaaldagen van een adres in een jaar, voor agenda’s en huisautomatisering',
  access: 'everyone',
  unwrapped: true,
  fresh_seconds: 3600,
  query: z.pipe(
    z.object({
      postal_code: parsedText(
        20,
        // Some software encodes the plus of `6417+AT` as %2B.
        (text) => parsePostalCode(text.replace('+', ' ')),
        'Dit is geen postcode. Een postcode heeft vier cijfers en twee letters, zoals 6411 CD',
      ),
      house_number: parsedText(20, parseHouseNumber, 'Vul een huisnummer in van 1 tot en met 99999, zoals 118'),
      house_number_extension: z.optional(z.string().check(z.maxLength(20))),
      year: YearInPath,
      month: z.optional(numberOf(1, 12, 'Vul een maand in van 1 tot en met 12')),
      /** One or more categories. An unknown category matches no collection. */
      'types[]': z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(20))])),
    }),
    z.transform(({ house_number: { house_number, rest }, house_number_extension, 'types[]': types, ...query }) => ({
      ...query,
      house_number,
      /**
       * The key by which extensions are compared. The house number may include its extension. A text without a key is
       * no key either, so that it finds no address.
       */
      extension_key: parseExtension(house_number_extension || rest) ?? (house_number_extension || rest),
      extension: plainExtension(house_number_extension || rest),
      types: types === undefined ? undefined : [types].flat(),
    })),
  ),
  data: WasteCalendar,
})
