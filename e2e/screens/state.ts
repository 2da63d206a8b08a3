import type { Page } from '@playwright/test'

/** A state of a screen: the employee, the steps to reach it, and a text that appears only in this state. */
export type State = {
  /** The path in `web/src/app/screens.tsx`. */
  screen: string
  state: string
  /** The e-mail address of the employee. Absent for a visitor. */
  as?: string
  /**
   * The fullest state of the screen, one per screen. Only this state is compared with the transcript, and checked by
   * the slow accessibility engine.
   */
  main?: true
  /** Opens a session for this state alone, because the state ends its session or shows data of the session. */
  ownLogin?: true
  /** The width of the window, for a state that only small screens have. */
  width?: number
  /** The path to open. Default: `screen`. */
  at?: string
  /** Runs before the page opens, for example to delay or reject calls. */
  before?: (page: Page) => Promise<unknown>
  /** Runs on the open page, for example to type and press. */
  act?: (page: Page) => Promise<unknown>
  shows: string | RegExp
  /** The overlay that `act` opens. A popup is a menu or a list. Escape must close the overlay and return the focus. */
  opens?: 'dialog' | 'popup'
}

export const provider = 'medewerker@bsgw.example'
export const clerk = 'balie@heerlen.example'
export const administrator = 'beheer@rd4.example'

/** Returns a part of a file name for a path or the name of a state. */
export const asFileName = (text: string) => text.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')

/** Returns the name of the file with the transcript of a screen. */
export const transcriptFile = ({ screen }: State) => `${asFileName(screen) || 'root'}.txt`
