import { expect } from '@playwright/test'
import { apiOf } from './api.ts'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabTo } from './keyboard.ts'

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
  const list = page.getByRole('region', { name: 'Open bezwaren' })
  const rest = list.getByText(/^De eerste 100 van \d+, het oudste bovenaan\.$/)
  await expect(rest).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(100)
  const total = Number(/van (\d+)/.exec((await rest.textContent()) ?? '')?.[1])
  expect(total).toBeGreaterThan(100)
  await expectAccessible(page)

  const first = list.getByRole('listitem').filter({ hasText: 'Bezwaar nummer 1.' })
  await tabTo(page, first.getByRole('button', { name: /^Afwijzen/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Ja, afwijzen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Het bezwaar is afgewezen')).toBeVisible()
  await expect(list.getByText(`De eerste 100 van ${total - 1}, het oudste bovenaan.`)).toBeVisible()
  await expect(first).toHaveCount(0)
  await expect(list.getByRole('listitem')).toHaveCount(100)

  // The dashboards of later journeys are short again.
  const decide = await apiOf(request, 'beide@rd4.example', 'aanslag_bezwaar')
  for (const id of filed) await decide('PUT', `/objections/${id}`, { state: 'rejected' })
})
