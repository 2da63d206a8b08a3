import { CalendarCategory } from '@rd4-loket/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBreakpoint } from '../../kit/theme/breakpoint.ts'
import { useSession } from '../../session/session.ts'
import type { CalendarSubject } from './calendar-source.ts'

export const calendarViews = ['month', 'list', 'year'] as const
export type CalendarView = (typeof calendarViews)[number]

/** The month, view and categories that the calendar shows. The year view shows the year of the month. */
type CalendarSelection = { month: string; view: CalendarView; categories: CalendarCategory[] }

const none = 'none'
const all = CalendarCategory.options

/** Returns the selection in the page's URL. Each invalid part is replaced by its default. */
function selectionIn(
  search: Record<string, unknown>,
  defaults: Pick<CalendarSelection, 'month' | 'view'>,
): CalendarSelection {
  const month = String(search.month ?? '')
  const names = search.categories === undefined ? undefined : String(search.categories).split(',')
  const categories = all.filter((category) => names?.includes(category))
  return {
    month: /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month) ? month : defaults.month,
    view: calendarViews.find((view) => view === search.view) ?? defaults.view,
    categories: categories.length > 0 || names?.includes(none) ? categories : all,
  }
}

/** Returns a selection as URL parameters. Omits `categories` if all categories are selected, which is the default. */
const toSearch = ({ categories, ...rest }: Partial<CalendarSelection>) => ({
  ...rest,
  ...(categories && { categories: categories.length === all.length ? undefined : categories.join(',') || none }),
})

/**
 * Returns the subject in the page's URL and a function that chooses another subject. The default is the employee's own
 * municipality.
 */
export function useSubject() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const own = useSession()?.user.municipality?.id
  const parameter = (name: keyof CalendarSubject) => (search[name] === undefined ? undefined : String(search[name]))
  const municipality = parameter('municipality') ?? (own === undefined ? undefined : `${own}`)
  const address = parameter('address')
  const subject: CalendarSubject = address ? { address } : { municipality, area: parameter('area') }
  const choose = (chosen: CalendarSubject) =>
    navigate({
      to: '.',
      search: { ...search, address: undefined, area: undefined, ...chosen } as Record<string, string>,
      resetScroll: false,
    })
  return [subject, choose] as const
}

/**
 * Returns the selection in the page's URL, and functions that change it. The default month is `nextMonth`, and the
 * default view of a small screen is the list.
 */
export function useSelection(nextMonth: string) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const isSmall = ['xs', 'sm'].includes(useBreakpoint())
  const selection = selectionIn(search, { month: nextMonth, view: isSmall ? 'list' : 'month' })
  const searchFor = (change: Partial<CalendarSelection>) =>
    ({ ...search, ...toSearch(change) }) as Record<string, string>
  const select = (change: Partial<CalendarSelection>) =>
    navigate({ to: '.', search: searchFor(change), resetScroll: false })
  return { selection, searchFor, select }
}
