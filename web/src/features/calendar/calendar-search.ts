import { CalendarCategory } from '@rd4-loket/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { today } from '../../kit/browser/days.ts'
import { useBreakpoint } from '../../kit/theme/breakpoint.ts'
import { useSession } from '../../session/session.ts'
import type { Subject } from './calendar-source.ts'
import { monthOf } from './months.ts'

/** How the days are shown. */
export const views = ['month', 'list', 'year'] as const
export type View = (typeof views)[number]

/** What the calendar shows: the month (of the year), how, and which categories. */
export type Shown = { month: string; view: View; categories: CalendarCategory[] }

const none = 'none'
const all = CalendarCategory.options

/** Reads what a page's address asks for; what makes no sense there is as good as absent. */
function shownIn(search: Record<string, unknown>, otherwise: Pick<Shown, 'month' | 'view'>): Shown {
  const month = String(search.month ?? '')
  const asked = search.categories === undefined ? undefined : String(search.categories).split(',')
  const categories = all.filter((category) => asked?.includes(category))
  return {
    month: /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month) ? month : otherwise.month,
    view: views.find((view) => view === search.view) ?? otherwise.view,
    categories: categories.length > 0 || asked?.includes(none) ? categories : all,
  }
}

/** The same as a page's address says it: all categories is the rule, and goes without saying. */
const asSearch = ({ categories, ...shown }: Partial<Shown>) => ({
  ...shown,
  ...(categories && { categories: categories.length === all.length ? undefined : categories.join(',') || none }),
})

/** Whose calendar the page's address asks for; without an answer there, that of the employee's own municipality. */
export function useSubject() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const own = useSession()?.user.municipality?.id
  const asked = (name: keyof Subject) => (search[name] === undefined ? undefined : String(search[name]))
  const municipality_id = asked('municipality_id') ?? (own === undefined ? undefined : `${own}`)
  const address = asked('address')
  const subject: Subject = address ? { address } : { municipality_id, area_id: asked('area_id') }
  const choose = (chosen: Subject) =>
    navigate({
      to: '.',
      search: { ...search, address: undefined, area_id: undefined, ...chosen } as Record<string, string>,
      resetScroll: false,
    })
  return [subject, choose] as const
}

/** What the calendar shows, and the way to show something else; a small screen begins with the list. */
export function useShown() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const small = ['xs', 'sm'].includes(useBreakpoint())
  const shown = shownIn(search, { month: monthOf(today()), view: small ? 'list' : 'month' })
  const searchFor = (change: Partial<Shown>) => ({ ...search, ...asSearch(change) }) as Record<string, string>
  const show = (change: Partial<Shown>) => navigate({ to: '.', search: searchFor(change), resetScroll: false })
  return { shown, searchFor, show }
}
