import { expect, type Page, type Route } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabTo } from './keyboard.ts'
import { disableTimeouts } from './screens/steps.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Akerstraat 118', exact: true })
const nearby = (page: Page) => page.getByRole('table', { name: /afstand hemelsbreed/ })
const search = '/address?street=akerstraat&house_number=118&postal_code=6411cd'

async function open(page: Page, path: string) {
  await disableTimeouts(page)
  await openAs(page, 'medewerker@bsgw.example', path)
}

/** Holds each of these calls until the test releases it. */
async function holdCalls(page: Page, calls: string[]) {
  const held = new Map<string, Route>()
  const released = new Set<string>()
  for (const call of calls)
    await page.route(`**/api/v1/counter/${call}`, (route) =>
      released.has(call) ? route.continue() : void held.set(call, route),
    )
  return {
    /** Waits for a call, sends it on, and waits for its response. */
    async release(call: string) {
      await expect.poll(() => held.has(call)).toBe(true)
      released.add(call)
      const route = held.get(call)
      await route?.continue()
      await (await route?.request().response())?.finished()
    },
  }
}

/** Records the elements that move without input of the user, from the first frame of every page. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifted: string[] = []
    Object.assign(window, { shifted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      })[])
        if (!entry.hadRecentInput)
          shifted.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 60) || String(node?.nodeName)))
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifted: string[] }).shifted)

const ofAddress = ['addresses/*', 'addresses/*/equipment', 'addresses/*/nearby-systems']

test('hovering a row prefetches its address without clearances, and the page first shows data of the row', async ({
  page,
}) => {
  await open(page, search)
  const row = page.getByRole('link', { name: 'Akerstraat 118', exact: true })
  await expect(row).toBeVisible()
  const calls = await holdCalls(page, ofAddress)
  const prefetch = page.waitForRequest(/\/addresses\/\w+\/equipment/)
  const sensitive: string[] = []
  page.on('request', (request) => {
    if (/\/addresses\/\w+\/(clearances|bill)\b/.test(request.url())) sensitive.push(request.url())
  })
  await row.hover()
  await prefetch
  expect(sensitive).toEqual([])

  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('6411 CD Heerlen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Objectcode kopiëren' })).toBeVisible()
  await expect(page.getByText('Bezig met laden').first()).toBeVisible()
  await expectAccessible(page)
  for (const call of ofAddress) await calls.release(call)
  await expect(nearby(page)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Eigen containers' })).toBeVisible()
})

for (const width of [360, 768, 1280])
  test(`the parts of an address page do not move while the other parts load, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, search)
    const href = await page.getByRole('link', { name: 'Akerstraat 118', exact: true }).getAttribute('href')
    await recordShifts(page)
    const calls = await holdCalls(page, [...ofAddress, 'addresses/*/bill*', 'calendar?*'])
    // Animations run 20 times slower. Otherwise, on a slow machine, panels would appear before the test releases calls.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Animation.enable')
    await browser.send('Animation.setPlaybackRate', { playbackRate: 0.05 })
    await page.goto(href ?? '')
    await calls.release('addresses/*')
    await expect(heading(page)).toBeVisible()
    await expect(page.getByText('Bezig met laden').first()).toBeVisible({ timeout: 30_000 })
    for (const call of ['calendar?*', 'addresses/*/nearby-systems', 'addresses/*/bill*', 'addresses/*/equipment']) {
      await calls.release(call)
      // After two frames the response is on the screen.
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
    }
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    await expect(nearby(page)).toBeVisible()
    expect(await shifts(page)).toEqual([])
  })

test('going back shows the same rows at the same scroll position, and marks the opened row', async ({ page }) => {
  await open(page, '/address?street=akerstraat')
  await page.getByRole('button', { name: 'Meer tonen' }).click()
  await expect(page.getByRole('heading', { name: '125 adressen' })).toBeVisible()
  const row = page.getByRole('row').nth(40).getByRole('link')
  const name = await row.textContent()
  // Hovering scrolls the row into view. The later click then does not scroll the page.
  await row.hover()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(200)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: name ?? '', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row').filter({ hasText: 'Laatst bekeken' })).toContainText(name ?? '')
  await expect(page.getByRole('heading', { name: '125 adressen' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test('the arrow keys move the map, the list links to a system, and only the bill is printed', async ({ page }) => {
  const otherHosts: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') otherHosts.push(hostname)
  })
  await open(page, search)
  await page.getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  await expect(nearby(page)).toBeVisible()
  await page.getByRole('button', { name: 'Toon de kaart' }).focus()
  await page.keyboard.press('Enter')
  const map = page.getByRole('group', { name: 'Kaart rond Akerstraat 118' })
  const pin = map.locator('a').first()
  const before = await pin.boundingBox()
  await tabTo(page, map)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeCloseTo((before?.x ?? 0) - 80, 0)
  await page.keyboard.press('0')
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0)

  await page.emulateMedia({ media: 'print' })
  for (const name of ['Afdrukken', 'Objectcode kopiëren', 'Kopieer de uitleg'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Zoek verzamelsysteem' })).toBeHidden()
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Aanslag \d{4}$/ })).toBeVisible()
  for (const name of ['Ledigingen', 'Containers', 'Verzamelsystemen in de buurt'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeHidden()
  await expectAccessible(page)
  await page.emulateMedia({ media: null })

  // Opens an underground system, because such a system reports its fill level.
  const system = nearby(page)
    .getByRole('link', { name: / bij \d/ })
    .first()
  const name = (await system.textContent()) ?? ''
  await tabTo(page, system)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Andere verzamelsystemen in de buurt' })).toBeVisible()
  await expect(nearby(page).getByRole('link').first()).toBeVisible()
  await expect(page.getByText(/% vol/).first()).toBeVisible()
  expect(otherHosts).toEqual([])
})

for (const name of ['Akerstraat 118', 'Akerstraat 118 b'])
  test(`the first lift of ${name} is on the first screen, after at most 25 tab stops`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, search)
    await page.getByRole('link', { name, exact: true }).click()
    const first = page.getByRole('region', { name: 'Ledigingen' }).locator('tr[data-stop]').first()
    await expect(first).toBeVisible()
    await expect(page.getByRole('button', { name: 'Als tabel' })).toBeVisible()
    await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThan(720)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    let stops = 0
    do {
      await page.keyboard.press('Tab')
      stops++
    } while (stops < 40 && !(await first.evaluate((row) => row === document.activeElement)))
    expect(stops - 1).toBeLessThanOrEqual(25)
  })
