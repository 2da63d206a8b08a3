import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { logIn } from './keyboard.ts'
import { loadedJavaScript } from './loaded-javascript.ts'

// Measures the constants of the specification in a real browser: sizes, computed styles, animations, cookies, storage
// and requests.

const computed = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** Returns the timing of each animation on the elements of a selector. */
const animationsOf = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) =>
      document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.matches(wanted))
        .map(({ effect }) => effect?.getComputedTiming()),
    selector,
  )

test('S2.7 the emblem turns once in 60 s, and stands still with reduced motion', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const [turn] = await animationsOf(page, 'footer svg')
  expect(turn).toMatchObject({ duration: 60_000, iterations: Number.POSITIVE_INFINITY })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => animationsOf(page, 'footer svg')).toEqual([])
})

test('S2.8 the spinner of the page is fixed 30 px from the bottom and the right', async ({ page }) => {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.route('**/api/v1/counter/calendar?**', () => {})
  await page.goto('/calendar?municipality=917')
  const spinner = page.getByText('Bezig met laden').locator('..')
  await expect(spinner).toBeVisible()
  // Reads computed distances instead of the bounding box, because the corners of the turning spinner move.
  const place = await spinner.evaluate((element) => {
    const { right, bottom, position } = getComputedStyle(element)
    return { right, bottom, position }
  })
  expect(place).toEqual({ right: '30px', bottom: '30px', position: 'fixed' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('S4.6 S9.3 the loading bar starts after 200 ms and fills in 5000 ms', async ({ page }) => {
  await logIn(page, 'beide@rd4.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.route('**/assets/**', () => {})
  await page.getByRole('link', { name: 'Kalender', exact: true }).click()
  await expect.poll(() => animationsOf(page, '[data-state="loading"]')).toMatchObject([{ delay: 200, duration: 5000 }])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('S9.2 the locale cookie has the value nl and expires after 365 days', async ({ page, context }) => {
  const before = Date.now() / 1000
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const locale = (await context.cookies()).find(({ name }) => name === 'locale')
  expect(locale).toMatchObject({ value: 'nl', path: '/', secure: false })
  const days = ((locale?.expires ?? 0) - before) / (24 * 60 * 60)
  expect(Math.abs(days - 365)).toBeLessThan(0.01)
})

test('S9.1 the session cookie is secure, HttpOnly, on path / and expires after 14 days', async ({ page, context }) => {
  const before = Date.now() / 1000
  await logIn(page, 'beide@rd4.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  const session = (await context.cookies()).find(({ name }) => name.includes('auth.loket'))
  expect(session).toMatchObject({ secure: true, httpOnly: true, path: '/', sameSite: 'Strict' })
  expect(Math.abs((session?.expires ?? 0) - before - 1_209_600)).toBeLessThan(600)
})

test('S3.7 S4.3 local storage has the meta lists until the logout, and never the employee', async ({ page }) => {
  await logIn(page, 'beide@rd4.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  const stored = () =>
    page.evaluate(() => ({ meta: localStorage.getItem('loket.meta'), all: JSON.stringify(localStorage) }))
  const lists = JSON.parse((await stored()).meta ?? '{}')
  expect(Object.keys(lists).sort()).toEqual(['municipalities', 'systems', 'waste_types'])
  expect(lists.municipalities.length).toBeGreaterThan(0)
  expect((await stored()).all).not.toContain('beide@rd4.example')
  await page.getByRole('button', { name: /^Gebruikersmenu/ }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored()).toMatchObject({ meta: null })
})

test('S9.7 the primary and accent colours and the font are those of the brand', async ({ page }) => {
  await page.goto('/login')
  const submit = 'form button[type=submit]'
  expect(await computed(page, submit, 'background-color')).toBe('rgb(10, 54, 106)')
  expect(await computed(page, 'body', 'font-family')).toMatch(/^soleil,/)
  await page.getByLabel('E-mailadres').focus()
  await expect.poll(() => computed(page, 'input:focus', 'outline-color')).toBe('rgb(35, 107, 255)')
})

test('S5.3 an invalid field has a red border', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('E-mailadres')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => computed(page, 'input[aria-invalid=true]', 'border-top-color')).toBe('rgb(201, 42, 42)')
  expect(await computed(page, 'input[aria-invalid=true]', 'border-top-width')).toBe('2px')
})

test('S7.1 S7.5 S6.3 every call accepts only JSON, and every call after the login has the token', async ({ page }) => {
  const calls: { url: string; accept: string | undefined; authorization: string | undefined }[] = []
  page.on('request', (request) => {
    const { accept, authorization } = request.headers()
    if (request.url().includes('/api/v1/')) calls.push({ url: new URL(request.url()).pathname, accept, authorization })
  })
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/address?postal_code=6411CD')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => calls.some(({ url }) => url.endsWith('/counter/addresses/search'))).toBe(true)
  expect(calls.filter(({ accept }) => accept !== 'application/json')).toEqual([])
  const withoutToken = calls.filter(({ authorization }) => !authorization?.startsWith('Bearer '))
  expect([...new Set(withoutToken.map(({ url }) => url))]).toEqual(['/api/v1/counter/user/auth/login'])
})

test('the search page loads at most 165 kB of JavaScript before the first search', async ({ page, browser }) => {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  // A new context has the cookies of the session, but an empty cache.
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const kilobytes = await loadedJavaScript(await context.newPage(), new URL(page.url()).origin)
  expect(kilobytes).toBeGreaterThan(100)
  expect(kilobytes).toBeLessThanOrEqual(165)
  await context.close()
})
