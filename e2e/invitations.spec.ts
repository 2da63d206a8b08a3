import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { slowness } from '../slowness.ts'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabAndType, tabTo } from './keyboard.ts'
import { startInvitations, startInvitationsLater } from './products.ts'

const port = process.env.INVITATIONS_PORT ?? ''
test.use({ baseURL: `http://127.0.0.1:${port}` })

let stop: (() => Promise<void>) | undefined
let mails = ''
test.beforeAll(async () => {
  test.setTimeout(120_000 * slowness())
  const started = await startInvitations(port)
  stop = started.stop
  mails = started.mails
})
test.afterAll(() => stop?.())

const email = 'ties@bsgw.example'
const password = 'een wachtwoord voor Ties Toets'

/** Returns the links in the mails to the invited employee, in any order. */
const mailedLinks = () =>
  (existsSync(mails) ? readdirSync(mails) : [])
    .map((name) => readFileSync(join(mails, name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
    .map((text) => /(\/account\/wachtwoord\/resetten#\S+)/.exec(text)?.[1] ?? '')

test('an invitation expires after a week, and an administrator renews it with one button by keyboard', async ({
  page,
}) => {
  await openAs(page, 'beheer@rd4.example', '/services-and-settings/employees/new')
  await tabAndType(page, 'E-mailadres', email)
  await tabAndType(page, 'Naam', 'Ties Toets')
  await tabAndType(page, 'Gemeente', 'Alle')
  await tabTo(page, page.getByLabel('Medewerker BsGW'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Ties Toets is uitgenodigd voor alle gemeenten/)).toBeVisible()
  await expect(page.getByText(/^Uitgenodigd tot en met/)).toBeVisible()
  await expect.poll(() => mailedLinks().length).toBe(1)

  await stop?.()
  stop = await startInvitationsLater(port, 8)
  const [expired = ''] = mailedLinks()
  await page.goto('about:blank')
  await page.goto(expired)
  await tabAndType(page, 'Nieuw wachtwoord', password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Deze link werkt niet meer' })).toBeVisible()

  await openAs(page, 'beheer@rd4.example', '/dashboard')
  const task = page.getByRole('link', { name: 'Uitnodiging van Ties Toets' })
  await expect(task).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const isFocused = () => task.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 20 && !(await isFocused()); steps += 1) await page.keyboard.press('j')
  await expect(task).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Uitnodiging verlopen op .* Er is nog geen wachtwoord gekozen\.$/)).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Nieuwe uitnodiging voor Ties Toets' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`De uitnodiging voor alle gemeenten is gemaild naar ${email}`)).toBeVisible()
  await expect(page.getByText(/^Uitgenodigd tot en met/)).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => mailedLinks().length).toBe(2)

  await page.goto('about:blank')
  await page.goto(mailedLinks().find((link) => link !== expired) ?? '')
  await tabAndType(page, 'Nieuw wachtwoord', password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Uw wachtwoord is gewijzigd' })).toBeVisible()
})
