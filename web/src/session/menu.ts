import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

type MenuState = { collapsed: boolean; open: boolean }

/** The state of the menu, in the query cache so that a logout clears it. */
export const menuQuery = queryOptions<MenuState>({
  queryKey: ['menu'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
const initial: MenuState = { collapsed: false, open: false }

/** Returns the menu's state and its setters. `collapsed`: the sidebar is narrow. `open`: the overlay menu is shown. */
export function useMenu() {
  const client = useQueryClient()
  const menu = useQuery(menuQuery).data ?? initial
  const change = (to: Partial<MenuState>) => client.setQueryData(menuQuery.queryKey, { ...menu, ...to })
  return {
    ...menu,
    toggle: () => change({ collapsed: !menu.collapsed }),
    openMenu: () => change({ open: true }),
    closeMenu: () => change({ open: false }),
  }
}
