import { expect, test } from 'vitest'
import { commonPeriods } from './issue-periods.ts'

test.each([
  ['2026-11-25', ['Vandaag', 'Deze week', 'Deze maand', 'Dit jaar']],
  ['2026-11-23', ['Vandaag', 'Deze maand', 'Dit jaar']],
  ['2026-01-01', ['Vandaag', 'Deze week']],
])('on %s the periods to choose from are %j, each with its own first day', (day, names) => {
  expect(commonPeriods(day).map(({ name }) => name)).toEqual(names)
})
