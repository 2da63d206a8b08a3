import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// Without legacy mode axe opens another page to combine the results of frames. The portal's pages have no frames.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

const asTexts = (violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']) =>
  violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)

/** Returns the violations that axe finds on a page. */
export const axeFaults = async (page: Page) => asTexts((await axe(page).analyze()).violations)

/** Returns the violations except violations of contrast, because axe does not read the forced colours. */
export const axeFaultsInForcedColours = async (page: Page) =>
  asTexts((await axe(page).disableRules('color-contrast').analyze()).violations)
