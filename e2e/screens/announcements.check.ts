import { type Browser, expect, type Page, test } from '@playwright/test'
import { heardOn, listen } from './announcements.ts'
import { enter } from './open-state.ts'
import { clerk, provider } from './state.ts'
import { endSession, fail, issueRoll, scan, undoIssue } from './steps.ts'

async function open(browser: Browser, as: string, path: string) {
  const page = await (await enter(browser, as)).newPage()
  await listen(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** On a busy machine a page that waits says that it takes long. */
const isOfThePage = (text: string) => !text.includes('Dit duurt langer dan u gewend bent')

/** What is heard, once the last of it was. */
async function expectHeard(page: Page, expected: (string | RegExp)[]) {
  const heard: string[] = []
  await expect
    .poll(async () => heard.push(...(await heardOn(page)).filter(isOfThePage)) >= expected.length, {
      message: `heard: ${heard.join(' | ')}`,
    })
    .toBe(true)
  expect(heard).toEqual(expected.map((it) => (typeof it === 'string' ? it : expect.stringMatching(it))))
}

test('a search is heard with how many it found, and once', async ({ browser }) => {
  const page = await open(browser, provider, '/address')
  await page.getByLabel('Postcode').fill('6411CD')
  await page.getByLabel('Huisnummer').fill('118')
  await page.keyboard.press('Enter')
  await expectHeard(page, [/adressen/])
  await page.getByLabel('Huisnummer').fill('9998')
  await page.keyboard.press('Enter')
  await expectHeard(page, ['geen adressen gevonden'])
  await page.context().close()
})

test('a card, an issue and its undoing are heard, each once', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings')
  await scan('0101010102')(page)
  await expectHeard(page, [/^Actief/])
  await issueRoll(page)
  await expectHeard(page, ['Er is 1 rol aangevraagd'])
  await undoIssue(page)
  await expectHeard(page, [/De uitgifte is ongedaan gemaakt/])
  await page.context().close()
})

test('a pass that is blocked is heard with what to do', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings')
  await scan('0202020202')(page)
  await expectHeard(page, [/^Geblokkeerd.*Vraag naar de nieuwe pas\.$/])
  await page.context().close()
})

test('an error in a form is heard with its field, and a part that fails with its reason', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings/notices/new')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expectHeard(page, [/^Dit gaat nog niet goed.*Titel: Dit veld is verplicht/])
  await fail('settings/notices')(page)
  await page.goto('/services-and-settings/settings')
  await expectHeard(page, [/Dit onderdeel is even niet bereikbaar/])
  await page.context().close()
})

test('after a login over the page, what was saved is heard', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings/notices/new')
  await endSession(page)
  await page.getByLabel('Titel').fill('Balie eerder dicht')
  await page.getByRole('textbox', { name: 'Tekst' }).fill('Vrijdag sluit de balie om drie uur.')
  await page.getByLabel('Tot en met').fill('2099-12-31')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByRole('dialog').getByLabel('Wachtwoord', { exact: true }).fill('Loket-demo-2026!')
  await heardOn(page)
  await page.keyboard.press('Enter')
  await expectHeard(page, ['De mededeling is opgeslagen'])
  await page.context().close()
})
