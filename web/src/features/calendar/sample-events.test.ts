import { CalendarCategory, CalendarEvent, calendarCategoryNames, parseInput } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { sampleEvents } from './sample-events.ts'

test('S1.6 S3.9 each sample event has a day in 2023, a category, and the name of its category as title', () => {
  for (const event of sampleEvents) {
    expect(parseInput(CalendarEvent, event).errors).toBeUndefined()
    expect(event.start).toMatch(/^2023-/)
    expect(event.title).toBe(calendarCategoryNames[event.category])
  }
})

test('S3.10 the sample has events of all seven categories, each on its usual number of days in a year', () => {
  const count = (category: CalendarCategory) => sampleEvents.filter((event) => event.category === category).length
  expect(CalendarCategory.options.map((category) => [category, count(category)])).toEqual([
    ['residual_waste', 13],
    ['gft', 26],
    ['pruning_waste', 9],
    ['paper', 12],
    ['pmd', 26],
    ['best_bag', 4],
    ['christmas_trees', 1],
  ])
})
