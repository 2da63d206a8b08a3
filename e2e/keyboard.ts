import { expect, type Locator, type Page } from '@playwright/test'
import { axeFaults } from './screens/rules/axe.ts'

/** Goes to a part of the page with Tab alone, as somebody without a mouse does; fails when it is not on the way. */
export async function tabTo(page: Page, part: Locator) {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await part.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(part).toBeFocused()
}

/** Types in a field that is reached with Tab. */
export async function tabAndType(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

/** Fails with what axe finds wrong on the page as it stands. */
export const expectAccessible = async (page: Page) => expect(await axeFaults(page)).toEqual([])

/** Logs in with the keyboard, as one of the demo accounts. */
export async function logIn(page: Page, email: string) {
  await page.goto('/login')
  await tabAndType(page, 'E-mailadres', email)
  await tabAndType(page, 'Wachtwoord', 'Loket-demo-2026!')
  await page.keyboard.press('Enter')
}
