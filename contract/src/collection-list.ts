import * as z from 'zod/mini'
import { CalendarCategory, CollectionArea } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { CollectionAreaId, MunicipalityId } from './fields.ts'

const longest = 60_000

/** A list of days, as the text of a CSV file with the columns `datum` and `afvalsoort`. */
export const CollectionListInput = z.strictObject({
  municipality_id: MunicipalityId,
  area_id: CollectionAreaId,
  text: z
    .string()
    .check(
      z.minLength(1, 'Kies een bestand, of plak de regels hier'),
      z.maxLength(longest, 'Dit is te lang. Lees ten hoogste zo’n 2.000 regels tegelijk in'),
    ),
})
export type CollectionListInput = z.infer<typeof CollectionListInput>

/** What a list of days would change, or changed. */
export const CollectionListChange = z.object({
  area: CollectionArea,
  addresses: z.number(),
  /** The years of the list: in them, from today on, it takes the place of all rules. */
  years: z.array(z.number()),
  /** How many days each stream has in those years from today on. */
  streams: z.array(z.object({ category: CalendarCategory, before: z.number(), after: z.number() })),
  /** How many lines are left aside. */
  rejected_lines: z.number(),
  /** The first of those lines, and why. */
  rejected: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
  /** Those of the years that are told already. */
  published: z.array(z.number()),
  /** How many moved or cancelled days are planned no longer, and go with it. */
  withdrawn: z.number(),
})
export type CollectionListChange = z.infer<typeof CollectionListChange>

export const previewCollectionList = endpoint({
  method: 'POST',
  path: '/counter/settings/collections/lists/preview',
  summary: 'Zegt wat een lijst met ophaaldagen verandert, en welke regels ervan worden afgekeurd',
  access: 'administrator',
  municipality: 'own',
  body: CollectionListInput,
  data: CollectionListChange,
})

export const saveCollectionList = endpoint({
  method: 'POST',
  path: '/counter/settings/collections/lists',
  summary: 'Geeft een gebied de ophaaldagen van een lijst, in de plaats van de regels in die jaren',
  access: 'administrator',
  municipality: 'own',
  body: CollectionListInput,
  data: CollectionListChange,
})
