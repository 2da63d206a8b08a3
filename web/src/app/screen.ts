import type { Access, showAddress, showCollectionSystem } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { MenuGroup } from '../kit/page/route-data.ts'
import type { IconName } from '../kit/theme/Icon.tsx'

/** One screen: its path, access and title, and what happens before it is shown. */
export type Screen = {
  path: `/${string}`
  /** The name by which `auth` finds the screens that open before a required new password is chosen. */
  name?: string
  Page: RouteComponent
  access: Access
  title: string
  /** The call whose `params` are valid for the path. With other params, the page is not found. */
  shows?: typeof showAddress | typeof showCollectionSystem
  /** The icon of the screen in the menu. A screen without an icon is not an item of the menu. */
  menu?: IconName
  /** Extra steps before the screen is shown. They run after the steps `locale` and `auth` of every screen. */
  middleware?: Middleware[]
  /** Loads the data of the screen when a link to it gets the mouse or the focus. */
  prefetch?: (input: { client: QueryClient; params: { alias?: string } }) => Promise<unknown>
  /** Whether the screen is used frequently. Its code is then preloaded. */
  isFrequent?: true
  /** Needs no calls beyond the specification. On a server without such calls, the other screens are not found. */
  specified?: true
  layout?: 'login'
} & (Grouped | { group?: never; tab?: never })

type Grouped = {
  /** The group of 'Services & instellingen' that the screen belongs to. */
  group: MenuGroup
  /** The name of the screen's tab in its group. A screen without this name has no tab. */
  tab?: string
}

/** A navigation to a screen, for the steps before it. */
export type Navigation = {
  client: QueryClient
  screen: Screen
  location: { href: string; search: Record<string, unknown> }
  params: Record<string, unknown>
  /** Runs the steps of the current screen again. */
  repeat: () => unknown
}

/** A step that can run before a screen is shown. It stops the navigation with an error or a redirect. */
export type Middleware = (navigation: Navigation) => Promise<void> | void
