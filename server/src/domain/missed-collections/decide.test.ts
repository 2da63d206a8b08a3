import { readFileSync } from 'node:fs'
import type { CalendarCategory } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import type { AreaException } from '../collection-days/collection-days.queries.ts'
import { collectionDays } from '../collection-days/collection-days.ts'
import { decideMissedCollection, type MissedCollectionFacts, type ReportFact } from './decide.ts'

type Of = { stream?: string }
type ReportOfCase = Of & {
  id: number
  address?: string
  container?: string | null
  day?: string
  reported_at?: string
  retracted?: true
  outcome?: NonNullable<ReportFact['outcome']>
  outcome_day?: string
  decided_at?: string
}
type Input = {
  now: string
  role?: 'municipal'
  stream?: CalendarCategory
  container?: string | null
  day?: string
  days?: string[]
  /** A number of weeks, the first day and the number of days. */
  every?: [weeks: number, first: string, count: number]
  /** A number of reports of other addresses of the street, and what they have in common. */
  others?: [count: number, Partial<ReportOfCase>]
  listed?: boolean
  exceptions?: { day: string; moved_to: string | null; reason: string }[]
  published?: number[]
  routes?: (Of & { day: string; started_at: string; finished_at: string | null })[]
  containers?: (Of & { number: string; placed_on?: string; removed_on?: string })[]
  shared?: string[]
  non_clearances?: (Of & { container?: null; at?: string; reason: string })[]
  clearances?: { container: string; at: string }[]
  reports?: ReportOfCase[]
  household_since?: string
  reasons_until?: Record<string, string>
  reasons_since?: string
  settings?: Partial<MissedCollectionFacts['hours']>
}

const every = (weeks: number, first: string, count: number) =>
  Array.from({ length: count }, (_, index) => textOf(dayOf(first) + index * weeks * 7))

/** Reports of other addresses of the street. */
const others = (count: number, changes: Partial<ReportOfCase>) =>
  Array.from({ length: count }, (_, index): ReportOfCase => ({ id: 101 + index, address: `A${index + 1}`, ...changes }))

/** Fills in what most cases share: a residual container that is emptied every four weeks, also on Tuesday 10 March. */
function factsOf({ stream, container, day, ...input }: Input): MissedCollectionFacts {
  const of: CalendarCategory = stream ?? 'residual_waste'
  const ofStream = <Item extends Of>(items: Item[] = []) => items.filter((it) => (it.stream ?? 'residual_waste') === of)
  const days = input.days ?? every(...(input.every ?? [4, '2026-02-10', 11]))
  const plan = {
    rules: input.listed
      ? [{ category: of, every_weeks: null, days, valid_from: '2000-01-01', valid_to: null }]
      : days.map((it) => ({ category: of, every_weeks: 1, days: null, valid_from: it, valid_to: it })),
    exceptions: (input.exceptions ?? []).map(
      (it): AreaException => ({
        ...it,
        category: of,
        state: it.moved_to ? 'moved' : 'cancelled',
        revision: 1,
        changed_at: '2026-01-01',
      }),
    ),
    published: input.published ?? [2026],
  }
  const momentOf = (text: string | null | undefined) => (text ? new Date(text) : null)
  return {
    now: new Date(input.now),
    stream: of,
    container: container === undefined ? 'C1' : container,
    day: day ?? null,
    collections: collectionDays(plan, '2025-01-01', '2027-12-31'),
    routes: ofStream(input.routes).map((it) => ({
      day: it.day,
      started_at: momentOf(it.started_at),
      finished_at: momentOf(it.finished_at),
    })),
    containers: ofStream(input.containers ?? [{ number: 'C1' }]).map((it) => ({
      number: it.number,
      placed_on: it.placed_on ?? '2019-05-01',
      removed_on: it.removed_on ?? null,
    })),
    is_shared: (input.shared ?? []).includes(of),
    non_clearances: ofStream(input.non_clearances).map(
      ({ container: it = 'C1', at = '2026-03-10T09:12:00+01:00', reason }) => ({
        container: it,
        at: new Date(at),
        reason,
      }),
    ),
    clearances: input.role ? [] : (input.clearances ?? []).map((it) => ({ ...it, at: new Date(it.at) })),
    reports: ofStream([...others(...(input.others ?? [0, {}])), ...(input.reports ?? [])]).map((it) => ({
      id: it.id,
      address: it.address === undefined ? 'own' : Number(it.address.slice(1)),
      container: it.container === undefined ? 'C1' : it.container,
      day: it.day ?? '2026-03-10',
      reported_at: new Date(it.reported_at ?? '2026-03-11T09:00:00+01:00'),
      retracted: it.retracted ?? false,
      outcome: it.outcome ?? null,
      outcome_day: it.outcome_day ?? null,
      decided_at: momentOf(it.decided_at),
    })),
    household_since: input.household_since ?? '2015-01-01',
    delivered: Object.entries(input.reasons_until ?? {}).map(([stream, until]) => ({
      waste_type: stream as CalendarCategory,
      since: input.reasons_since ?? null,
      until,
    })),
    hours: {
      collection_end: 18,
      report_window: 2,
      escalation_days: 2,
      working_weekdays: [1, 2, 3, 4, 5],
      ...input.settings,
    },
  }
}

type Expected = {
  step: string
  day?: string | null
  date?: string
  at?: string
  report_id?: number
  truck_reason?: string
  may_dispute?: true
  escalation?: { at: string; due: boolean }
  reasons_loaded?: string
}

/** The cases of `decisions.jsonl`, one per line. Each leaves out what equals the values that `factsOf` fills in. */
const cases = readFileSync(new URL('decisions.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): [id: string, title: string, Input, reason: string, Expected] => JSON.parse(line))

describe('a report of a missed collection', () => {
  test.each(cases)('%s: %s', (_, __, input, reason, { day = '2026-03-10', at, escalation, ...expected }) => {
    expect(decideMissedCollection(factsOf(input))).toMatchObject({
      allowed: expected.step === 'report',
      reason,
      day,
      date: null,
      at: at === undefined ? null : new Date(at),
      report_id: null,
      truck_reason: null,
      may_dispute: false,
      escalation: escalation ? { ...escalation, at: new Date(escalation.at) } : null,
      reasons_loaded: day === null ? null : 'never',
      ...expected,
    })
  })
})
