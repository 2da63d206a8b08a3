import { expect, type Page } from '@playwright/test'

const overlay = 'dialog:modal, [popover]:popover-open, [role=listbox]'

/** Records the last element outside an overlay that had the focus. Call it before the page opens. */
export const recordFocus = (page: Page) =>
  page.addInitScript((selector) => {
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && !target.closest(selector)) Object.assign(window, { lastFocused: target })
    })
  }, overlay)

/** Presses Escape. Fails unless the page then closes its overlay, and returns the focus to the recorded element. */
export async function expectEscapeCloses(page: Page) {
  await expect(page.locator(overlay)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator(overlay)).toHaveCount(0)
  const hasFocusAgain = () =>
    page.evaluate(() => document.activeElement === (window as unknown as { lastFocused: Element }).lastFocused)
  await expect.poll(hasFocusAgain).toBe(true)
}
