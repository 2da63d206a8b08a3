import { expect, type Locator, type Page } from '@playwright/test'
import { axeFaults } from './screens/rules/axe.ts'

/** Presses Tab until an element has the focus. Fails after 150 presses. `press`: how to press a key that is counted. */
export async function tabTo(page: Page, target: Locator, press = (key: string) => page.keyboard.press(key)) {
  // Finding an element by its role takes long, so it is found again only when the page has replaced it.
  let found = await target.elementHandle()
  for (let steps = 0; steps < 150; steps += 1) {
    const isFocused = await found?.evaluate((it) => (it.isConnected ? it === document.activeElement : undefined))
    if (isFocused) return
    if (isFocused === undefined) found = await target.elementHandle()
    else await press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Moves to a field with Tab, and types. */
export async function tabAndType(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

/** Pauses the fade-out of messages at the bottom right. Waits until messages that are fading out have disappeared. */
const pauseMessages = (page: Page) =>
  page.evaluate(async () => {
    const messages = [...document.querySelectorAll('[role=status] > p')]
    for (const animation of messages.flatMap((message) => message.getAnimations())) {
      const isDelayed = Number(animation.currentTime) < Number(animation.effect?.getTiming().delay)
      if (isDelayed) animation.pause()
      else await animation.finished.catch(() => {})
    }
  })

const resumeMessages = (page: Page) =>
  page.evaluate(() => {
    for (const message of document.querySelectorAll('[role=status] > p'))
      for (const animation of message.getAnimations()) if (animation.playState === 'paused') animation.play()
  })

/** Ends all running animations except endless animations. The colours of the page are then final. */
export const endAnimations = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
      )
    for (const animation of ending) animation.finish()
    // The page handles the end of an animation in the next frame.
    return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
  })

/** Fails when axe finds a violation on the page. */
export async function expectAccessible(page: Page) {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await pauseMessages(page)
  await endAnimations(page)
  expect(await axeFaults(page)).toEqual([])
  await resumeMessages(page)
}

const password = 'Loket-demo-2026!'

/** Logs in by keyboard, with a demo account. */
export async function logIn(page: Page, email: string) {
  await page.goto('/login')
  await tabAndType(page, 'E-mailadres', email)
  await tabAndType(page, 'Wachtwoord', password)
  await page.keyboard.press('Enter')
}

/** Logs in with a demo account by a call, and opens a page. This is faster than the login page and the dashboard. */
export async function openAs(page: Page, email: string, path: string) {
  // The login ends the session of an open page. Its renewal would then fail, and clear the cookie of the new session.
  await page.goto('about:blank')
  const response = await page.request.post('/api/v1/counter/user/auth/login', { data: { email, password } })
  expect(response.status()).toBe(200)
  await page.goto(path)
}

/** Logs in by a call, and opens the pass desk. */
export async function openDesk(page: Page, email = 'balie@heerlen.example') {
  await openAs(page, email, '/services-and-settings')
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
}

/** Types as fast as a barcode scanner. */
export async function scan(page: Page, pass: string) {
  await page.keyboard.type(pass)
  await page.keyboard.press('Enter')
}

/** Returns two functions. `press` presses a key. `count` returns the number of presses since the previous count. */
export function keyCounter(page: Page) {
  let pressed = 0
  const press = async (key: string) => {
    pressed += 1
    await page.keyboard.press(key)
  }
  const count = () => {
    const counted = pressed
    pressed = 0
    return counted
  }
  return { press, count }
}
