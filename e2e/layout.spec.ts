import { expect, type Locator, type Page } from '@playwright/test'
import { apiOf } from './api.ts'
import { test } from './journey.ts'
import { openAs, scan } from './keyboard.ts'
import { expectLoaded, goToSearch } from './screens/steps.ts'

const width = async (locator: Locator) => Math.round((await locator.boundingBox())?.width ?? 0)

test('S2.7 the form of the login page is in a right column with the specified widths', async ({ page }) => {
  await page.goto('/login')
  const right = page.getByRole('main')
  for (const [screen, column] of [
    [1000, 635],
    [1280, 635],
    [1919, 635],
    [1920, 720],
  ] as const) {
    await page.setViewportSize({ width: screen, height: 900 })
    expect(await width(right), `on a screen of ${screen} px`).toBe(column)
    expect((await right.boundingBox())?.x, `on a screen of ${screen} px`).toBe(screen - column)
  }
  await page.setViewportSize({ width: 999, height: 900 })
  expect(await width(right)).toBe(999)
})

test('S9.6 S2.6 sidebar and header have the specified sizes, and the menu is an overlay below 1200 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAs(page, 'beide@rd4.example', '/dashboard')
  const sidebar = page.getByRole('navigation').locator('..')
  expect(await width(sidebar)).toBe(260)
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(80)
  await expect(page.getByRole('contentinfo')).toHaveCSS('min-height', `${3.35 * 16}px`)
  await page.getByRole('button', { name: 'Menu inklappen' }).click()
  await expect.poll(() => width(sidebar)).toBe(80)
  await page.setViewportSize({ width: 1199, height: 900 })
  await expect(page.getByRole('link', { name: 'Zoek adres', exact: true })).toBeHidden()
  await page.getByRole('button', { name: /^Menu/ }).click()
  await expect(page.getByRole('link', { name: 'Zoek adres', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Zoek adres', exact: true })).toBeHidden()
})

test('S9.6 the overlay menu is 20 rem wide, 30 rem from 768 px, and never wider than the screen', async ({ page }) => {
  await openAs(page, 'beide@rd4.example', '/dashboard')
  await page.setViewportSize({ width: 1199, height: 900 })
  await page.getByRole('button', { name: /^Menu/ }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const [screen, menuWidth] of [
    [1199, 30 * 16],
    [768, 30 * 16],
    [767, 20 * 16],
    [360, 20 * 16],
    [300, 300],
  ] as const) {
    await page.setViewportSize({ width: screen, height: 900 })
    await expect.poll(() => width(menu), `on a screen of ${screen} px`).toBe(menuWidth)
  }
})

test('S9.6 suggestions fit the screen, and are at most 450 px high, or 250 px on a short screen', async ({ page }) => {
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  const list = page.getByRole('listbox').locator('..')
  for (const [width, height, maxHeight] of [
    [1920, 1080, 450],
    [1280, 800, 450],
    [360, 740, 450],
    [800, 380, 250],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [path, field, text] of [
      ['/dashboard', 'Zoeken', 'straat'],
      ['/address', 'Straat', 'straat'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (field === 'Zoeken') await goToSearch(page)
      else await page.getByLabel(field, { exact: true }).focus()
      await page.keyboard.type(text)
      // These checks are retried, because the list disappears for a moment when a response is slow.
      await expect(async () => {
        await expect(page.getByRole('option').nth(7)).toBeAttached()
        const box = await list.boundingBox()
        await expect(list).toHaveCSS('max-height', `${maxHeight}px`)
        expect(box?.height, `${path} at ${width} px`).toBeLessThanOrEqual(maxHeight)
        expect(box?.height, `${path} at ${width} px`).toBeGreaterThan(maxHeight / 2)
        expect(box?.x, `${path} at ${width} px`).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0), `${path} at ${width} px`).toBeLessThanOrEqual(width)
      }).toPass({ timeout: 60_000 })
    }
  }
})

test('S9.5 the search form changes its number of columns at 576, 992 and 1600 px', async ({ page }) => {
  await openAs(page, 'medewerker@bsgw.example', '/address')
  const fields = page.getByRole('form', { name: 'Zoek adres' }).locator('> :first-child')
  const columns = () => fields.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
  for (const [width, count] of [
    [575, 3],
    [576, 2],
    [991, 2],
    [992, 4],
    [1599, 4],
    [1600, 6],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(columns, `on a screen of ${width} px`).toBe(count)
  }
})

test('login, dashboard and address search do not scroll sideways at 320 px, even with long names', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/login')
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  for (const path of ['/dashboard', '/address?street=akerstraat&house_number=118']) {
    await openAs(page, 'beide@rd4.example', path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(), path).toBe(0)
  }

  const longName = 'Burgemeesterdoctorprofessorvandergrootenhuijzenlaanstraatweg'
  await page.route('**/api/v1/counter/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/(?<="(title|street)":")[^"]+/g, longName)
    await route.fulfill({ response, body })
  })
  for (const path of ['/dashboard', '/address?street=akerstraat&house_number=118']) {
    await page.goto(path)
    await expect(page.getByText(longName).first()).toBeVisible()
    expect(await overflow(), `${path} with long names`).toBe(0)
  }
  await page.unrouteAll({ behavior: 'wait' })
})

for (const email of ['medewerker@bsgw.example', 'balie@heerlen.example', 'beheer@rd4.example'])
  test(`the dashboard of ${email} fits one screen of 1280 × 800 px, and its print the paper`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openAs(page, email, '/dashboard')
    const first = page.getByRole('region', { name: 'Voor mij' })
    const panels = page.getByRole('main').getByRole('region')
    await expect(page.getByText(/ met storing$/)).toBeVisible()
    await expectLoaded(page)
    const bottoms = await panels.evaluateAll((all) =>
      all.map((panel) => [panel.querySelector('h2, h3')?.textContent, panel.getBoundingClientRect().bottom] as const),
    )
    expect(bottoms.length).toBeGreaterThan(3)
    expect(bottoms.filter(([, bottom]) => bottom > 800)).toEqual([])
    expect((await first.boundingBox())?.y).toBeLessThan(160)
    // A4 with margins of 12 mm.
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 703, height: 1000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(703)
  })

