import { expect, test } from 'vitest'
import { CalendarCategory, calendarCategoryNames } from './calendar.ts'

test('S3.10 has seven calendar categories, each with its label', () => {
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
