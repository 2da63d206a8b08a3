import * as z from 'zod/mini'
import { CalendarCategory, CollectionArea } from './calendar.ts'
import { LastChange } from './collection-changes.ts'
import { endpoint } from './endpoint.ts'
import { CollectionAreaId, Day, DayInput, inOrder, MunicipalityId, MunicipalityInPath } from './fields.ts'
import { required } from './parse-input.ts'
import { PostalCodeRange } from './postal-code-ranges.ts'

/** When a stream is fetched in an area: every so many weeks from the first valid day, or on listed days. */
export const CollectionRule = z.object({
  category: CalendarCategory,
  every_weeks: z.nullable(z.number()),
  days: z.nullable(z.array(Day)),
  valid_from: Day,
  valid_to: z.nullable(Day),
})
export type CollectionRule = z.infer<typeof CollectionRule>

/** An area as the administrator sees it: which addresses belong to it, and the rules that hold today or later. */
export const AreaRules = z.object({
  ...CollectionArea.shape,
  postal_codes: z.array(PostalCodeRange),
  /** The front doors that belong to it whatever their postal codes say. */
  addresses: z.array(z.string()),
  rules: z.array(CollectionRule),
  /** Null where nobody changed its addresses or its rules. */
  changed: z.nullable(LastChange),
})
export type AreaRules = z.infer<typeof AreaRules>

export const listAreaRules = endpoint({
  method: 'GET',
  path: '/counter/settings/municipalities/:municipality_id/collections/areas',
  summary: 'Geeft de ophaalgebieden van een gemeente, met hun postcodes en de regels die nu of later gelden',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject({ municipality_id: MunicipalityInPath }),
  data: z.array(AreaRules),
})

const isDay = (typed: string) => z.safeParse(Day, typed).success
const unreadable = (days: string[]) => days.find((typed) => !isDay(typed))
const twice = (days: string[]) => days.find((typed, index) => days.indexOf(typed) !== index)

/** The days as they were typed, with one message for all of them: at the field, not at a place in a list. */
const ListedDays = z.array(z.string().check(z.maxLength(100))).check(
  z.maxLength(366, 'Vul ten hoogste 366 dagen in'),
  z.refine((days) => unreadable(days) === undefined, {
    error: ({ input }) => `Dit is geen datum: ${unreadable(input as string[])}. Een voorbeeld: 31-12-2026`,
  }),
  z.refine((days) => twice(days) === undefined, {
    error: ({ input }) => `Deze dag staat er twee keer: ${twice(input as string[])}`,
  }),
)

/** How a stream is fetched: every so many weeks, on listed days, or not at all. */
const Rhythm = z.enum(['weeks', 'days', 'none'])

type Period = { from: string; until?: string | null | undefined }
const within = ({ from, until }: Period, asked: string) => asked >= from && (!until || asked <= until)

/** What holds for a stream in an area from a day on, in place of whatever its rules said of that period. */
export const ScheduleInput = z
  .strictObject({
    municipality_id: MunicipalityId,
    category: CalendarCategory,
    area_id: CollectionAreaId,
    /** The period begins on this day: what was before it stays. */
    from: DayInput,
    /** Left out: until something else is said. After it the earlier rules go on. */
    until: z.nullish(DayInput),
    rhythm: Rhythm,
    every_weeks: z.nullish(
      z
        .int('Vul een heel getal in')
        .check(z.minimum(1, 'Vul 1 of meer weken in'), z.maximum(52, 'Vul ten hoogste 52 weken in')),
    ),
    /** The day from which the weeks are counted. */
    first_day: z.nullish(DayInput),
    days: z.nullish(ListedDays),
  })
  .check(
    inOrder('from', 'until'),
    z.refine(({ rhythm, every_weeks }) => rhythm !== 'weeks' || typeof every_weeks === 'number', {
      message: required,
      path: ['every_weeks'],
    }),
    z.refine(({ rhythm, first_day }) => rhythm !== 'weeks' || Boolean(first_day), {
      message: required,
      path: ['first_day'],
    }),
    z.refine((input) => input.rhythm !== 'weeks' || !input.first_day || within(input, input.first_day), {
      message: 'De eerste ophaaldag ligt buiten de periode',
      path: ['first_day'],
    }),
    z.refine(({ rhythm, days }) => rhythm !== 'days' || Boolean(days?.length), { message: required, path: ['days'] }),
    z.refine((input) => input.rhythm !== 'days' || (input.days ?? []).every((listed) => within(input, listed)), {
      message: 'Niet alle dagen liggen in de periode',
      path: ['days'],
    }),
  )
export type ScheduleInput = z.infer<typeof ScheduleInput>

/** What a schedule would change, or changed: for how many addresses, and on which days the stream comes before and after it. */
export const ScheduleChange = z.object({
  area: CollectionArea,
  addresses: z.number(),
  /** The first days of the period, as they are. */
  before: z.array(Day),
  /** The first days of the period, as they become. */
  after: z.array(Day),
  /** The years that change and are told already. */
  published: z.array(z.number()),
  /** How many moved or cancelled days are planned no longer, and go with it. */
  withdrawn: z.number(),
})
export type ScheduleChange = z.infer<typeof ScheduleChange>

export const previewSchedule = endpoint({
  method: 'POST',
  path: '/counter/settings/collections/rules/preview',
  summary: 'Zegt hoeveel adressen andere ophaaldagen krijgen, en welke, als een afvalsoort vanaf een dag anders komt',
  access: 'administrator',
  municipality: 'own',
  body: ScheduleInput,
  data: ScheduleChange,
})

export const saveSchedule = endpoint({
  method: 'POST',
  path: '/counter/settings/collections/rules',
  summary: 'Legt vast hoe vaak of op welke dagen een afvalsoort vanaf een dag in een gebied komt',
  access: 'administrator',
  municipality: 'own',
  body: ScheduleInput,
  data: ScheduleChange,
})
