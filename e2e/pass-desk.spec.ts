import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, openDesk, scan, tabAndType, tabTo } from './keyboard.ts'

// The journeys of municipal.spec.ts use up the lookups that the clerk of Heerlen may make in a minute.
const otherClerk = 'beheer@rd4.example'

/** Chooses a purpose by keyboard alone. */
async function choosePurpose(page: Page, name: string) {
  // The arrow keys choose the task while the box in the header is empty.
  await page.keyboard.press('Control+k')
  const chosen = page.getByRole('radio', { name })
  for (let steps = 0; steps < 7 && !(await chosen.isChecked()); steps += 1) await page.keyboard.press('ArrowDown')
  await expect(chosen).toBeChecked()
}

async function enterAddress(page: Page, line: string) {
  await expect(page.getByRole('combobox', { name: 'Adres van de inwoner' })).toBeFocused()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

const passless = (page: Page) => page.getByRole('region', { name: 'Dit adres heeft geen milieupas' })

test('S2.12 an address without a pass gets its first pass by keyboard alone, and the issue is undone with one key', async ({
  page,
}) => {
  await openDesk(page, otherClerk)
  await choosePurpose(page, 'Eerste pas')
  await enterAddress(page, 'akerstraat 130 heerlen')
  await expect(passless(page)).toContainText('Akerstraat 130')
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await expectAccessible(page)
  const { press, count } = keyCounter(page)
  await scan(page, '0909090930')
  await expect(page.getByLabel('Naam van de inwoner')).toBeFocused()
  await expect(passless(page)).toContainText('0909 0909 30')
  await page.keyboard.type('M. de Wit')
  await press('Enter')
  await expect(page.getByText('De eerste pas is actief')).toBeVisible()
  const card = page.getByRole('region').filter({ hasText: 'Nog 6 rollen' })
  await expect(card).toContainText('0909 0909 30')
  await expect(card).toContainText('M. d. W•••')
  expect(count()).toBe(1)
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()

  await page.reload()
  await expect(page.getByRole('region', { name: 'Net gedaan' })).toContainText('Uitgegeven: pas …0930')
  await scan(page, '0909090930')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await press('Control+z')
  await expect(page.getByText('De pas is weer vrij, en het adres heeft geen milieupas')).toBeVisible()
  expect(count()).toBe(1)
  await scan(page, '0909090930')
  await expect(page.getByText('Deze pas is niet bekend in uw gemeente.')).toBeVisible()
})

test('S2.12 a resident who forgot the pass is found by address and gets rolls by keyboard alone', async ({ page }) => {
  await openDesk(page, otherClerk)
  await choosePurpose(page, 'Pas vergeten')
  await enterAddress(page, '6411CD 118')
  // Four addresses have this number, so Enter marks the first address.
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Akerstraat 1186411/)
  await page.keyboard.press('Enter')
  const card = page.getByRole('region').filter({ hasText: /Nog \d rol/ })
  await expect(card).toContainText('0101 0101 01')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  const { press, count } = keyCounter(page)
  await press('1')
  await press('Enter')
  await expect(page.getByText('Er is 1 rol aangevraagd')).toBeVisible()
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  expect(count()).toBe(2)
  await tabTo(page, page.getByRole('button', { name: /^Ongedaan maken/ }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
})

test('S2.12 a clerk makes an appointment after the scan of a pass with at most fifteen keys', async ({ page }) => {
  await openDesk(page, otherClerk)
  await choosePurpose(page, 'Vraag van inwoner')
  await page.getByLabel('Pasnummer').focus()
  await scan(page, '0101010102')
  await expect(page.getByText('Actieve pas', { exact: true })).toBeVisible()
  const panel = page.getByRole('region', { name: 'Ophaalafspraak' })
  const make = panel.getByRole('button', { name: 'Afspraak maken' })
  await expect(make).toBeVisible()
  const { press, count } = keyCounter(page)
  await tabTo(page, make, press)
  await press('Enter')
  await expect(panel.getByRole('group', { name: 'Hoeveelheid snoeiafval' }).getByRole('radio').first()).toBeFocused()
  await press('Space')
  const days = panel.getByRole('group', { name: 'Dag' }).getByRole('radio', { disabled: false })
  await tabTo(page, days.first(), press)
  await press('ArrowUp')
  const chosen = await days.and(page.locator(':checked')).evaluate((it) => it.nextElementSibling?.textContent ?? '')
  await expectAccessible(page)
  await press('Tab')
  await press('Enter')
  expect(count()).toBeLessThanOrEqual(15)
  await expect(panel.getByRole('listitem').filter({ hasText: chosen.replace(/ \(.*/, '') })).toBeVisible()
  await expect(page.getByText(/^De afspraak staat op/)).toBeVisible()
})

const desk = '/services-and-settings'
const passField = (page: Page) => page.getByLabel('Pasnummer')

/** Logs in, and lists the passes that the desk looks up. No look-up reaches the server, which limits their number. */
async function recordLookups(page: Page) {
  await openAs(page, otherClerk, '/account/beveiliging')
  const numbers: string[] = []
  await page.route('**/api/v1/counter/services/search', (route) => {
    numbers.push(route.request().postDataJSON().environmental_pass_number)
    return route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"message":"Onbekend"}' })
  })
  return numbers
}

/** Holds the replies to requests until the returned function is called. */
async function hold(page: Page, url: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Opens the desk, and returns when the first script of the page has run. */
async function openEarly(page: Page) {
  await page.goto(desk, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'earlyKeys' in window)
}

const numbers = Array.from({ length: 6 }, (_, n) => `01010101${String(n).padStart(2, '0')}`)

test('scans at moments between the first script and the ready desk keep all their characters', async ({ page }) => {
  const lookups = await recordLookups(page)
  for (const [n, number] of numbers.entries()) {
    await openEarly(page)
    await page.waitForTimeout(n * 100)
    await page.keyboard.type(number, { delay: 4 })
    await page.keyboard.press('Enter')
    await expect.poll(() => lookups.length).toBe(n + 1)
  }
  expect(lookups).toEqual(numbers)
})

for (const [what, url] of [
  ['the scripts', '**/assets/index-*.js'],
  ['the screen', '**/assets/PassDeskPage-*.js'],
  ['the session', '**/auth/refresh'],
] as const)
  test(`a scan of which one half is typed before ${what} arrived keeps all its characters`, async ({ page }) => {
    const lookups = await recordLookups(page)
    const release = await hold(page, url)
    await openEarly(page)
    await page.keyboard.type('05050')
    release()
    await page.keyboard.type('50505', { delay: 40 })
    await page.keyboard.press('Enter')
    await expect.poll(() => lookups).toEqual(['0505050505'])
  })

test('digits typed after a click on a link to the desk arrive in its field, and those of another field do not', async ({
  page,
}) => {
  await recordLookups(page)
  const release = await hold(page, '**/assets/PassDeskPage-*.js')
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Services & instellingen' }).click()
  await page.keyboard.type('0505050505')
  release()
  await expect(passField(page)).toHaveValue('0505050505')

  // Keys of another field do not reach the desk.
  const releaseAgain = await hold(page, '**/assets/PassDeskPage-*.js')
  await page.goto('/change-password')
  await page.getByLabel('Huidig wachtwoord', { exact: true }).focus()
  await page.keyboard.type('0707')
  await page.getByRole('link', { name: 'Services & instellingen' }).click()
  releaseAgain()
  await expect(passField(page)).toBeFocused()
  await expect(passField(page)).toHaveValue('')
})

test('nothing of a password reaches the desk that opens after it', async ({ page }) => {
  await page.goto(`/login?return_to=${encodeURIComponent(desk)}`)
  const release = await hold(page, '**/assets/PassDeskPage-*.js')
  await tabAndType(page, 'E-mailadres', otherClerk)
  await tabAndType(page, 'Wachtwoord', 'Loket-demo-2026!')
  await page.keyboard.press('Enter')
  await page.waitForRequest('**/assets/PassDeskPage-*.js')
  release()
  await expect(passField(page)).toBeFocused()
  await expect(passField(page)).toHaveValue('')
})
