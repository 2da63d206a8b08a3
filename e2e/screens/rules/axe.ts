import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

async function violations(page: Page, rules: RunOptions['rules'] = {}, exclude: string[] = []) {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ rules, exclude }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run({ exclude }, { resultTypes: ['violations'], rules })
      return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { rules, exclude },
  )
}

/** Returns the violations that axe finds on a page. */
export const axeFaults = (page: Page) => violations(page)

/** Returns the violations outside the header and the menus, which each main state has too. */
export const axeFaultsOfContent = (page: Page) => violations(page, {}, ['header', 'nav'])

/** Returns the violations except violations of contrast, because axe does not read the forced colours. */
export const axeFaultsInForcedColours = (page: Page) => violations(page, { 'color-contrast': { enabled: false } })
