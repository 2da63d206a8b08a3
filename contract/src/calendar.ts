import * as z from 'zod/mini'
import { Address, Municipality } from './addresses.ts'
import { CollectionSystem } from './collection-systems.ts'
import { endpoint } from './endpoint.ts'
import { Alias, Day, DayInput, inOrder, NumberInPath } from './fields.ts'
import { wasteStreamNames } from './waste-streams.ts'

/** What a day of the waste calendar can be for: the streams that are fetched at home. */
export const CalendarCategory = z.enum([
  'residual_waste',
  'gft',
  'pruning_waste',
  'paper',
  'pmd',
  'best_bag',
  'christmas_trees',
])
export type CalendarCategory = z.infer<typeof CalendarCategory>

/** What each category is called on screen: as its waste stream. */
export const calendarCategoryNames: Record<CalendarCategory, string> = wasteStreamNames

/** What people call each category on the phone. */
export const spokenNames: Record<CalendarCategory, string> = {
  residual_waste: 'Restafval',
  gft: 'GFT',
  pruning_waste: 'Snoeiafval op afspraak',
  paper: 'Papier',
  pmd: 'PMD',
  best_bag: 'BEST-tas',
  christmas_trees: 'Kerstbomen',
}

/** One collection on one day; its title is the category's label, or says that it is an appointment of one address. */
export const CalendarEvent = z.object({ title: z.string(), start: Day, category: CalendarCategory })
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** A collection as the server knows it: also whether it is as planned, and in which areas it is. */
export const Collection = z.object({
  ...CalendarEvent.shape,
  /** The day on which it would have been, where it is on another one. */
  moved_from: z.nullable(Day),
  /** It was planned on this day, and does not come. */
  cancelled: z.boolean(),
  /** Why it is moved or cancelled: `wegens Kerstmis`. */
  reason: z.nullable(z.string()),
  areas: z.array(z.string()),
})
export type Collection = z.infer<typeof Collection>

/** A part of a municipality where the lorries drive on the same days. */
export const CollectionArea = z.object({ id: z.number(), name: z.string() })

/** A stream that an address brings to a shared container itself. */
export const BroughtStream = z.object({
  category: CalendarCategory,
  collection_system: z.object({ alias: z.string(), name: z.string(), system: CollectionSystem.shape.system }),
})
export type BroughtStream = z.infer<typeof BroughtStream>

/** Where an address takes what is not fetched: `Geen huis-aan-huis voor restafval: ondergrondse container Akerstraat bij 100`. */
export const broughtText = ({ category, collection_system: { name, system } }: BroughtStream) =>
  `Geen huis-aan-huis voor ${spokenName(category)}: ${system.name[0]?.toLowerCase()}${system.name.slice(1)} ${name}`

// Abbreviations stay as they are inside a sentence.
const spokenName = (category: CalendarCategory) =>
  /^[A-Z]{2}/.test(spokenNames[category]) ? spokenNames[category] : spokenNames[category].toLowerCase()

/** Beside the collections: whose they are, and what is not among them. */
export const CalendarMeta = z.object({
  municipality: Municipality,
  /** The areas of the municipality. */
  areas: z.array(CollectionArea),
  /** The area whose collections these are; null for a whole municipality, or for an address that lies in none. */
  area: z.nullable(CollectionArea),
  address: z.nullable(Address),
  brought: z.array(BroughtStream),
  /** The years of the period that are not published, and when they will be, where that is known. */
  unpublished: z.array(z.object({ year: z.number(), published_on: z.nullable(Day) })),
})
export type CalendarMeta = z.infer<typeof CalendarMeta>

const longestPeriod = 731
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

type Period = { from: string; to: string }
const notTooLong = z.refine<Period>(({ from, to }) => daysFrom(from, to) <= longestPeriod, {
  message: 'Vraag ten hoogste twee jaar tegelijk',
  path: ['to'],
})

const number = z.optional(
  z.pipe(
    NumberInPath,
    z.transform((text) => Number(text)),
  ),
)

/** Categories with commas between them. */
const categories = z.optional(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(CalendarCategory),
    ),
  ),
)

export const showCalendar = endpoint({
  method: 'GET',
  path: '/counter/calendar',
  summary: 'Geeft de ophaaldagen van een adres, of van een gemeente of een gebied daarin, in een periode',
  access: 'employees',
  municipality: 'own_unless_provider',
  query: z
    .strictObject({
      address: z.optional(Alias),
      municipality_id: number,
      area_id: number,
      from: DayInput,
      to: DayInput,
      categories,
    })
    .check(
      inOrder('from', 'to'),
      notTooLong,
      z.refine(({ address, municipality_id }) => (address === undefined) !== (municipality_id === undefined), {
        message: 'Vraag om een adres of om een gemeente',
        path: ['municipality_id'],
      }),
    ),
  data: z.array(Collection),
  meta: CalendarMeta,
})

export const listMunicipalCollections = endpoint({
  method: 'GET',
  path: '/counter/calendar/municipalities',
  summary: 'Geeft wat er in een week of korter wordt opgehaald, per gemeente waarvoor de medewerker werkt',
  access: 'employees',
  municipality: 'own_unless_provider',
  query: z.strictObject({ from: DayInput, to: DayInput }).check(
    inOrder('from', 'to'),
    z.refine(({ from, to }) => daysFrom(from, to) < 7, { message: 'Vraag ten hoogste een week', path: ['to'] }),
  ),
  data: z.array(z.object({ municipality: Municipality, collections: z.array(Collection) })),
})
