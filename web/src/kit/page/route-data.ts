import type { Access } from '@rd4-loket/contract/general'
import type { Values } from '../forms/Form.tsx'

/** The groups of 'Services & instellingen', in the order of the menu. The pages of a group are its tabs. */
export const menuGroups = ['Balie', 'Ophaaldagen', 'Beheer', 'Logboek'] as const
export type MenuGroup = (typeof menuGroups)[number]

/**
 * The data of a route, from the table of screens: the heading, the group and the tab in it, who may open the screen,
 * and whether every server offers its calls.
 */
export type RouteData = {
  title?: string
  group?: MenuGroup | undefined
  tab?: string | undefined
  access?: Access
  specified?: true | undefined
}

/** Why the portal opened the login page, when the employee did not log out in this tab. */
export type LoginReason = 'ended' | 'logged out elsewhere'

/** The data that a navigation passes to the next page. The browser stores it in the history, and not in the URL. */
type PassedData = {
  /** True if the employee submitted this search. If it has only one result, the page of that result opens at once. */
  submitted?: true
  /** The criteria of the search that found the shown record, for the link back to the results. */
  criteria?: Values
  /** The filter of a search in the log, for a figure that links to its entries. Never a pass number. */
  log_filter?: Values
  login_reason?: LoginReason | undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteData {}
  interface HistoryState extends PassedData {}
}
