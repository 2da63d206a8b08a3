import { expect } from '@playwright/test'
import { apiOf } from './api.ts'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, tabTo } from './keyboard.ts'

const tomorrow = () => new Date(Date.now() + 86_400_000).toLocaleDateString('nl-NL', { timeZone: 'Europe/Amsterdam' })

test('the dashboard lists the oldest 100 of more open objections, and a decision makes room for the next', async ({
  page,
  request,
}) => {
  const fileAsColleague = await apiOf(request, 'medewerker@bsgw.example', 'aanslag_bezwaar')
  const filed: number[] = []
  for (let clearance_id = 1; filed.length < 101 && clearance_id < 1000; clearance_id += 1) {
    const body = { reason: 'other', note: `Bezwaar nummer ${filed.length + 1}.` }
    const response = await fileAsColleague('POST', `/clearances/${clearance_id}/objection`, body)
    // The clearance of a shared container is on no bill, so nobody can object to it.
    if (response.ok()) filed.push((await response.json()).data.id)
  }
  expect(filed).toHaveLength(101)

  await openAs(page, 'beide@rd4.example', '/dashboard')
  const list = page.getByRole('region', { name: 'Voor mij' })
  await expect(list.getByText('Van elke soort staan hier de eerste 100 taken.')).toBeVisible()
  await page.getByRole('button', { name: /^Bezwaren/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(100)
  const total = async () => Number((await list.locator('h2 + *').textContent())?.replace('.', ''))
  const before = await total()
  expect(before).toBeGreaterThan(100)
  await expectAccessible(page)

  const first = list.getByRole('listitem').first()
  await tabTo(page, first.getByRole('link'))
  await page.keyboard.press('r')
  await page.keyboard.type('De container is geleegd')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('De vraag is afgewezen')).toBeVisible()
  await expect.poll(total).toBe(before - 1)
  await expect(list.getByRole('listitem')).toHaveCount(100)

  // The dashboards of later journeys are short again.
  const decide = await apiOf(request, 'beide@rd4.example', 'aanslag_bezwaar')
  for (const id of filed) await decide('PUT', `/objections/${id}`, { state: 'rejected', reason: 'Opgeruimd' })
})

test('one outcome of a missed street takes six keys and a day, and Ctrl+Z opens its reports again', async ({
  page,
}) => {
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  const list = page.getByRole('region', { name: 'Voor mij' })
  const task = list.getByRole('button', { name: /^Niet geleegd 5 open/ })
  await expect(task).toBeVisible()
  await expect(page.getByRole('combobox').first()).toBeFocused()
  const keys = keyCounter(page)
  await keys.press('ArrowDown')
  // Tasks that earlier journeys left can be due before the street.
  while (!(await task.evaluate((it) => it === document.activeElement))) await page.keyboard.press('j')
  await keys.press('Enter')
  await expect(list.getByText(/^Pmd · .* · 5 adressen: waarschijnlijk rit gemist$/i)).toBeVisible()
  await expectAccessible(page)
  await keys.press('j')
  await keys.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Wieënweg, Heerlen' })).toBeVisible()
  await expectAccessible(page)
  await keys.press('Tab')
  const pressed = keys.count()
  await page.keyboard.type(tomorrow())
  await page.keyboard.press('Enter')
  await expect(page.getByText('De uitkomst is vastgelegd voor 5 meldingen')).toBeVisible()
  await expect(task).toBeHidden()
  expect(pressed).toBe(5)
  await expect(list.getByRole('link').first()).toBeFocused()
  await expect(page.getByText('Niet geleegd: uitkomst van 5 meldingen')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/De meldingen zijn weer open/)).toBeVisible()
  await expect(task).toBeVisible()
})
