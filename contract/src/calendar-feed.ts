import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Alias, identifierInPath } from './fields.ts'

export const openCalendarFeed = endpoint('POST /counter/calendar/feeds', {
  summary: 'Geeft de agendalink van een adres, of een nieuwe waarna de oude niet meer werkt',
  access: 'employees',
  municipality: 'own_unless_provider',
  body: z.strictObject({ address: Alias, renew: z.optional(z.boolean()) }),
  data: z.object({ url: z.string() }),
})

/** Called by residents' calendar software. Unknown query parameters are ignored. */
export const readCalendarFeed = endpoint('GET /waste-calendar/feeds/:token', {
  summary: 'Geeft de ophaaldagen van een adres als iCalendar, aan wie de agendalink heeft',
  access: 'everyone',
  type: 'text/calendar',
  fresh_seconds: 3600,
  has_secret_url: true,
  /** The link ends with `.ics`, by which calendar programs recognise it. */
  params: z.strictObject({
    token: identifierInPath(
      z.pipe(
        z.string().check(z.regex(/^[\w-]{1,64}(\.ics)?$/)),
        z.transform((file) => file.replace(/\.ics$/, '')),
      ),
      '',
    ),
  }),
  /** `reminder=evening` adds an alarm on the evening before each collection. */
  query: z.object({ reminder: z.optional(z.literal('evening', 'Kies evening of laat dit weg')) }),
  data: z.string(),
})
