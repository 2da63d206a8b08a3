import { expect, type Page, test } from '@playwright/test'
import { logIn } from './keyboard.ts'

/** Where the letters of the name begin, and how high their middle is; their font may still be on its way. */
const nameOnScreen = (page: Page) =>
  page.evaluate(() => {
    const [name] = [...document.querySelectorAll('span')].filter(
      (element) => element.textContent === 'Rd4 Loket' && element.checkVisibility(),
    )
    const letters = document.createRange()
    if (name) letters.selectNodeContents(name)
    const { left, top, height } = letters.getBoundingClientRect()
    return { left: Math.round(left), middle: top + height / 2 }
  })

/** Opens a page whose scripts are held up, and lets them come: the name may not move. */
async function openSlowly(page: Page, path: string) {
  const { promise: later, resolve: letCome } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await later
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  const before = await nameOnScreen(page)
  letCome()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute('**/assets/*.js')
  const after = await nameOnScreen(page)
  expect(after.left).toBe(before.left)
  expect(Math.abs(after.middle - before.middle)).toBeLessThan(3)
}

test('the name is on the screen before a script of the portal is, and stays where it is when they come', async ({
  page,
}) => {
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openSlowly(page, '/login')
  }
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openSlowly(page, '/address')
  }
  expect(messages).toEqual([])
})
