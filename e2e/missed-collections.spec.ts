import { expect, type Page } from '@playwright/test'
import { apiOf } from './api.ts'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, openDesk, scan } from './keyboard.ts'

const form = (page: Page) => page.getByRole('group', { name: 'Wat is niet geleegd?' })
const hours = {
  ...{ collection_start: 7, collection_start_bags: 8, collection_end: 18, escalation_days: 2 },
  working_weekdays: [1, 2, 3, 4, 5],
}

// The latest opened window is closed again, also after a failure.
let onEnd = async () => {}
test.afterEach(() => onEnd())

test('two callers of one street report a collection that was missed, by two or three keys each, and one takes it back', async ({
  page,
  browser,
  request,
}) => {
  // On any day on which this test runs, the latest collection of each stream can be reported.
  const setWindow = async (report_window: number) => {
    const set = await apiOf(request, 'beheer@rd4.example', 'vraag_inwoner')
    const response = await set('PUT', '/settings/municipalities/917/collection-hours', { ...hours, report_window })
    expect(response.status()).toBe(200)
  }
  await setWindow(20)
  onEnd = () => setWindow(2)

  await openAs(page, 'medewerker@bsgw.example', '/address?street=Akerstraat&house_number=122')
  await page.getByRole('link', { name: 'Akerstraat 122' }).click()
  await expect(page.getByRole('button', { name: 'Nakijken en melden' })).toBeVisible()
  const caller = keyCounter(page)
  await caller.press('g')
  await expect(form(page).getByRole('radio').first()).toBeFocused()
  await expectAccessible(page)
  const rows = await form(page).getByRole('radio').all()
  const names = await Promise.all(rows.map((row) => row.locator('xpath=..').textContent()))
  const at = names.findIndex((name) => name?.includes('melden kan'))
  await caller.press(`${at + 1}`)
  await expect(form(page).getByRole('radio').nth(at)).toBeChecked()
  await caller.press('Enter')
  await expect(page.getByText('De melding is doorgegeven')).toBeVisible()
  expect(caller.count()).toBeLessThanOrEqual(3)
  await expect(form(page)).toContainText('Gemeld door Fleur Medewerker')
  await expectAccessible(page)

  const desk = await (await browser.newContext()).newPage()
  await openDesk(desk)
  await desk.getByRole('radio', { name: 'Vraag van inwoner' }).check()
  await desk.keyboard.press('Control+k')
  await scan(desk, '0101010101')
  await expect(desk.getByRole('button', { name: 'Nakijken en melden' })).toBeFocused()
  // A person reads the card before the next key. A second Enter at once belongs to the scan.
  await desk.waitForTimeout(400)
  const clerk = keyCounter(desk)
  await clerk.press('Enter')
  await expect(form(desk).getByRole('radio').first()).toBeFocused()
  await expectAccessible(desk)
  await clerk.press('Enter')
  await expect(desk.getByText('De melding is doorgegeven')).toBeVisible()
  expect(clerk.count()).toBe(2)
  await expect(form(desk)).toContainText('al gemeld')

  for (const reporter of [desk, page]) {
    await expect(reporter.getByText('Niet geleegd: melding doorgegeven').first()).toBeVisible()
    await reporter.keyboard.press('Control+z')
    await expect(reporter.getByText('De melding is ingetrokken')).toBeVisible()
    await expect(form(reporter)).not.toContainText('Gemeld door')
  }
})
