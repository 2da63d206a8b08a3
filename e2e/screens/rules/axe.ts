import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// Legacy mode: the pages have no frames, for which axe would open another page.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

const asTexts = (violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']) =>
  violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)

/** Returns the violations that axe finds on a page. */
export const axeFaults = async (page: Page) => asTexts((await axe(page).analyze()).violations)

/** Returns the violations except contrast: axe reads the page's own colours, not the forced ones. */
export const axeFaultsInForcedColours = async (page: Page) =>
  asTexts((await axe(page).disableRules('color-contrast').analyze()).violations)
