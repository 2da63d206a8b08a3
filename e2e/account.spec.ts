import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, logIn, tabAndType, tabTo } from './keyboard.ts'

const mails = join(process.env.JOURNEYS_DATA_DIR ?? '', 'mail')

/** Returns the link in the last mail to an address, from the file that the server wrote. */
function linkFor(email: string) {
  const texts = (existsSync(mails) ? readdirSync(mails) : [])
    .sort()
    .map((name) => readFileSync(join(mails, name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
  return /(\/account\/wachtwoord\/resetten#\S+)/.exec(texts.at(-1) ?? '')?.[1]
}

test('S2.1 an employee can replace a forgotten password once with the mailed link', async ({ page }) => {
  const email = 'balie@kerkrade.example'
  await page.goto('/login')
  await tabTo(page, page.getByRole('link', { name: 'Wachtwoord vergeten?' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mailadres')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Als dit adres bij ons bekend is/)).toBeVisible()

  await expect.poll(() => linkFor(email)).toBeDefined()
  const link = linkFor(email) ?? ''
  await page.goto(link)
  await expect(page.getByText(`Voor ${email}`)).toBeVisible()
  await expect(page).toHaveURL(/\/account\/wachtwoord\/resetten$/)
  const token = new URLSearchParams(link.split('#')[1]).get('token') ?? ''
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(stored).not.toContain(token)
  await tabAndType(page, 'Nieuw wachtwoord', 'een wachtwoord voor Kerkrade')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Uw wachtwoord is gewijzigd' })).toBeVisible()

  await page.goto('about:blank')
  await page.goto(link)
  await tabAndType(page, 'Nieuw wachtwoord', 'nog een keer een wachtwoord')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Deze link werkt niet meer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vraag een nieuwe link aan' })).toBeVisible()
  await expectAccessible(page)
})

test('S4.2 an employee who must choose a new password sees no other screen until it is set', async ({ page }) => {
  await logIn(page, 'nieuw@rd4.example')
  await expect(page).toHaveURL(/\/change-password$/)
  await expect(page.getByText(/Kies eerst een eigen wachtwoord/)).toBeVisible()
  await page.goto('/address')
  await expect(page).toHaveURL(/\/change-password$/)
  await tabAndType(page, 'Huidig wachtwoord', 'Loket-demo-2026!')
  await tabTo(page, page.getByRole('textbox', { name: 'Nieuw wachtwoord' }))
  await page.keyboard.type('een eigen wachtwoord voor Yara')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Naar het dashboard' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()
  await page.goto('/address')
  await expect(page.getByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
})
