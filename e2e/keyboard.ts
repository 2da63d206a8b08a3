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

/** Keeps the messages that stand at the bottom right; one that is fading, in or out, has done so first. */
const keepMessages = (page: Page) =>
  page.evaluate(async () => {
    const messages = [...document.querySelectorAll('[role=status] > p')]
    for (const animation of messages.flatMap((message) => message.getAnimations())) {
      const isToCome = Number(animation.currentTime) < Number(animation.effect?.getTiming().delay)
      if (isToCome) animation.pause()
      else await animation.finished.catch(() => {})
    }
  })

/** Lets them leave by themselves again. */
const letMessagesGo = (page: Page) =>
  page.evaluate(() => {
    for (const message of document.querySelectorAll('[role=status] > p'))
      for (const animation of message.getAnimations()) if (animation.playState === 'paused') animation.play()
  })

/** Fails with what axe finds wrong on the page as it stands, once it is drawn. */
export async function expectAccessible(page: Page) {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await keepMessages(page)
  expect(await axeFaults(page)).toEqual([])
  await letMessagesGo(page)
}

/** Logs in with the keyboard, as one of the demo accounts. */
export async function logIn(page: Page, email: string) {
  await page.goto('/login')
  await tabAndType(page, 'E-mailadres', email)
  await tabAndType(page, 'Wachtwoord', 'Loket-demo-2026!')
  await page.keyboard.press('Enter')
}
