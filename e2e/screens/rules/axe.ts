import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

async function violations(page: Page, rules: RunOptions['rules'] = {}) {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({ resultTypes: ['violations'], rules })
    return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, rules)
}

/** Returns the violations that axe finds on a page. */
export const axeFaults = (page: Page) => violations(page)

/** Returns the violations except violations of contrast, because axe does not read the forced colours. */
export const axeFaultsInForcedColours = (page: Page) => violations(page, { 'color-contrast': { enabled: false } })
