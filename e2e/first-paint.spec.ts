import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { logIn } from './keyboard.ts'

/** Returns the position of the product name: its left edge and vertical centre, which do not depend on the font. */
const namePosition = (page: Page) =>
  page.evaluate(() => {
    const [name] = [...document.querySelectorAll('span')].filter(
      (element) => element.textContent === 'Rd4 Loket' && element.checkVisibility(),
    )
    const letters = document.createRange()
    if (name) letters.selectNodeContents(name)
    const { left, top, height } = letters.getBoundingClientRect()
    return { left: Math.round(left), middle: top + height / 2 }
  })

/** Opens a page whose scripts arrive after the first paint, and expects the name to stay in place. */
async function openWithLateScripts(page: Page, path: string) {
  const { promise: painted, resolve: loadScripts } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await painted
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  const before = await namePosition(page)
  loadScripts()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute('**/assets/*.js')
  const after = await namePosition(page)
  expect(after.left).toBe(before.left)
  expect(Math.abs(after.middle - before.middle)).toBeLessThan(3)
}

test('the product name appears before the scripts have loaded, and does not move when they run', async ({ page }) => {
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openWithLateScripts(page, '/login')
  }
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  // On a narrower screen, the box in the header takes the place of the name.
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openWithLateScripts(page, '/address')
  }
  expect(messages).toEqual([])
})

test('a first visit ends in the font of the portal when that font arrives late', async ({ page }) => {
  const { promise: painted, resolve: loadFont } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await painted
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  loadFont()
  const hasFont = () =>
    page.evaluate(() =>
      [...document.fonts].some((font) => /^"?Figtree V/.test(font.family) && font.status === 'loaded'),
    )
  await expect.poll(hasFont).toBe(true)
  await page.unroute('**/*.woff2')
})
