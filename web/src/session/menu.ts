import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

type Menu = { collapsed: boolean; open: boolean }

/** How the menu stands; kept with everything else that a logout forgets. */
export const menuQuery = queryOptions<Menu>({
  queryKey: ['menu'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
const atFirst: Menu = { collapsed: false, open: false }

/** The menu: narrow or wide beside the page, open or closed above it; and the ways to change that. */
export function useMenu() {
  const client = useQueryClient()
  const menu = useQuery(menuQuery).data ?? atFirst
  const change = (to: Partial<Menu>) => client.setQueryData(menuQuery.queryKey, { ...menu, ...to })
  return {
    ...menu,
    toggle: () => change({ collapsed: !menu.collapsed }),
    openMenu: () => change({ open: true }),
    closeMenu: () => change({ open: false }),
  }
}
