import type { Page } from '@playwright/test'

/** Waits as long as a person needs to read a card: an earlier Enter would belong to the Enter of the scan. */
export const readCard = (page: Page) => page.waitForTimeout(300)
