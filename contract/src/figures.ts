// Reasons: docs/figures.md

import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { channelNames, contactOutcomeNames } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { Day, MonthInput, NumberInQuery } from './fields.ts'
import { handoverOutcomeNames } from './handover-outcome.ts'
import { nonClearanceReasonNames } from './non-clearances.ts'
import { filedReasonNames, objectionStateNames } from './objections.ts'
import { PageMeta } from './paging.ts'
import { purposeNames } from './purposes.ts'
import { quarantineCauses } from './quarantine.ts'

/** The screen text of each group of days between what a resident said and the decision. */
const decisionDays = {
  days_7: 'Binnen 7 dagen',
  days_14: '8 tot en met 14 dagen',
  days_28: '15 tot en met 28 dagen',
  days_42: '29 tot en met 42 dagen',
  days_84: '43 tot en met 84 dagen',
  longer: 'Meer dan 84 dagen',
}

const { upheld, rejected, retracted } = objectionStateNames

/** A subject on screen: its name, what its groups are, and their texts. Without texts, a group is its own text. */
type SubjectWords = { name: string; by: string; groups?: Record<string, string> | ((group: string) => string) }

const subjects = {
  contact_purpose: { name: 'Contacten naar doel', by: 'Doel', groups: purposeNames },
  contact_outcome: { name: 'Contacten naar uitkomst', by: 'Uitkomst', groups: contactOutcomeNames },
  contact_channel: { name: 'Contacten naar kanaal', by: 'Kanaal', groups: channelNames },
  contact_hour: {
    name: 'Contacten naar uur',
    by: 'Uur',
    groups: (hour: string) => `${hour}.00 tot ${Number(hour) + 1}.00 uur`,
  },
  call_backs: { name: 'Terugbellen op tijd', by: 'Op tijd', groups: { on_time: 'op tijd', late: 'te laat' } },
  dispute_reason: { name: 'Betwiste ledigingen naar reden', by: 'Reden', groups: filedReasonNames },
  dispute_outcome: {
    name: 'Betwiste ledigingen naar uitkomst',
    by: 'Uitkomst',
    groups: { upheld, rejected, retracted },
  },
  dispute_days: { name: 'Betwiste ledigingen naar duur', by: 'Duur', groups: decisionDays },
  objection_outcome: { name: 'Bezwaren naar uitkomst', by: 'Uitkomst', groups: handoverOutcomeNames },
  objection_days: { name: 'Bezwaren naar duur', by: 'Duur', groups: decisionDays },
  not_emptied_reason: { name: 'Niet geleegd naar reden', by: 'Reden', groups: nonClearanceReasonNames },
  not_emptied_route: { name: 'Niet geleegd naar ophaalgebied', by: 'Ophaalgebied' },
  rolls: {
    name: 'Uitgiften naar aantal rollen',
    by: 'Aantal',
    groups: (rolls: string) => `${rolls} ${rolls === '1' ? 'rol' : 'rollen'}`,
  },
  quarantine: { name: 'Ledigingen die nergens passen', by: 'Oorzaak', groups: quarantineCauses },
  lifts: { name: 'Ledigingen en bedrag', by: 'Soort', groups: { all: 'alle ledigingen' } },
} satisfies Record<string, SubjectWords>

/** What is counted, and by which groups. Each thing of a month is in one group of a subject. */
export const FigureSubject = z.enum(Object.keys(subjects) as (keyof typeof subjects)[])
export type FigureSubject = z.infer<typeof FigureSubject>

/** The Dutch name of each subject. */
export const figureSubjectNames = Object.fromEntries(
  Object.entries(subjects).map(([subject, { name }]) => [subject, name]),
) as Record<FigureSubject, string>

/** What the groups of each subject are, in Dutch: the heading of their column. */
export const figureGroupHeadings = Object.fromEntries(
  Object.entries(subjects).map(([subject, { by }]) => [subject, by]),
) as Record<FigureSubject, string>

/** Returns the Dutch name of a group. Null: the groups that are too small. */
export function figureGroupName(subject: FigureSubject, group: string | null) {
  if (group === null) return 'Overig'
  const { groups }: SubjectWords = subjects[subject]
  const text = (typeof groups === 'function' ? groups(group) : groups?.[group]) ?? group
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the position of a group whose groups have an order of their own, such as hours; undefined for others. */
export function figureGroupPosition(subject: FigureSubject, group: string | null) {
  const { groups }: SubjectWords = subjects[subject]
  if (group === null) return undefined
  if (typeof groups === 'function') return Number(group)
  return groups === decisionDays ? Object.keys(groups).indexOf(group) : undefined
}

/** The fewest things that a figure counts. */
export const smallestFigure = 10

/** What stands in place of a count that is not stored. */
export const fewText = `1 tot en met ${smallestFigure - 1}`

/** The number of things of a month in one group. A group and a municipality with few things are counted with others. */
export const Figure = z.object({
  subject: FigureSubject,
  /** Null: the municipalities that are too small, or things without a municipality. */
  municipality: z.nullable(Municipality),
  /** Null: the groups that are too small. */
  group: z.nullable(z.string()),
  /** Null: one to nine things in all municipalities together. */
  count: z.nullable(z.number()),
  /** The sum of the amounts. Null: these things have no amounts. */
  cents: z.nullable(z.number()),
})
export type Figure = z.infer<typeof Figure>

const access = { access: 'administrator', municipality: 'own_unless_provider' } as const

export const listFigures = endpoint('GET /counter/figures', {
  summary: 'Geeft de cijfers van een afgelopen maand; ook met FIGURES_TOKEN als Bearer-token',
  ...access,
  query: z.strictObject({ month: MonthInput }),
  data: z.array(Figure),
  /** `months`: the months that have figures, the newest first. */
  meta: z.object({ months: z.array(z.string()) }),
})

export const exportFigures = endpoint('POST /counter/figures/export', {
  summary: 'Geeft de cijfers van een of meer maanden als bestand',
  ...access,
  file: 'cijfers',
  body: z
    .strictObject({ from: MonthInput, to: MonthInput })
    .check(z.refine(({ from, to }) => from <= to, { message: 'De laatste maand ligt voor de eerste', path: ['to'] })),
  data: z.string(),
})

/** A thing that a figure counts: its day, its group in each subject that counts it, and its address. */
export const FigureRow = z.object({
  day: Day,
  groups: z.array(z.object({ subject: FigureSubject, group: z.nullable(z.string()) })),
  /** Null: the address is not known. */
  address: z.nullable(z.object({ alias: z.string(), line: z.string() })),
})
export type FigureRow = z.infer<typeof FigureRow>

/** The number of things on a page. */
export const figureRowsPerPage = 50

export const listFigureRows = endpoint('GET /counter/figures/rows', {
  summary: 'Geeft wat een cijfer telt, per huishouden vastgelegd: dag, groep en adres',
  ...access,
  personal: { action: 'show_figure_rows', purposes: ['toezicht'], several: true },
  /** Without `group`: the groups that are too small. `municipality` 0: the municipalities that are too small. */
  query: z.strictObject({
    month: MonthInput,
    subject: FigureSubject,
    group: z.optional(z.string().check(z.maxLength(100))),
    municipality: z.optional(NumberInQuery),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  data: z.array(FigureRow),
  /** `counted`: the figure. `left`: how many of these rows there are now. Rows are deleted at the end of their period. */
  meta: z.object({ ...PageMeta.shape, counted: z.number(), left: z.number() }),
})
