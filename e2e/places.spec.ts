import { expect, type Page, type Route, test } from '@playwright/test'
import { expectAccessible, logIn, tabTo } from './keyboard.ts'
import { waitForever } from './screens/steps.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Akerstraat 118', exact: true })
const nearby = (page: Page) => page.getByRole('table', { name: /afstand hemelsbreed/ })
const search = '/address?street=akerstraat&house_number=118&postal_code=6411cd'

async function arrive(page: Page) {
  await waitForever(page)
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Keeps the answers to some calls back until they are let go, each by itself. */
async function keepBack(page: Page, calls: string[]) {
  const kept = new Map<string, Route>()
  const released = new Set<string>()
  for (const call of calls)
    await page.route(`**/api/v1/counter/${call}`, (route) =>
      released.has(call) ? route.continue() : void kept.set(call, route),
    )
  return {
    /** Lets one go, once it was asked, and waits until it has been answered. */
    async release(call: string) {
      await expect.poll(() => kept.has(call)).toBe(true)
      released.add(call)
      const route = kept.get(call)
      await route?.continue()
      await (await route?.request().response())?.finished()
    },
  }
}

/** Has the browser count what moved under the eyes by itself, from the first frame of every page on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      })[])
        if (!entry.hadRecentInput)
          moved.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 60) || String(node?.nodeName)))
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { moved: string[] }).moved)

const ofAddress = ['addresses/*', 'addresses/*/equipment', 'addresses/*/nearby-systems']

test('a row that gets the mouse or the focus is fetched ahead, and its page shows what the list knew before any answer', async ({
  page,
}) => {
  await arrive(page)
  await page.goto(search)
  const row = page.getByRole('link', { name: 'Akerstraat 118', exact: true })
  await expect(row).toBeVisible()
  const calls = await keepBack(page, ofAddress)
  const ahead = page.waitForRequest(/\/addresses\/\w+\/nearby-systems/)
  const clearances: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/clearances')) clearances.push(request.url())
  })
  await row.hover()
  await ahead
  expect(clearances).toEqual([])

  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('6411 CD Heerlen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Objectcode kopiëren' })).toBeVisible()
  await expect(page.getByText('Bezig met laden').first()).toBeVisible()
  await expectAccessible(page)
  for (const call of ofAddress) await calls.release(call)
  await expect(nearby(page)).toBeVisible()
  await expect(page.getByText(/Dit adres heeft 2 eigen containers/)).toBeVisible()
  await expectAccessible(page)
})

for (const width of [360, 1280])
  test(`nothing moves by itself while an address comes in, part by part in any order, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await arrive(page)
    await page.goto(search)
    const href = await page.getByRole('link', { name: 'Akerstraat 118', exact: true }).getAttribute('href')
    await watchShifts(page)
    const calls = await keepBack(page, [...ofAddress, 'addresses/*/clearances*', 'calendar?*'])
    // Twenty times slower, so that what is shown after a while, or only for a while, is not a matter of how busy the machine is.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Animation.enable')
    await browser.send('Animation.setPlaybackRate', { playbackRate: 0.05 })
    await page.goto(href ?? '')
    await calls.release('addresses/*')
    await expect(heading(page)).toBeVisible()
    await expect(page.getByText('Bezig met laden').first()).toBeVisible({ timeout: 30_000 })
    for (const call of [
      'calendar?*',
      'addresses/*/nearby-systems',
      'addresses/*/clearances*',
      'addresses/*/equipment',
    ]) {
      await calls.release(call)
      // Two frames: what has come is on the screen.
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
    }
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    await expect(nearby(page)).toBeVisible()
    expect(await shifts(page)).toEqual([])
  })

test('the way back is where one was: the same rows, as far down, with the one that was opened', async ({ page }) => {
  await arrive(page)
  await page.goto('/address?street=akerstraat')
  await page.getByRole('button', { name: 'Meer tonen' }).click()
  await expect(page.getByRole('heading', { name: '50 adressen' })).toBeVisible()
  const row = page.getByRole('row').nth(40).getByRole('link')
  const name = await row.textContent()
  // As far as a click scrolls.
  await row.hover()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(200)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: name ?? '', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row').filter({ hasText: 'Laatst bekeken' })).toContainText(name ?? '')
  await expect(page.getByRole('heading', { name: '50 adressen' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test('the map is walked by keyboard, leads on to a system and its alternatives, and is on paper without buttons', async ({
  page,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') elsewhere.push(hostname)
  })
  await arrive(page)
  await page.goto(search)
  await page.getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  await expect(nearby(page)).toBeVisible()
  const map = page.getByRole('group', { name: 'Kaart rond Akerstraat 118' })
  const pin = map.locator('a').first()
  const before = await pin.boundingBox()
  await tabTo(page, map)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeCloseTo((before?.x ?? 0) - 80, 0)
  await page.keyboard.press('0')
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0)

  await page.emulateMedia({ media: 'print' })
  for (const name of ['Zoom in', 'Afdrukken', 'Objectcode kopiëren'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Zoek verzamelsysteem' })).toBeHidden()
  await expect(heading(page)).toBeVisible()
  await expect(map).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: null })

  const system = nearby(page).getByRole('link').first()
  const name = (await system.textContent()) ?? ''
  await tabTo(page, system)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Andere verzamelsystemen in de buurt' })).toBeVisible()
  await expect(nearby(page).getByRole('link').first()).toBeVisible()
  await expect(page.getByText(/% vol/).first()).toBeVisible()
  await expectAccessible(page)
  expect(elsewhere).toEqual([])
})

test('a panel that fails says so by itself, in words, beside the others', async ({ page }) => {
  await arrive(page)
  await page.route('**/nearby-systems*', (route) =>
    route.fulfill({ status: 503, json: { status: 503, message: 'Dit is even niet bereikbaar.' } }),
  )
  await page.goto(search)
  await page.getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Verzamelsystemen in de buurt' })
  await expect(panel.getByRole('alert')).toContainText('Dit is even niet bereikbaar.')
  await expect(panel.getByRole('group', { name: 'Kaart rond Akerstraat 118' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Containers', exact: true }).getByText('Minicontainer').first(),
  ).toBeVisible()
  await expectAccessible(page)

  await page.unroute('**/nearby-systems*')
  await page.route('**/nearby-systems*', (route) => route.fulfill({ json: { data: [] } }))
  await panel.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(panel.getByText('In de buurt staat geen verzamelsysteem in gebruik.')).toBeVisible()
  await expectAccessible(page)
})
