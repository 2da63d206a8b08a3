import type { Page } from '@playwright/test'

/** Returns the running animations that never end. */
export const endlessMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      )
      .map((animation) => `${(animation as CSSAnimation).animationName} never ends`),
  )
