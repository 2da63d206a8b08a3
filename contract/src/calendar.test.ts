import { expect, test } from 'vitest'
import { CalendarCategory, calendarCategoryNames } from './calendar.ts'

test('S3.10 the calendar has seven categories, each with its Dutch name', () => {
  expect(CalendarCategory.options.map((category) => [category, calendarCategoryNames[category]])).toEqual([
    ['residual_waste', 'Restafval'],
    ['gft', 'GFT en etensresten'],
    ['pruning_waste', 'Snoeiafval op afspraak'],
    ['paper', 'Papierafval'],
    ['pmd', 'PMD-verpakkingen'],
    ['best_bag', 'BEST-tas'],
    ['christmas_trees', 'Kerstbomen'],
  ])
})
