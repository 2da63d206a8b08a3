import type { CollectionRule } from '@rd4-loket/contract'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { collectionDays } from './collection-days.ts'

// A minimal Temporal implementation for the library. A date-time only returns its day as text.
const temporal = {
  ZonedDateTime: { from: (text: string) => ({ timeZoneId: 'UTC', toString: () => text.slice(0, 10) }) },
}

/** Returns the days of a rule in a period, computed by an RFC 5545 library. */
function daysByLibrary({ every_weeks, valid_from, valid_to }: CollectionRule, from: string, to: string) {
  const compact = (day: string) => day.replaceAll('-', '')
  const until = valid_to === null ? '' : `;UNTIL=${compact(valid_to)}`
  const rruleString = `DTSTART;VALUE=DATE:${compact(valid_from)}\nRRULE:FREQ=WEEKLY;INTERVAL=${every_weeks}${until}`
  const [begin, end] = [from, to].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date]
  return new RRuleTemporal({ rruleString, temporal }).between(begin, end, true).map(String)
}

const day = fc.integer({ min: dayOf('2020-01-01'), max: dayOf('2032-12-31') })
const anyRule = fc.record({
  first: day,
  length: fc.option(fc.integer({ min: 0, max: 2000 })),
  every_weeks: fc.integer({ min: 1, max: 52 }),
})
const anyPeriod = fc.record({ begin: day, days: fc.integer({ min: 0, max: 731 }) })
const published = Array.from({ length: 20 }, (_, index) => 2018 + index)

test('returns the same planned days as an RFC 5545 library for any weekly rule and period', () => {
  let compared = 0
  fc.assert(
    fc.property(anyRule, anyPeriod, ({ first, length, every_weeks }, { begin, days }) => {
      const rule: CollectionRule = {
        category: 'gft',
        every_weeks,
        days: null,
        valid_from: textOf(first),
        valid_to: length === null ? null : textOf(first + length),
      }
      const [from, to] = [textOf(begin), textOf(begin + days)]
      // The period is extended by seven days, because a holiday can postpone a planned collection past the last day.
      const planned = collectionDays({ rules: [rule], exceptions: [], published }, from, textOf(begin + days + 7))
        .map((collection) => collection.planned)
        .filter((text) => text >= from && text <= to)
      expect(planned).toEqual(daysByLibrary(rule, from, to))
      compared += planned.length
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(0)
})
