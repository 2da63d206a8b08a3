import type { CollectionRule } from '@rd4-loket/contract'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { collectionDays } from './collection-days.ts'

// What the library makes of a day: its text, in a shape that it takes for a moment.
const temporal = {
  ZonedDateTime: { from: (text: string) => ({ timeZoneId: 'UTC', toString: () => text.slice(0, 10) }) },
}

/** The days of a rule between two others, as a library for RFC 5545 counts them. */
function daysByLibrary({ every_weeks, valid_from, valid_to }: CollectionRule, from: string, to: string) {
  const compact = (day: string) => day.replaceAll('-', '')
  const until = valid_to === null ? '' : `;UNTIL=${compact(valid_to)}`
  const rruleString = `DTSTART;VALUE=DATE:${compact(valid_from)}\nRRULE:FREQ=WEEKLY;INTERVAL=${every_weeks}${until}`
  const [begin, end] = [from, to].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date]
  return new RRuleTemporal({ rruleString, temporal }).between(begin, end, true).map(String)
}

const day = fc.integer({ min: dayOf('2020-01-01'), max: dayOf('2032-12-31') })
const rule = fc.record({
  first: day,
  length: fc.option(fc.integer({ min: 0, max: 2000 })),
  every_weeks: fc.integer({ min: 1, max: 52 }),
})
const period = fc.record({ begin: day, days: fc.integer({ min: 0, max: 731 }) })
const published = new Set(Array.from({ length: 20 }, (_, index) => 2018 + index))

test('every so many weeks is what RFC 5545 means by it, for any rule, number of weeks and period', () => {
  let counted = 0
  fc.assert(
    fc.property(rule, period, ({ first, length, every_weeks }, { begin, days }) => {
      const asked: CollectionRule = {
        category: 'gft',
        every_weeks,
        days: null,
        valid_from: textOf(first),
        valid_to: length === null ? null : textOf(first + length),
      }
      const [from, to] = [textOf(begin), textOf(begin + days)]
      // A holiday may have pushed a day out of the period.
      const ours = collectionDays({ rules: [asked], exceptions: [], published }, from, textOf(begin + days + 7))
        .map(({ planned }) => planned)
        .filter((planned) => planned >= from && planned <= to)
      expect(ours).toEqual(daysByLibrary(asked, from, to))
      counted += ours.length
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
  expect(counted).toBeGreaterThan(0)
})
