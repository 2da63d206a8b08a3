import * as z from 'zod/mini'
import { Address, Municipality } from './addresses.ts'
import { CollectionSystem } from './collection-systems.ts'
import { endpoint } from './endpoint.ts'
import { Alias, checkPeriodOrder, Day, DayInput, enumOf, listIn, NumberInQuery } from './fields.ts'
import { pickupPurposes } from './purposes.ts'
import { wasteStreamNames } from './waste-streams.ts'

/** The label of each category in a calendar (S4.9). Elsewhere a stream has the short name of `wasteStreamNames`. */
export const calendarCategoryNames = {
  residual_waste: 'Restafval',
  gft: 'GFT en etensresten',
  pruning_waste: 'Snoeiafval op afspraak',
  paper: 'Papierafval',
  pmd: 'PMD-verpakkingen',
  best_bag: 'BEST-tas',
  christmas_trees: 'Kerstbomen',
}

/** The waste streams that are collected at home. */
export const CalendarCategory = enumOf(calendarCategoryNames)
export type CalendarCategory = z.infer<typeof CalendarCategory>

/** One collection on one day. The title is the category's name, or the title of a pick-up appointment. */
export const CalendarEvent = z.object({ title: z.string(), start: Day, category: CalendarCategory })
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** A calendar event with the areas of the collection, and whether and why the collection was moved or cancelled. */
export const Collection = z.object({
  ...CalendarEvent.shape,
  /** The planned day of a moved collection; null when the collection was not moved. */
  moved_from: z.nullable(Day),
  /** True when the collection was planned on this day and does not take place. */
  cancelled: z.boolean(),
  /** Why the collection was moved or cancelled, for example `wegens Kerstmis`. */
  reason: z.nullable(z.string()),
  areas: z.array(z.string()),
})
export type Collection = z.infer<typeof Collection>

/** A part of a municipality with the same collection days. */
export const CollectionArea = z.object({ id: z.number(), name: z.string() })

/** A waste stream that the residents of an address bring to a shared container. */
export const BroughtStream = z.object({
  category: CalendarCategory,
  collection_system: z.object({ alias: z.string(), name: z.string(), system: CollectionSystem.shape.system }),
})
export type BroughtStream = z.infer<typeof BroughtStream>

/**
 * Returns the Dutch sentence that a stream is not collected at home, with the shared container to use instead:
 * `Geen huis-aan-huis voor restafval: ondergrondse container Akerstraat bij 100`.
 */
export const broughtText = (
  { category, collection_system: { name, system } }: BroughtStream,
  names: Record<CalendarCategory, string> = wasteStreamNames,
) =>
  `Geen huis-aan-huis voor ${inSentence(names[category])}: ${system.name[0]?.toLowerCase()}${system.name.slice(1)} ${name}`

// Abbreviations, such as GFT, stay in capitals inside a sentence.
const inSentence = (name: string) => (/^[A-Z]{2}/.test(name) ? name : name.toLowerCase())

/**
 * The municipality, area or address of a calendar, and what the calendar omits: streams that residents bring to a
 * shared container, and unpublished years.
 */
export const CalendarMeta = z.object({
  municipality: Municipality,
  /** All areas of the municipality. */
  areas: z.array(CollectionArea),
  /** The area of the collections. Null for a whole municipality, or for an address without an area. */
  area: z.nullable(CollectionArea),
  address: z.nullable(Address),
  brought: z.array(BroughtStream),
  /** The unpublished years of the period, with the planned publication day. */
  unpublished: z.array(z.object({ year: z.number(), published_on: z.nullable(Day) })),
})
export type CalendarMeta = z.infer<typeof CalendarMeta>

const maxPeriod_days = 731
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Categories separated by commas. */
const categories = z.optional(listIn(z.string().check(z.maxLength(200)), ',', CalendarCategory))

export const showCalendar = endpoint('GET /counter/calendar', {
  summary: 'Geeft de ophaaldagen van een adres, of van een gemeente of een gebied daarin, in een periode',
  access: 'employees',
  municipality: 'own_unless_provider',
  // A pick-up appointment of a household is personal data.
  personal: { action: 'show_pickups', ...pickupPurposes, only_if_found: true, several: true },
  query: z
    .strictObject({
      address: z.optional(Alias),
      municipality: z.optional(NumberInQuery),
      area: z.optional(NumberInQuery),
      from: DayInput,
      to: DayInput,
      categories,
    })
    .check(
      checkPeriodOrder('from', 'to'),
      z.refine(({ from, to }) => daysBetween(from, to) <= maxPeriod_days, {
        message: 'Vraag ten hoogste twee jaar tegelijk',
        path: ['to'],
      }),
      z.refine(({ address, municipality }) => (address === undefined) !== (municipality === undefined), {
        message: 'Vraag om een adres of om een gemeente',
        path: ['municipality'],
      }),
    ),
  data: z.array(Collection),
  meta: CalendarMeta,
})

export const listMunicipalCollections = endpoint('GET /counter/calendar/municipalities', {
  summary: 'Geeft wat er in een week of korter wordt opgehaald, per gemeente waarvoor de medewerker werkt',
  access: 'employees',
  municipality: 'own_unless_provider',
  query: z.strictObject({ from: DayInput, to: DayInput }).check(
    checkPeriodOrder('from', 'to'),
    z.refine(({ from, to }) => daysBetween(from, to) < 7, { message: 'Vraag ten hoogste een week', path: ['to'] }),
  ),
  data: z.array(
    z.object({
      municipality: Municipality,
      collections: z.array(Collection),
      /** The years of the period whose collection days are not published. */
      unpublished: z.array(z.number()),
    }),
  ),
})
