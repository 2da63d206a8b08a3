import type { Page } from '@playwright/test'

/** One state of one screen: who sees it, how one gets there, and a text that is there and nowhere else. */
export type State = {
  /** The path in `web/src/app/screens.tsx`. */
  screen: string
  state: string
  as?: string
  /** A login of its own, because the state ends it. */
  ownLogin?: true
  /** How wide the window is, where the state is of small screens only. */
  width?: number
  /** Where the browser goes; without it, the screen's own path. */
  at?: string
  /** Before the page is opened: which calls wait, or fail. */
  before?: (page: Page) => Promise<unknown>
  /** On the page: what is typed and pressed. */
  act?: (page: Page) => Promise<unknown>
  shows: string | RegExp
  /** Does `act` open something over the page? Then Escape closes it, and the focus goes back to where it was. */
  opens?: true
  /** Why it has no transcript: what stands on it comes of what was done before. */
  changes?: string
}

export const provider = 'medewerker@bsgw.example'
export const clerk = 'balie@heerlen.example'
export const administrator = 'beheer@rd4.example'

/** What the files of a state are called. */
export const fileName = ({ screen, state }: State) =>
  `${screen} ${state}`.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')
