import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, tabTo } from './keyboard.ts'

test('an employee records a malfunction with at most eight key presses, and everybody sees it until it is closed', async ({
  page,
}) => {
  await openAs(page, 'medewerker@bsgw.example', '/collection-system?municipality_id=917')
  const name = 'Antoon Spiertsstraat bij 1'
  await tabTo(page, page.getByRole('link', { name, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  const containers = page.getByRole('region', { name: 'Containers', exact: true })
  await expect(containers.getByRole('button', { name: 'Storing melden' })).toBeVisible()

  const { press, count } = keyCounter(page)
  const form = page.getByRole('form', { name: 'Storing melden' })
  const kinds = form.getByRole('group', { name: 'Wat is er aan de hand?' }).getByRole('radio')
  await press('m')
  await expect(form).toBeVisible()
  await expectAccessible(page)
  await press('Space')
  // At a site with several containers, the employee first chooses the container.
  if (!(await kinds.first().isChecked())) {
    await press('Tab')
    await press('Space')
  }
  await expect(kinds.first()).toBeChecked()
  await press('Enter')
  await expect(page.getByText('De storing is vastgelegd')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(8)
  const recorded = /Vastgelegd door Fleur Medewerker op .+ uur\. Wanneer dit is opgelost, is niet bekend\./
  await expect(containers.getByText(recorded).first()).toBeVisible()
  await expectAccessible(page)
  const site = page.url()

  const connected = page.getByRole('region', { name: /Aangesloten adressen/ })
  await tabTo(page, connected.getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/address\//)
  await expect(page.getByText('Storing: de container zit vol').first()).toBeVisible()

  await page.goto('/dashboard')
  const malfunctions = page.getByRole('group', { name: 'Storingen' })
  const newest = malfunctions.getByRole('listitem').first()
  await tabTo(page, malfunctions.locator('summary'))
  await page.keyboard.press('Enter')
  await expect(newest).toContainText(name)
  await expect(newest).toContainText('Wanneer dit is opgelost, is niet bekend.')

  await page.goto(site)
  await tabTo(page, containers.getByRole('button', { name: /^Opgelost/ }).first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Ja, opgelost' }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('De storing is opgelost')).toBeVisible()
  await expect(containers.getByText(/^Eerdere storingen/)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Ophaaldagen' })).toBeVisible()
  await malfunctions.locator('summary').click()
  await expect(newest).not.toContainText(name)
})
