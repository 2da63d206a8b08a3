import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { localStore } from '../kit/browser/storage.ts'

/**
 * `collapsed`: the sidebar is narrow. `open`: the overlay menu is shown. `enabled`: the main navigation has items;
 * false until a required new password is chosen or a required second factor is added.
 */
type MenuState = { collapsed: boolean; open: boolean; enabled: boolean }

const storeName = 'loket.menu'
const initial = (): MenuState => ({ collapsed: localStore.read(storeName) === 'narrow', open: false, enabled: true })

/** The state of the menu, in the query cache so that a logout clears it. */
export const menuQuery = queryOptions<MenuState>({
  queryKey: ['menu'],
  queryFn: skipToken,
  initialData: initial,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Changes part of the menu's state. The browser remembers whether the sidebar is narrow. */
export function changeMenu(client: QueryClient, to: Partial<MenuState>) {
  if (to.collapsed !== undefined) localStore.write(storeName, to.collapsed ? 'narrow' : 'wide')
  client.setQueryData(menuQuery.queryKey, (menu = initial()) => ({ ...menu, ...to }))
}

/** Resets the menu: wide, closed and enabled. */
export function resetMenu(client: QueryClient) {
  localStore.remove(storeName)
  client.removeQueries(menuQuery)
}

/** Returns the menu's state and its setters. */
export function useMenu() {
  const client = useQueryClient()
  const menu = useQuery(menuQuery).data ?? initial()
  return {
    ...menu,
    toggle: () => changeMenu(client, { collapsed: !menu.collapsed }),
    openMenu: () => changeMenu(client, { open: true }),
    closeMenu: () => changeMenu(client, { open: false }),
  }
}
