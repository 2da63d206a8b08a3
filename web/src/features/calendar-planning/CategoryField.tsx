import { CalendarCategory, calendarCategoryNames } from '@rd4-loket/contract'
import { ChoiceField } from '../../kit/forms/Field.tsx'

const categories = CalendarCategory.options.map((id) => ({ id, name: calendarCategoryNames[id] }))

export const CategoryField = () => (
  <ChoiceField name="category" label="Afvalsoort" none="Kies een afvalsoort" options={categories} />
)
