import type { Page } from '@playwright/test'

/** What goes on moving by itself. */
export const endlessMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      )
      .map((animation) => `${(animation as CSSAnimation).animationName} goes on moving`),
  )
