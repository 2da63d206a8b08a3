import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, logIn, openAs, openDesk, scan, tabTo } from './keyboard.ts'
import { readCard } from './read-card.ts'
import { expectLoaded } from './screens/steps.ts'

test('S2.12 S7.13 S7.14 S8.6 a municipal employee serves several customers by keyboard alone', async ({ page }) => {
  await logIn(page, 'balie@heerlen.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await tabTo(page, page.getByRole('link', { name: 'Services & instellingen', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Pasnummer')).toBeFocused()

  await scan(page, '0101010101')
  const card = page.getByRole('region').filter({ hasText: 'Nog 6 rollen' })
  await expect(card).toContainText('0 van 6 rollen gehad dit jaar')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await expect(page.getByLabel('Pasnummer')).toHaveValue('')

  await scan(page, '0202020202')
  await expect(page.getByText('Geblokkeerd: verloren').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open de nieuwe pas 0101 0101 02' })).toBeFocused()
  await readCard(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region').filter({ hasText: 'Nog 6 rollen' })).toContainText('0101 0101 02')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await scan(page, '0303030303')
  await expect(page.getByText('Geen rollen: pas vervallen').first()).toBeVisible()
  await scan(page, '0404040404')
  await expect(page.getByText('Deze pas is niet bekend in uw gemeente.')).toBeVisible()
  await expectAccessible(page)

  await tabTo(page, page.getByRole('button', { name: /^Ongedaan maken/ }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByText('De uitgifte is ongedaan gemaakt')).toBeVisible()

  await scan(page, '0101010101')
  await page.getByLabel('Aantal rollen').waitFor()
  await page.keyboard.type('1')
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Enter')
  await expect(page.getByText('Er is 1 rol aangevraagd')).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Uitgiften', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^1 rol uitgegeven/ })).toBeVisible()
  // Journeys of other employees also undo issues today.
  const undone = page.getByRole('row').filter({ hasText: 'Ongedaan gemaakt' })
  await expect(undone.filter({ hasText: 'Noor Balie' })).toHaveCount(1)
  await expectAccessible(page)
})

test('S2.12 after a typed pass number, two keys issue rolls, and one key undoes the issue, also after a reload', async ({
  page,
}) => {
  await openDesk(page)
  const { press, count } = keyCounter(page)
  for (const key of [...'0101010101', 'Enter']) await press(key)
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  expect(count()).toBeLessThanOrEqual(12)
  await press('2')
  await press('Enter')
  await expect(page.getByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  expect(count()).toBe(2)

  await page.goto('/dashboard')
  await expect(page.getByRole('status').getByText('2 rollen op pas …0101')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/services-and-settings/requests')
  const row = page.getByRole('row').filter({ hasText: '…0101' }).first()
  await expect(row.getByRole('button', { name: /^Ongedaan maken/ })).toBeVisible()
  await page.goto('/services-and-settings')
  await expect(page.getByRole('region', { name: 'Net gedaan' })).toContainText('2 rollen op pas …0101')
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await scan(page, '0101010101')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await press('Control+z')
  await expect(page.getByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
  expect(count()).toBe(1)
  await expect(page.getByText('2 rollen op pas …0101')).toHaveCount(0)
})

test('S2.12 two scans and two keys replace a pass, and one key undoes the replacement after a scan', async ({
  page,
}) => {
  await openDesk(page)
  const { press, count } = keyCounter(page)
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await scan(page, '0303030303')
  await expect(page.getByText('Geen rollen: pas vervallen').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nieuwe pas uitgeven' })).toBeFocused()
  await readCard(page)
  await press('Enter')
  await expect(page.getByRole('radio', { name: 'Pas werkt niet' })).toBeChecked()
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await scan(page, '0909090901')
  await expect(page.getByRole('button', { name: 'Vervang de pas' })).toBeFocused()
  await readCard(page)
  await press('Enter')
  await expect(page.getByText('De nieuwe pas is actief')).toBeVisible()
  await expect(page.getByRole('region').filter({ hasText: 'Nog 6 rollen' })).toContainText('0909 0909 01')
  expect(count()).toBe(2)

  await page.reload()
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await scan(page, '0909090901')
  await expect(page.getByText('Vervangen: pas …0303').first()).toBeVisible()
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await press('Control+z')
  await expect(page.getByText('De wijziging van de pas is ongedaan gemaakt')).toBeVisible()
  expect(count()).toBe(1)
  await scan(page, '0909090901')
  await expect(page.getByText('Deze pas is niet bekend in uw gemeente.')).toBeVisible()
  await scan(page, '0303030303')
  await expect(page.getByText('Geen rollen: pas vervallen').first()).toBeVisible()
})

test('S2.12 the audit log shows an administrator for which purpose a full name was shown', async ({ page }) => {
  await openDesk(page, 'beheer@rd4.example')
  await tabTo(page, page.getByRole('radio', { name: 'Extra rollen' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Pas werkt niet' })).toBeChecked()
  await scan(page, '0303030303')
  await expect(page.getByText('Pas vervallen', { exact: true })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Toon naam' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Toon naam' })).toHaveCount(0)
  await expectAccessible(page)

  await tabTo(page, page.getByRole('link', { name: 'Logboek', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Zoeken', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('form', { name: 'Zoeken in het logboek' }).getByLabel('Pasnummer'))
  await page.keyboard.type('0303030303')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'bekeek de hele naam bij milieupas …0303' }).first()
  await expect(row).toContainText('Pas werkt niet')
  await expect(page).not.toHaveURL(/0303030303/)

  await tabTo(page, page.getByRole('link', { name: 'Controle', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Nu controleren' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/: heel, er is niets weggehaald of gewijzigd\./)).toHaveCount(3)
  // The text of a busy button fades.
  await expect(page.locator('[data-busy]')).toHaveCount(0)
  await expectAccessible(page)
})

test('S2.12 a scan on the dashboard opens the pass desk, and the browser stores no pass number', async ({ page }) => {
  await openAs(page, 'balie@heerlen.example', '/dashboard')
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await scan(page, '0101010101')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await expect(page).toHaveURL(/\/services-and-settings$/)
  const stored = await page.evaluate(async () => [
    location.href,
    document.title,
    JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]),
    JSON.stringify([await indexedDB.databases(), await caches.keys()]),
  ])
  expect(stored.join(' ')).not.toContain('0101010101')
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await expect(page.getByLabel('Pasnummer')).toHaveValue('')
})

test('S2.12 the search box sends no pass number while it is typed, and Enter opens the pass desk', async ({ page }) => {
  await openDesk(page)
  await tabTo(page, page.getByRole('link', { name: 'Kalender', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Kalender' })).toBeFocused()
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.keyboard.press('/')
  await page.keyboard.type('0101 0101 01')
  await expect(page.getByRole('option', { name: 'Milieupas 0101 0101 01 opzoeken' })).toBeVisible()
  await expectAccessible(page)
  expect(calls.filter((call) => call.includes('0101'))).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region').filter({ hasText: /Nog \d rol/ })).toBeVisible()
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  expect(calls.filter((call) => call.split(' ')[0]?.includes('0101'))).toEqual([])
  const stored = await page.evaluate(() =>
    JSON.stringify([location.href, document.title, { ...localStorage }, { ...sessionStorage }, history.state]),
  )
  expect(stored).not.toContain('0101010101')
})

test('S2.12 rolls are issued when the scan and the number of rolls are typed before the server responds', async ({
  page,
}) => {
  await openDesk(page)
  await page.route('**/counter/services/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.keyboard.type('0101010101')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Er is 1 rol aangevraagd')).toBeVisible()
  await scan(page, '0101010101')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('0202')
  await expect(page.getByText('Er is 1 rol aangevraagd')).toBeVisible()
  await page.keyboard.type('020202')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Geblokkeerd: verloren', { exact: false }).first()).toBeVisible()
})

test('S9.3 S2.8 a message appears at the bottom right, has no button, and disappears by itself', async ({ page }) => {
  await openDesk(page)
  await scan(page, '0101010101')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  const message = page.getByText('Er is 1 rol aangevraagd')
  await expect(message).toBeVisible()
  const box = await message.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(width - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThanOrEqual(30)
  expect(box?.y).toBeGreaterThan(height * 0.75)
  await expect(message.getByRole('button')).toHaveCount(0)
  await expect(message).toHaveCount(0, { timeout: 15_000 })
})

test('S5.2 S2.12 a rich-text notice on the dashboard does not violate the content security policy', async ({
  page,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  await openDesk(page)
  await tabTo(page, page.getByRole('link', { name: 'Beheer', exact: true }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(`In ${new Date().getFullYear()} krijgt een huishouden ten hoogste 6 rollen.`),
  ).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Mededelingen', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Mededeling toevoegen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Titel')).toBeFocused()
  await page.keyboard.type('Balie eerder dicht')
  await tabTo(page, page.getByRole('textbox', { name: 'Tekst' }))
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Vrijdag')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' om 15.00 uur, zie www.rd4.nl voor meer.')
  await page.getByLabel('Tot en met').fill('2099-12-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('De mededeling is opgeslagen')).toBeVisible()

  await page.goto('/dashboard')
  const notice = page.getByRole('region', { name: 'Mededelingen' })
  await tabTo(page, notice.locator('summary').filter({ hasText: 'Balie eerder dicht' }))
  await page.keyboard.press('Enter')
  await expect(notice.getByText('Vrijdag')).toHaveCSS('font-weight', /^[67]00$/)
  await expect(notice.getByRole('link', { name: /www\.rd4\.nl/ })).toHaveAttribute('href', 'https://www.rd4.nl')

  await page.goto('/services-and-settings/notices')
  await tabTo(page, page.getByRole('button', { name: /^Verwijderen.*Balie eerder dicht$/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('De mededeling is verwijderd')).toBeVisible()
  expect(violations).toEqual([])
})

test('S2.12 an administrator invites an employee with the name, the address and at most twelve more keys', async ({
  page,
}) => {
  await openAs(page, 'beheer@rd4.example', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welkom')
  const { press, count } = keyCounter(page)
  await press('Control+k')
  await expect(page.getByRole('search').getByRole('combobox')).toBeFocused()
  for (const key of 'uitn') await press(key)
  await expect(page.getByRole('option', { name: 'Medewerker uitnodigen' })).toBeVisible()
  await press('Enter')
  await expect(page.getByLabel('E-mailadres')).toBeFocused()
  await page.keyboard.type(`toets-${Date.now()}@bsgw.example`)
  await press('Tab')
  await page.keyboard.type('Ties Toets')
  await press('Tab')
  await press('a')
  await expect(page.getByLabel('Gemeente', { exact: true })).toHaveValue('all')
  await press('Tab')
  await expect(page.getByLabel('Medewerker BsGW')).toBeFocused()
  await press('Space')
  await press('Enter')
  await expect(page.getByText(/^Ties Toets is uitgenodigd/)).toBeVisible()
  expect(count()).toBeLessThanOrEqual(12)
})

test('the main pages of Services & instellingen do not scroll horizontally at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, 'beheer@rd4.example', '/services-and-settings/settings')
  const year = new Date().getFullYear()
  await page.getByLabel('Gemeente').selectOption({ label: 'Heerlen' })
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  for (const part of [
    '',
    `/requests?from=${year}-01-01&to=${year}-12-31`,
    '/settings',
    '/collections/rules',
    '/employees',
    '/notices/new',
  ]) {
    await page.goto(`/services-and-settings${part}`)
    await expectLoaded(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, part).toBe(0)
  }
})
