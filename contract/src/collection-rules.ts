import * as z from 'zod/mini'
import { CalendarCategory, CollectionArea } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { CollectionAreaId, checkPeriodOrder, Day, DayInput, MunicipalityId } from './fields.ts'
import { required } from './parse-input.ts'
import { ofLines } from './readable-text.ts'

/** When a stream is collected in an area: every `every_weeks` weeks from the first valid day, or on listed days. */
export const CollectionRule = z.object({
  category: CalendarCategory,
  every_weeks: z.nullable(z.number()),
  days: z.nullable(z.array(Day)),
  valid_from: Day,
  valid_to: z.nullable(Day),
})
export type CollectionRule = z.infer<typeof CollectionRule>

const isDay = (typed: string) => z.safeParse(Day, typed).success
const findInvalid = (days: string[]) => days.find((typed) => !isDay(typed))
const findDuplicate = (days: string[]) => days.find((typed, index) => days.indexOf(typed) !== index)

/** Days that the user typed. The error names the first invalid or repeated day, and is at the field of all days. */
const ListedDays = z.array(z.string().check(z.maxLength(100))).check(
  z.maxLength(366, 'Vul ten hoogste 366 dagen in'),
  z.refine((days) => findInvalid(days) === undefined, {
    error: ({ input }) => `Dit is geen datum: ${findInvalid(input as string[])}. Een voorbeeld: 31-12-2026`,
  }),
  z.refine((days) => findDuplicate(days) === undefined, {
    error: ({ input }) => `Deze dag staat er twee keer: ${findDuplicate(input as string[])}`,
  }),
)

type SchedulePeriod = { from: string; until?: string | null | undefined }
const isWithin = ({ from, until }: SchedulePeriod, day: string) => day >= from && (!until || day <= until)

/** When a stream is collected in an area in a period. This schedule replaces the stream's rules in that period. */
export const ScheduleInput = z
  .strictObject({
    municipality_id: MunicipalityId,
    category: CalendarCategory,
    area_id: CollectionAreaId,
    from: DayInput,
    /** The last day of the period. After it, the earlier rules apply again. Absent for a schedule without an end. */
    until: z.nullish(DayInput),
    /** At a fixed interval in weeks, on listed days, or never. */
    rhythm: z.enum(['weeks', 'days', 'none']),
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
    checkPeriodOrder('from', 'until'),
    z.refine(({ rhythm, every_weeks }) => rhythm !== 'weeks' || typeof every_weeks === 'number', {
      message: required,
      path: ['every_weeks'],
    }),
    z.refine(({ rhythm, first_day }) => rhythm !== 'weeks' || Boolean(first_day), {
      message: required,
      path: ['first_day'],
    }),
    z.refine((input) => input.rhythm !== 'weeks' || !input.first_day || isWithin(input, input.first_day), {
      message: 'De eerste ophaaldag ligt buiten de periode',
      path: ['first_day'],
    }),
    z.refine(({ rhythm, days }) => rhythm !== 'days' || Boolean(days?.length), { message: required, path: ['days'] }),
    z.refine((input) => input.rhythm !== 'days' || (input.days ?? []).every((day) => isWithin(input, day)), {
      message: 'Niet alle dagen liggen in de periode',
      path: ['days'],
    }),
  )
export type ScheduleInput = z.infer<typeof ScheduleInput>

/** The effect of new rules on an area. */
const RuleChange = z.object({
  area: CollectionArea,
  addresses: z.number(),
  /** The published years in which collection days change. */
  published: z.array(z.number()),
  /** The number of exceptions that are withdrawn, because the new rules do not plan their days. */
  withdrawn: z.number(),
})

/**
 * The effect of a schedule. `before` and `after` are the first collection days from the schedule's start, under the old
 * and the new rules.
 */
export const ScheduleChange = z.object({ ...RuleChange.shape, before: z.array(Day), after: z.array(Day) })
export type ScheduleChange = z.infer<typeof ScheduleChange>

export const previewSchedule = endpoint('POST /counter/settings/collections/rules/preview', {
  summary: 'Zegt hoeveel adressen andere ophaaldagen krijgen, en welke, als een afvalstroom vanaf een dag anders komt',
  access: 'administrator',
  municipality: 'own',
  body: ScheduleInput,
  data: ScheduleChange,
})

export const saveSchedule = endpoint('POST /counter/settings/collections/rules', {
  summary: 'Legt vast hoe vaak of op welke dagen een afvalstroom vanaf een dag in een gebied komt',
  access: 'administrator',
  municipality: 'own',
  body: ScheduleInput,
  data: ScheduleChange,
})

const maxList_characters = 60_000

/** A list of days: the text of a CSV file with the columns `datum` and `afvalstroom`. */
export const CollectionListInput = z.strictObject({
  municipality_id: MunicipalityId,
  area_id: CollectionAreaId,
  text: ofLines(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(maxList_characters, 'Dit is te lang. Lees ten hoogste zo’n 2.000 regels tegelijk in'),
      ),
  ),
})
export type CollectionListInput = z.infer<typeof CollectionListInput>

/** The effect of a list of days. The list replaces all rules of the area in the list's years, from today on. */
export const CollectionListChange = z.object({
  ...RuleChange.shape,
  /** The years of the list. */
  years: z.array(z.number()),
  /** Each stream's number of collection days in those years, from today on, before and after the change. */
  streams: z.array(z.object({ category: CalendarCategory, before: z.number(), after: z.number() })),
  /** The total number of rejected lines; `rejected` contains only the first lines. */
  rejected_lines: z.number(),
  rejected: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
})
export type CollectionListChange = z.infer<typeof CollectionListChange>

export const previewCollectionList = endpoint('POST /counter/settings/collections/lists/preview', {
  summary: 'Zegt wat een lijst met ophaaldagen verandert, en welke regels ervan worden afgekeurd',
  access: 'administrator',
  municipality: 'own',
  body: CollectionListInput,
  data: CollectionListChange,
})

export const saveCollectionList = endpoint('POST /counter/settings/collections/lists', {
  summary: 'Geeft een gebied de ophaaldagen van een lijst, in de plaats van de regels in die jaren',
  access: 'administrator',
  municipality: 'own',
  body: CollectionListInput,
  data: CollectionListChange,
})
