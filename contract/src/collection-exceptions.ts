import * as z from 'zod/mini'
import { CalendarCategory, CollectionArea } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { Day, DayInput, LastChange, MunicipalityId, MunicipalityInPath, requiredText, YearInPath } from './fields.ts'

const inPath = { municipality_id: MunicipalityInPath }

/** Moves or cancels one planned day of a stream. */
const ExceptionInput = z.strictObject({
  municipality_id: MunicipalityId,
  /** If absent, the exception applies to every area that collects this category on this day. */
  area_id: z.nullish(z.int()),
  category: CalendarCategory,
  /** The planned day, as computed from the collection rules. */
  day: DayInput,
  /** Absent when the collection is cancelled. */
  moved_to: z.nullish(DayInput),
  reason: requiredText(100),
})

/** The areas to which an exception applies, and the number of addresses in them. */
const ExceptionImpact = z.object({ areas: z.array(CollectionArea), addresses: z.number() })

export const previewException = endpoint('POST /counter/settings/collections/exceptions/preview', {
  summary: 'Zegt hoeveel adressen en welke gebieden het verplaatsen of vervallen van een ophaaldag raakt',
  access: 'administrator',
  municipality: 'own',
  body: ExceptionInput,
  data: ExceptionImpact,
})

export const saveException = endpoint('POST /counter/settings/collections/exceptions', {
  summary: 'Verplaatst een ophaaldag of laat deze vervallen',
  access: 'administrator',
  municipality: 'own',
  body: ExceptionInput,
  data: ExceptionImpact,
})

/** A moved or cancelled day of a stream, with all areas to which it applies. */
export const CollectionException = z.object({
  category: CalendarCategory,
  day: Day,
  moved_to: z.nullable(Day),
  reason: z.string(),
  areas: z.array(CollectionArea),
  changed: z.nullable(LastChange),
})
export type CollectionException = z.infer<typeof CollectionException>

export const listExceptions = endpoint('GET /counter/settings/municipalities/:municipality_id/collections/exceptions', {
  summary: 'Geeft de ophaaldagen van vandaag en later die verplaatst zijn of vervallen',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject(inPath),
  data: z.array(CollectionException),
})

export const withdrawException = endpoint('POST /counter/settings/collections/exceptions/withdraw', {
  summary: 'Laat een ophaaldag weer doorgaan zoals de regels zeggen',
  access: 'administrator',
  municipality: 'own',
  body: z.strictObject({
    municipality_id: MunicipalityId,
    category: CalendarCategory,
    day: DayInput,
    area_ids: z.array(z.int().check(z.minimum(1), z.maximum(2147483647))).check(z.minLength(1), z.maxLength(5000)),
  }),
  data: z.null(),
})

export const listCollectionYears = endpoint('GET /counter/settings/municipalities/:municipality_id/collections/years', {
  summary: 'Geeft per jaar vanaf welke dag de ophaaldagen te zien zijn, van dit en volgend jaar',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject(inPath),
  data: z.array(z.object({ year: z.number(), published_on: z.nullable(Day), changed: z.nullable(LastChange) })),
})

export const publishCollectionYear = endpoint(
  'PUT /counter/settings/municipalities/:municipality_id/collections/years/:year',
  {
    summary: 'Legt vast vanaf welke dag de ophaaldagen van een jaar te zien zijn',
    access: 'administrator',
    municipality: 'own',
    params: z.strictObject({ ...inPath, year: YearInPath }),
    body: z.strictObject({ published_on: DayInput }),
    data: z.object({ year: z.number(), published_on: Day }),
  },
)
