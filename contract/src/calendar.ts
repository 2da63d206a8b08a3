import * as z from 'zod/mini'
import { Day } from './fields.ts'
import { wasteStreamNames } from './waste-streams.ts'

/** What a day of the waste calendar can be for: the streams that are fetched at home. */
export const CalendarCategory = z.enum([
  'residual_waste',
  'gft',
  'pruning_waste',
  'paper',
  'pmd',
  'best_bag',
  'christmas_trees',
])
export type CalendarCategory = z.infer<typeof CalendarCategory>

/** What each category is called on screen: as its waste stream. */
export const calendarCategoryNames: Record<CalendarCategory, string> = wasteStreamNames

/** One collection on one day; its title is the category's label. */
export const CalendarEvent = z.object({ title: z.string(), start: Day, category: CalendarCategory })
export type CalendarEvent = z.infer<typeof CalendarEvent>
