import { type BillDay, type BillFlag, listAddressEquipment, showBill } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { bsgw, makeBill, makeBillClearance } from '../../../test/make.ts'
import { openPage } from '../../../test/open-page.tsx'

const lifts = [
  makeBillClearance({ id: 3, cleared_at: '2025-12-24T08:20:00+01:00' }),
  makeBillClearance({ id: 2, cleared_at: '2025-03-18T07:31:00+01:00', waste_type: 'gft', charged_cents: 170 }),
  makeBillClearance({ id: 1, cleared_at: '2025-03-04T07:31:00+01:00' }),
]
const days: BillDay[] = [
  { day: '2025-03-04', waste_type: 'residual_waste', outcome: 'emptied', moved_from: null, clearance_ids: [1] },
  { day: '2025-03-11', waste_type: 'gft', outcome: 'not_offered', moved_from: null, clearance_ids: [] },
  { day: '2025-03-18', waste_type: 'gft', outcome: 'moved', moved_from: '2025-03-17', clearance_ids: [2] },
  { day: '2025-12-24', waste_type: 'residual_waste', outcome: 'outside', moved_from: null, clearance_ids: [3] },
]

async function openLifts(bill: Parameters<typeof makeBill>[0] = {}, path = '/address/a1') {
  const server = fakeServer()
  server.answer(listAddressEquipment, () => [])
  server.answer(showBill, ({ query }) =>
    makeBill({ year: Number(query.year ?? 2025), clearances: lifts, days, ...bill }),
  )
  const opened = await openPage(path, { as: bsgw, server })
  await screen.findByRole('table', { name: 'Ophaaldagen en ledigingen per maand' })
  return opened
}
const panel = () => within(screen.getByRole('region', { name: 'Ledigingen' }))
const moments = () =>
  within(panel().getByRole('table', { name: /ledigingen? in 2025$/ }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

test('shows the collection days beside the lifts per stream and month, in words for screen readers', async () => {
  await openLifts()
  const timeline = within(panel().getByRole('table', { name: 'Ophaaldagen en ledigingen per maand' }))
  const cells = (stream: string) =>
    within(timeline.getByRole('row', { name: new RegExp(stream) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells('GFT')[2]).toBe('1 geen lediging, 1 geleegd op een verplaatste dag')
  expect(cells('Restafval').filter((text) => text !== 'niets')).toEqual(['1 geleegd', '1 geleegd buiten een ophaaldag'])
  const legend = within(panel().getByRole('list', { name: 'Tekens' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'geleegd',
    'geen lediging',
    'geleegd op een verplaatste dag',
    'geleegd buiten een ophaaldag',
  ])
})

test("narrows the lifts to a month and a stream, fills in the days, and shows all lifts on 'Toon alles'", async () => {
  const { user } = await openLifts()
  const march = panel().getByRole('button', { name: 'maart' })
  await user.click(march)
  expect(march).toHaveAttribute('aria-pressed', 'true')
  expect(panel().getByLabelText('Van')).toHaveValue('1-3-2025')
  expect(panel().getByLabelText('Tot en met')).toHaveValue('31-3-2025')
  expect(panel().getByRole('table', { name: '2 van 3 ledigingen in 2025' })).toBeVisible()
  await user.click(panel().getByRole('button', { name: 'Restafval' }))
  expect(moments()).toEqual(['di 4 maart 2025, 07:31'])
  await user.click(march)
  expect(moments()).toEqual(['wo 24 december 2025, 08:20', 'di 4 maart 2025, 07:31'])
  await user.click(panel().getByRole('button', { name: 'Toon alles' }))
  expect(moments()).toHaveLength(3)
  expect(panel().getByRole('button', { name: 'Restafval' })).toHaveAttribute('aria-pressed', 'false')
})

test('narrows the list to days that the employee types, and shows an error at a day that does not exist', async () => {
  const { user } = await openLifts()
  await user.type(panel().getByLabelText('Van'), '18-3')
  expect(moments()).toEqual(['wo 24 december 2025, 08:20', 'di 18 maart 2025, 07:31'])
  const until = panel().getByLabelText('Tot en met')
  await user.type(until, '31-11')
  expect(until).not.toBeInvalid()
  await user.tab()
  expect(until).toBeInvalid()
  expect(until).toHaveAccessibleDescription('Vul een datum in, zoals 4-3-2025')
  expect(moments()).toHaveLength(2)
})

test('counts the facts to check beside the total; key L goes to them, and the button of one narrows the list', async () => {
  const flag: BillFlag = {
    rule: 'outside_collection_day',
    clearance_ids: [3],
    text: 'Op 24 december is geleegd, maar rond die dag was er geen ophaaldag.',
    check: 'Vraag de inzamelaar of er die dag een extra ronde was.',
  }
  const { user } = await openLifts({ flags: [flag] })
  const count = screen.getByRole('button', { name: /^1 ding om na te gaan/ })
  expect(count).toHaveTextContent(flag.text)
  expect(screen.queryByText(flag.check)).toBeNull()
  await user.keyboard('l')
  expect(count).toHaveAttribute('aria-expanded', 'true')
  const flags = within(screen.getByRole('list', { name: 'Let op' }))
  expect(flags.getByRole('button', { name: /^Toon de lediging/ })).toHaveFocus()
  expect(flags.getByRole('heading', { name: 'Geleegd buiten de ophaaldagen' })).toBeVisible()
  expect(flags.getByText(flag.text)).toBeVisible()
  expect(flags.getByText(flag.check)).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(moments()).toEqual(['wo 24 december 2025, 08:20']))
  expect(panel().getByText('1 van 3 ledigingen in 2025', { selector: 'p' })).toHaveFocus()
})

test('shows all lifts again when another year is chosen', async () => {
  const { user } = await openLifts()
  await user.click(panel().getByRole('button', { name: 'december' }))
  await user.click(within(screen.getByRole('navigation', { name: 'Jaar' })).getByRole('link', { name: '2024' }))
  expect(await panel().findByRole('table', { name: '3 ledigingen in 2024' })).toBeVisible()
  expect(panel().getByLabelText('Van')).toHaveValue('')
})

test('S3.11 shows the totals of the year per category, with the amounts on the bill', async () => {
  await openLifts()
  const totals = panel().getByRole('table', { name: 'Totaal per onderdeel van de aanslag' })
  expect(within(totals).getByRole('row', { name: /Samen/ })).toHaveTextContent('3720 l€ 21,50')
})