/** Opens the pass desk in a window of this size, and shows the card of a pass. */
async function openCard(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  await openAs(page, 'beheer@rd4.example', '/services-and-settings')
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await scan(page, '0101010101')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
}

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
] as const)
  test(`S2.12 a message covers no button of the pass desk at ${width} × ${height} px`, async ({ page }) => {
    const expectUncovered = async (message: string, button: Locator) => {
      await expect(page.getByText(message)).toBeVisible()
      await expect(button).toBeInViewport()
      const [shown, pressed] = [await page.getByText(message).boundingBox(), await button.boundingBox()]
      if (!shown || !pressed) throw new Error('The message or the button has disappeared')
      const isBeside =
        Math.max(shown.x, pressed.x) >= Math.min(shown.x + shown.width, pressed.x + pressed.width) ||
        Math.max(shown.y, pressed.y) >= Math.min(shown.y + shown.height, pressed.y + pressed.height)
      expect(isBeside, `${JSON.stringify(shown)} covers ${JSON.stringify(pressed)}`).toBe(true)
    }
    await openCard(page, width, height)
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await expectUncovered('Er is 1 rol aangevraagd', page.getByRole('button', { name: /^Ongedaan maken/ }).first())
    await scan(page, '0101010101')
    await expect(page.getByLabel('Aantal rollen')).toBeFocused()
    await page.keyboard.press('Control+z')
    await expectUncovered('De uitgifte is ongedaan gemaakt', page.getByRole('button', { name: 'Uitgeven' }))
  })

for (const [width, height] of [
  [1280, 560],
  [768, 560],
  [360, 640],
] as const)
  test(`S2.12 the headline of a pass is visible below the header at ${width} × ${height} px`, async ({ page }) => {
    const expectBelowHeader = async (title: Locator) => {
      await expect(title).toBeInViewport({ ratio: 1 })
      expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual(80)
    }
    const headline = page.locator('[data-verdict] > :first-child')
    await openCard(page, width, height)
    await expectBelowHeader(headline)
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Er is 1 rol aangevraagd')).toBeVisible()
    await expectBelowHeader(page.getByRole('heading', { level: 1 }))
    await scan(page, '0101010101')
    await expect(page.getByLabel('Aantal rollen')).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    await expectBelowHeader(headline)
  })

test('the chart of an address starts at the edge of the text above it at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, 'medewerker@bsgw.example', '/address?postal_code=6411CD&house_number=118')
  await page.getByRole('main').getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  const chart = page.getByRole('table', { name: 'Ophaaldagen en ledigingen per maand' })
  await expect(chart).toBeVisible()
  const left = async (locator: Locator) => Math.round((await locator.boundingBox())?.x ?? 0)
  expect(await left(chart)).toBe(await left(page.getByRole('heading', { name: 'Ledigingen', exact: true })))
})

test('the months of two employees fit the page at 768 px', async ({ page, request }) => {
  // The look-up of a pass adds a row to the table.
  const callAsClerk = await apiOf(request, 'balie@heerlen.example', 'extra_rollen')
  await callAsClerk('POST', '/services/search', { environmental_pass_number: '0101010101' })
  await openCard(page, 768, 800)
  await page.goto('/services-and-settings/audit?part=months')
  await expect(page.getByRole('row').filter({ hasText: 'Noor Balie' }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
})
