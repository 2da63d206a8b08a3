import * as z from 'zod/mini'
import { CalendarCategory, CollectionArea } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import {
  CollectionAreaId,
  checkPeriodOrder,
  Day,
  DayInput,
  LastChange,
  MunicipalityId,
  MunicipalityInPath,
  NumberInPath,
  NumberInQuery,
  YearInPath,
} from './fields.ts'
import { required } from './parse-input.ts'
import type { Refusal } from './refusal.ts'

const inPath = { municipality_id: MunicipalityInPath }

/** A collection of a stream in an area: the day that the rules plan, and the day on which it takes place. */
export const PlannedCollection = z.object({
  area_id: z.number(),
  category: CalendarCategory,
  /** The day according to the rules. */
  day: Day,
  /** The day of the collection: the planned day, unless an employee or a holiday moved the collection. */
  start: Day,
  cancelled: z.boolean(),
  /** True when an employee moved or cancelled the collection. False when only a holiday moved the collection. */
  changed: z.boolean(),
  reason: z.nullable(z.string()),
  /** Rises with each change of this collection. A change is rejected unless it names the latest revision. */
  revision: z.number(),
})
export type PlannedCollection = z.infer<typeof PlannedCollection>

const maxPlannerPeriod_days = 120
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

export const listPlannedCollections = endpoint(
  'GET /counter/settings/municipalities/:municipality_id/collections/planned',
  {
    summary: 'Geeft de ophaaldagen van elk gebied van een gemeente in een periode, ook van ongepubliceerde jaren',
    access: 'administrator',
    municipality: 'own',
    params: z.strictObject(inPath),
    query: z.strictObject({ from: DayInput, to: DayInput }).check(
      checkPeriodOrder('from', 'to'),
      z.refine(({ from, to }) => daysBetween(from, to) <= maxPlannerPeriod_days, {
        message: `Vraag ten hoogste ${maxPlannerPeriod_days} dagen tegelijk`,
        path: ['to'],
      }),
    ),
    data: z.object({
      /** Every area, with its number of addresses. */
      areas: z.array(z.object({ ...CollectionArea.shape, addresses: z.number() })),
      collections: z.array(PlannedCollection),
      /** The years of the period that residents do not see yet. */
      unpublished: z.array(z.number()),
    }),
  },
)

/** A planned collection, with the revision that the employee saw. */
const ChangedCollection = z.strictObject({
  area_id: CollectionAreaId,
  category: CalendarCategory,
  day: DayInput,
  revision: z.int().check(z.minimum(0), z.maximum(2147483647)),
  /** The new day of a moved collection. */
  moved_to: z.nullish(DayInput),
})

/** Maximum number of days between a planned day and the day to which the collection is moved. */
export const maxMove_days = 60
/** A text that is no day also counts as valid here: it has an error of its own. */
const isNearby = (day: string, moved_to: string) => !(Math.abs(daysBetween(day, moved_to)) > maxMove_days)

const keyOf = ({ area_id, category, day }: z.infer<typeof ChangedCollection>) => `${area_id} ${category} ${day}`

/** One change of one or more planned collections. */
export const CollectionChangeInput = z
  .strictObject({
    municipality_id: MunicipalityId,
    /** Moves the collections, cancels them, or lets them take place as planned. */
    action: z.enum(['move', 'cancel', 'restore']),
    collections: z.array(ChangedCollection).check(
      z.minLength(1),
      z.maxLength(2000, 'Wijzig ten hoogste 2.000 ophaaldagen tegelijk'),
      z.refine((collections) => new Set(collections.map(keyOf)).size === collections.length, {
        message: 'Een ophaaldag staat er twee keer in',
      }),
    ),
    reason: z.nullish(z.string().check(z.trim(), z.maxLength(120))),
  })
  .check(
    z.refine(({ action, reason }) => action === 'restore' || Boolean(reason), { message: required, path: ['reason'] }),
    z.refine(({ action, collections }) => action !== 'move' || collections.every(({ moved_to }) => Boolean(moved_to)), {
      message: required,
      path: ['moved_to'],
    }),
    // A typing error in the month or the year must not move a collection out of sight.
    z.refine(
      ({ action, collections }) =>
        action !== 'move' || collections.every(({ day, moved_to }) => !moved_to || isNearby(day, moved_to)),
      { message: `Kies een dag die hoogstens ${maxMove_days} dagen van de geplande dag ligt`, path: ['moved_to'] },
    ),
  )
export type CollectionChangeInput = z.infer<typeof CollectionChangeInput>

const SavedChange = z.object({ change_id: z.number(), collections: z.number(), addresses: z.number() })

export const changeCollections = endpoint('POST /counter/settings/collections/changes', {
  summary: 'Verplaatst ophaaldagen, laat ze vervallen of laat ze weer doorgaan, in één keer',
  access: 'administrator',
  conflict: 'Een ophaaldag is intussen gewijzigd of vervallen',
  municipality: 'own',
  body: CollectionChangeInput,
  data: SavedChange,
})

/** The state of a planned collection before or after a change. */
const CollectionState = z.object({
  state: z.enum(['planned', 'moved', 'cancelled']),
  moved_to: z.nullable(Day),
  reason: z.nullable(z.string()),
})

/** A change in the history: who changed which collections, and when. */
export const CollectionChange = z.object({
  id: z.number(),
  ...LastChange.shape,
  /** The cause: an employee in the planner, the undo of another change, or new rules that no longer plan the day. */
  kind: z.enum(['planner', 'undo', 'rules']),
  /** The number of changed collections. */
  collections: z.number(),
  /** The names of the areas of these collections. */
  areas: z.array(z.string()),
  /** The first of these collections, or the collection whose history was requested. */
  first: z.object({ category: CalendarCategory, day: Day, before: CollectionState, after: CollectionState }),
  /** Whether no later change affects one of these collections. */
  is_latest: z.boolean(),
})
export type CollectionChange = z.infer<typeof CollectionChange>

/** Returns why a change of collection days may not be undone. */
export function mayUndoCollectionChange({ kind, is_latest }: Pick<CollectionChange, 'kind' | 'is_latest'>): Refusal {
  if (kind === 'rules') return 'Deze wijziging volgt uit de ophaalregels en kan niet ongedaan worden gemaakt'
  return is_latest ? undefined : 'Deze ophaaldagen zijn daarna weer gewijzigd, dus ongedaan maken kan niet meer'
}

export const listCollectionChanges = endpoint(
  'GET /counter/settings/municipalities/:municipality_id/collections/changes',
  {
    summary: 'Geeft wie welke ophaaldagen wijzigde, de laatste eerst: van een gemeente of van één ophaaldag',
    access: 'administrator',
    municipality: 'own',
    params: z.strictObject(inPath),
    query: z
      .strictObject({ area: z.optional(NumberInQuery), category: z.optional(CalendarCategory), day: z.optional(Day) })
      .check(
        z.refine((query) => [0, 3].includes(Object.values(query).filter((it) => it !== undefined).length), {
          message: 'Noem het gebied, de afvalstroom en de dag',
          path: ['day'],
        }),
      ),
    data: z.array(CollectionChange),
  },
)

export const undoCollectionChange = endpoint('POST /counter/settings/collections/changes/:change_id/undo', {
  summary: 'Maakt een wijziging van ophaaldagen ongedaan: ze worden weer precies wat ze daarvoor waren',
  access: 'administrator',
  conflict: 'De ophaaldagen zijn daarna opnieuw gewijzigd',
  municipality: 'own',
  params: z.strictObject({ change_id: NumberInPath }),
  data: SavedChange,
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
