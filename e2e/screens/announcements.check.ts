import { type Browser, expect, type Page, test } from '@playwright/test'
import { listNoticesToEdit } from '@rd4-loket/contract'
import { recordAnnouncements, takeAnnouncements } from './announcements.ts'
import { openSession } from './open-state.ts'
import { clerk, provider } from './state.ts'
import { endSession, fail, issueRoll, scan, undoIssue } from './steps.ts'

async function open(browser: Browser, as: string, path: string) {
  const page = await (await openSession(browser, as)).newPage()
  await recordAnnouncements(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

// A page announces this text when its data takes long to load, as on a slow machine.
const slowNotice = 'Dit duurt langer dan u gewend bent'

/** Waits for these announcements, and fails when the page makes any other announcement. */
async function expectAnnounced(page: Page, expected: (string | RegExp)[]) {
  const announced: string[] = []
  await expect
    .poll(
      async () => {
        const texts = await takeAnnouncements(page)
        return announced.push(...texts.filter((text) => !text.includes(slowNotice))) >= expected.length
      },
      { message: `announced: ${announced.join(' | ')}` },
    )
    .toBe(true)
  expect(announced).toEqual(expected.map((it) => (typeof it === 'string' ? it : expect.stringMatching(it))))
}

test('a search announces the number of found addresses once, and the nearest numbers when it finds none', async ({
  browser,
}) => {
  const page = await open(browser, provider, '/address')
  await page.getByLabel('Postcode').fill('6411CD')
  await page.getByLabel('Huisnummer').fill('118')
  await page.keyboard.press('Enter')
  await expectAnnounced(page, [/adressen/])
  await page.getByLabel('Huisnummer').fill('9998')
  await page.keyboard.press('Enter')
  await expectAnnounced(page, ['geen adressen gevonden', '6411 CD bestaat, nummer 9998 niet; wel 130.'])
  await page.context().close()
})

test('a header that loads all rows announces the loading and the number of rows, once each', async ({ browser }) => {
  const page = await open(browser, provider, '/address?street=akerstraat')
  await expectAnnounced(page, ['25 adressen, er zijn er meer'])
  await page.getByRole('columnheader', { name: 'Postcode' }).getByRole('button').press('Enter')
  await expectAnnounced(page, [/^Alle rijen worden geladen/, /^[\d.]+ adressen gevonden$/])
  await page.context().close()
})

test('a screen reader announces a resident card, an issue of rolls and its undo once each', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings')
  await scan('0101010102')(page)
  await expectAnnounced(page, [/^Nog \d rol/])
  await issueRoll(page)
  await expectAnnounced(page, ['Er is 1 rol aangevraagd'])
  await undoIssue(page)
  await expectAnnounced(page, [/De uitgifte is ongedaan gemaakt/])
  await page.context().close()
})

test('a blocked pass is announced with what the employee must do', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings')
  await scan('0202020202')(page)
  await expectAnnounced(page, [/^Geblokkeerd.*Open de nieuwe pas\.$/])
  await page.context().close()
})

test('a form error is announced with its field, and a failed panel with its reason', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings/notices/new')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expectAnnounced(page, [/^Dit gaat nog niet goed.*Titel: Dit veld is verplicht/])
  await fail(listNoticesToEdit)(page)
  await page.goto('/services-and-settings/notices')
  await expectAnnounced(page, [/Dit onderdeel is even niet bereikbaar/])
  await page.context().close()
})

test('a notice that is saved after a login in the dialog is announced', async ({ browser }) => {
  // The transcripts of Heerlen screens must not contain the notice. It is of another municipality and another year.
  const page = await open(browser, 'balie@kerkrade.example', '/services-and-settings/notices/new')
  await endSession(page)
  await page.getByLabel('Titel').fill('Balie eerder dicht')
  await page.getByRole('textbox', { name: 'Tekst' }).fill('Vrijdag sluit de balie om drie uur.')
  await page.getByLabel('Op het dashboard vanaf').fill('2099-01-01')
  await page.getByLabel('Tot en met').fill('2099-12-31')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByRole('dialog').getByLabel('Wachtwoord', { exact: true }).fill('Loket-demo-2026!')
  await takeAnnouncements(page)
  await page.keyboard.press('Enter')
  await expectAnnounced(page, ['De mededeling is opgeslagen voor Kerkrade'])
  await page.context().close()
})
