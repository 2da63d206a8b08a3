import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// There are no frames, for which axe would open a page of its own; and what passed is not told.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

const listed = (violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']) =>
  violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)

/** What axe finds wrong on the page as it stands. */
export const axeFaults = async (page: Page) => listed((await axe(page).analyze()).violations)

/** The same but for contrast: forced colours are the browser's, and axe still reads the page's own. */
export const axeFaultsInForcedColours = async (page: Page) =>
  listed((await axe(page).disableRules('color-contrast').analyze()).violations)
