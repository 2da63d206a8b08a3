import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, tabTo } from './keyboard.ts'
import { goToSearch } from './screens/steps.ts'

/** The last year that the demo data bills. Until 2 February, this is the year before last. */
const today = new Date()
const lastYear =
  today.getFullYear() - (today.getMonth() === 0 || (today.getMonth() === 1 && today.getDate() < 3) ? 2 : 1)
const sentence = 'U betaalt ten hoogste 12 ledigingen.'

/** Opens the address in Gulpen with fourteen lifts and a code, and returns its bill. */
async function openBill(page: Page) {
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  await goToSearch(page)
  await page.keyboard.type('6271aa3')
  await page.keyboard.press('Enter')
  const bill = page.getByRole('region', { name: `Aanslag ${lastYear}` })
  await expect(bill).toBeVisible()
  return bill
}

test('an administrator adds a rule by keyboard, the provider reads it aloud, and the rule is ended or withdrawn', async ({
  page,
}) => {
  const { press, count } = keyCounter(page)
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }), press)
    for (const key of text) await press(key)
  }
  const pressButton = async (name: string | RegExp) => {
    await tabTo(page, page.getByRole('button', { name }), press)
    await press('Enter')
  }
  /** Types a rule for the lifts of gft from the thirteenth on, and adds it. */
  const addRule = async (first_day: string) => {
    await type('Soort regel', 'L')
    await type('Eerste lediging die niets kost', '13')
    await type('Afvalstroom', 'G')
    await type('Eerste dag', first_day)
    await expect(page.getByRole('form').getByText(sentence, { exact: true })).toBeVisible()
  }
  const rows = page.getByRole('row', { name: new RegExp(`^${sentence}`) })

  await openAs(page, 'beheer@rd4.example', '/rekenregels')
  await type('Gemeente', 'Gu')
  await expect(page.getByRole('heading', { name: 'Rekenregels van Gulpen-Wittem' })).toBeVisible()
  await addRule(`1-1-${lastYear}`)
  const sample = page.getByRole('table', { name: /14 ledigingen/ }).getByRole('row', { name: /^GFT, minicontainer/ })
  await expect(sample.first()).toContainText('€')
  await expect(page.getByText(new RegExp(`^Dit verandert de berekening van ${lastYear}`))).toBeVisible()
  await expectAccessible(page)
  await pressButton('Regel toevoegen voor Gulpen-Wittem')
  await expect(rows).toHaveCount(1)
  expect(count(), 'the keys that add a rule').toBeLessThanOrEqual(60)

  const bill = await openBill(page)
  await tabTo(page, bill.getByRole('radio', { name: 'Kort' }))
  await page.keyboard.press('ArrowRight')
  await expect(bill).toContainText('Met regeling M')
  await expect(bill).toContainText(sentence)
  await expect(bill).toContainText(/U betaalt 2 keer €\s\d/)
  await expectAccessible(page)

  await openAs(page, 'beheer@rd4.example', '/rekenregels')
  await type('Jaar', String(lastYear))
  await pressButton(new RegExp(`^Beëindigen ?: ${sentence}`))
  for (const key of `1-1-${lastYear}`) await press(key)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(new RegExp(`^Dit verandert de berekening van ${lastYear}`))).toBeVisible()
  await expectAccessible(page)
  await press('Enter')
  await expect(rows).toContainText(`tot en met 1 januari ${lastYear}`)
  expect(count(), 'the keys that end a rule').toBeLessThanOrEqual(70)
  await openBill(page)
  await expect(bill).toContainText('Met regeling M')
  await expect(bill).not.toContainText(sentence)

  await openAs(page, 'beheer@rd4.example', '/rekenregels')
  await addRule('1-1-2099')
  await pressButton('Regel toevoegen voor Gulpen-Wittem')
  await expect(page.getByLabel('Jaar', { exact: true })).toHaveValue('2099')
  await pressButton(new RegExp(`^Intrekken ?: ${sentence}`))
  await tabTo(page, dialog.getByRole('button', { name: 'Intrekken' }), press)
  await press('Enter')
  await expect(rows).toHaveCount(0)
})
