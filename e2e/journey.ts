import { test as base } from '@playwright/test'
import { slowness } from '../slowness.ts'
import { startJourneysProduct } from './products.ts'

/**
 * A test of a journey. A failed test ends its worker process, and each worker process starts the product on new demo
 * data. A second attempt therefore does not find the changes of the first.
 */
export const test = base.extend<object, { product: undefined }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern.
    async ({}, use) => {
      const stop = await startJourneysProduct()
      await use(undefined)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: 120_000 * slowness() },
  ],
})
