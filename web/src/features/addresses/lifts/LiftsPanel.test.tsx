import {
  type BillDay,
  type BillFlag,
  type BillOfYear,
  listAddressClearances,
  listAddressEquipment,
  listBillYears,
  listNonClearances,
  type NonClearance,
  showBill,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import {
  bsgw,
  makeBill,
  makeBillClearance,
  makeBillPeriod,
  makeClearance,
  makeEquipment,
  makeObjection,
} from '../../../test/make.ts'
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

function serverWith(bill: Parameters<typeof makeBill>[0]) {
  const server = fakeServer()
  server.answer(listAddressEquipment, () => [])
  server.answer(showBill, ({ query }) =>
    makeBill({ year: Number(query.year ?? 2025), clearances: lifts, days, ...bill }),
  )
  return server
}

async function openLifts(bill: Parameters<typeof makeBill>[0] = {}, path = '/address/a1', server = serverWith(bill)) {
  const opened = await openPage(path, { as: bsgw, server })
  await screen.findByRole('table', { name: 'Ophaaldagen en ledigingen per maand' })
  return opened
}
const panel = () => within(screen.getByRole('region', { name: 'Ledigingen' }))
const rows = () =>
  panel()
    .getAllByRole('row')
    .filter((row) => row.matches('[data-stop]'))
/** The day and time of each lift, in the order of the lists. */
const moments = () =>
  rows().map((row) =>
    [...row.children]
      .slice(0, 2)
      .map(({ textContent }) => textContent)
      .join(' '),
  )

test('shows the collection days beside the lifts per stream and month, in words for screen readers', async () => {
  await openLifts()
  const timeline = within(panel().getByRole('table', { name: 'Ophaaldagen en ledigingen per maand' }))
  const cells = (stream: string) =>
    within(timeline.getByRole('row', { name: new RegExp(stream) }))
      .getAllByRole('cell')
      .map((cell) => cell.querySelector('.visually-hidden')?.textContent)
  expect(cells('GFT')[2]).toBe('1 geen lediging, 1 geleegd op een verplaatste dag')
  expect(cells('Restafval').filter((text) => text !== 'niets')).toEqual(['1 geleegd', '1 geleegd buiten een ophaaldag'])
  const legend = within(panel().getByRole('list', { name: 'Tekens' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'geleegd',
    'geen lediging',
    'geleegd op een verplaatste dag',
    'geleegd buiten een ophaaldag',
  ])
  expect(timeline.getByText('feestdag')).toBeVisible()
  expect(timeline.getByRole('button', { name: 'jan' })).toHaveAccessibleDescription('januari')
})

test('explains the months before the only period of a bill that begins in spring', async () => {
  await openLifts({ periods: [makeBillPeriod({ from: '2025-03-01', to: '2025-12-31' })] })
  expect(within(panel().getByRole('list', { name: 'Tekens' })).getByText('elders')).toBeVisible()
})

test('shows what was not emptied between the lifts, on its day and at its container, and counts it apart', async () => {
  const server = serverWith({})
  const missed = { id: 3, waste_type: 'residual_waste', equipment_id: 31, reason: 'te_zwaar' } as const
  const data: NonClearance[] = [
    { ...missed, happened_at: '2025-12-30T08:19:20+01:00' },
    { ...missed, id: 4, happened_at: '2025-03-10T10:30:15+01:00', waste_type: 'gft', reason: 'te_laat' },
  ]
  const streams = [{ waste_type: 'gft' as const, until: '2025-12-31' }]
  const delivered = { municipality: 'Heerlen', streams }
  server.answer(listNonClearances, () => ({ data, meta: { delivered, start: { container: 6, bag: 9 } } }))
  const container = makeEquipment({ id: 31, last_cleared_at: '2025-12-24T08:20:00+01:00' })
  server.answer(listAddressEquipment, () => [container])
  server.answer(listAddressClearances, () => ({
    data: [makeClearance({ cleared_at: '2025-12-24T08:20:00+01:00' })],
    meta: { years: [2025], updated_until: '2025-12-31' },
  }))
  const { user } = await openLifts({}, '/address/a1', server)
  expect(await panel().findByText('3 ledigingen in 2025, 2 keer niet geleegd')).toBeVisible()
  const first = panel().getByRole('row', { name: /^di 30 dec/ })
  expect(first).toHaveTextContent('08:19niet geleegd: te zwaarUw container was te zwaar. Hij mag niet meer dan 80 kilo')
  expect(first.previousElementSibling).toBeNull()
  expect(panel().getByText(/Zet hem vóór 6 uur buiten/)).toBeVisible()
  const timeline = within(panel().getByRole('table', { name: 'Ophaaldagen en ledigingen per maand' }))
  const gft = within(timeline.getByRole('row', { name: /GFT/ })).getAllByRole('cell')[2]
  expect(gft).toHaveTextContent('1 niet geleegd: te laat buiten, 1 geleegd op een verplaatste dag')
  const legend = within(panel().getByRole('list', { name: 'Tekens' }))
  expect(legend.getByText('niet geleegd')).toBeVisible()
  const card = within(screen.getByRole('region', { name: 'Containers' }))
  expect(card.getByText('Niet geleegd 30 december 2025: te zwaar')).toBeVisible()

  await user.click(panel().getByRole('button', { name: 'GFT' }))
  expect(panel().getByText('1 van 3 ledigingen in 2025, 2 keer niet geleegd')).toBeVisible()
  expect(panel().queryByText('niet geleegd: te zwaar')).toBeNull()

  await user.click(panel().getByRole('link', { name: 'Meest recent' }))
  const recent = await panel().findByRole('table', { name: 'De laatste lediging, 2 keer niet geleegd' })
  expect(
    within(recent)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Moment'),
    expect.stringContaining('niet geleegd: te zwaar'),
    expect.stringContaining('24 december'),
    expect.stringMatching(/niet geleegd: te laat buiten.*vóór 6 uur/),
  ])
})

test("narrows the lifts to a month and a stream, fills in the days, and shows all lifts on 'Toon alles'", async () => {
  const { user } = await openLifts()
  const march = panel().getByRole('button', { name: 'mrt' })
  await user.click(march)
  expect(march).toHaveAttribute('aria-pressed', 'true')
  expect(panel().getByLabelText('Van')).toHaveValue('1-3-2025')
  expect(panel().getByLabelText('Tot en met')).toHaveValue('31-3-2025')
  expect(panel().getByText('2 van 3 ledigingen in 2025')).toBeVisible()
  await user.click(panel().getByRole('button', { name: 'Restafval' }))
  expect(moments()).toEqual(['di 4 mrt 07:31'])
  await user.click(march)
  expect(moments()).toEqual(['wo 24 dec 08:20', 'di 4 mrt 07:31'])
  await user.click(panel().getByRole('button', { name: 'Toon alles' }))
  expect(moments()).toHaveLength(3)
  expect(panel().getByRole('button', { name: 'Restafval' })).toHaveAttribute('aria-pressed', 'false')
})

test('narrows the list to days that the employee types, and shows an error at a day that does not exist', async () => {
  const { user } = await openLifts()
  await user.type(panel().getByLabelText('Van'), '18-3')
  expect(moments()).toEqual(['wo 24 dec 08:20', 'di 18 mrt 07:31'])
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
  await waitFor(() => expect(moments()).toEqual(['wo 24 dec 08:20']))
  expect(panel().getByText('1 van 3 ledigingen in 2025', { selector: 'p' })).toHaveFocus()
})

test('key L shows the lift of an open objection when there is nothing else to check', async () => {
  const { user } = await openLifts({ flags: [], objections: [makeObjection({ clearance_id: 3, state: 'open' })] })
  expect(screen.getByRole('button', { name: 'Bekijk: 1 open vraag' })).toBeVisible()
  await user.keyboard('l')
  await waitFor(() => expect(moments()).toEqual(['wo 24 dec 08:20']))
  expect(panel().getByText('1 van 3 ledigingen in 2025', { selector: 'p' })).toHaveFocus()
})

test('lists the lifts newest first per container; each list is one tab stop, which the arrow keys move through', async () => {
  const { user } = await openLifts({
    clearances: [...lifts, ...days.map((_, id) => makeBillClearance({ id: id + 10 }))],
  })
  const residual = within(panel().getByRole('table', { name: /^Restafval 240 l 30000269 6 keer$/ }))
  expect(panel().getByRole('table', { name: /^GFT 240 l 30000269 1 keer$/ })).toBeVisible()
  expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(2)
  const [first, second] = rows() as [HTMLElement, HTMLElement]
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(second).toHaveFocus()
  expect(first).toHaveAttribute('tabindex', '-1')
  await user.keyboard('{Home}{ArrowUp}{ArrowRight}')
  expect(residual.getByRole('button', { name: 'Bedrag' })).toHaveFocus()
  second.focus()
  await user.tab()
  expect(rows().at(-1)).toHaveFocus()
})

test('K opens the form of the chosen lift with the focus inside, and without a choice of the lift to check', async () => {
  const flag: BillFlag = {
    rule: 'same_day',
    clearance_ids: [2],
    text: 'Twee keer geleegd.',
    check: 'Vraag de inzamelaar.',
  }
  const { user } = await openLifts({ flags: [flag] })
  const flagged = panel().getByRole('cell', { name: /^Twee keer geleegd. Vraag de inzamelaar. Klopt niet/ })
  expect(flagged.parentElement?.previousElementSibling).toHaveTextContent('di 18 mrt')
  await user.keyboard('k')
  expect(within(panel().getByRole('form')).getByRole('radio', { name: 'Niet aangeboden' })).toHaveFocus()
  await user.click(panel().getByRole('button', { name: 'Annuleren' }))
  expect(flagged.parentElement?.previousElementSibling).toHaveFocus()
  rows()[1]?.focus()
  await user.keyboard('k')
  expect(panel().getByRole('form').closest('tr')?.previousElementSibling).toBe(rows()[1])
  await user.click(screen.getByText('Sneltoetsen'))
  expect(await screen.findByText(/^Deze lediging klopt niet/)).toBeVisible()
})

const barOf = (year: number, residual_waste: number): BillOfYear => ({
  year,
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  is_running: year === 2026,
  amount_cents: residual_waste + 10_200,
  parts: { fixed: 10_000, residual_waste, gft: 200, other: 0 },
  counts: { residual_waste: 2, gft: 1, other: 0 },
  similar: year === 2025 ? { households: 1582, amount_cents: 23_290 } : null,
})

test('a bar chooses its year and a segment its lifts, both by key; a table has the same numbers', async () => {
  const server = serverWith({})
  server.answer(listBillYears, () => ({ years: [barOf(2025, 9000), barOf(2026, 4000)], spoken: '' }))
  const { user, place } = await openLifts({}, '/address/a1?year=2025', server)
  const bar = await screen.findByRole('button', { name: /^2025: €.192,00, restafval €.90,00, gft €.2,00, vast deel/ })
  expect(bar).toHaveAccessibleName(/midden van 1.582 vergelijkbare huishoudens: €.232,90$/)
  bar.focus()
  await user.keyboard('{End}{Enter}')
  await waitFor(() => expect(moments()).toEqual(['di 18 mrt 07:31']))
  await user.click(screen.getByRole('button', { name: 'Als tabel' }))
  const table = within(await screen.findByRole('table', { name: 'Bedragen per jaar' }))
  expect(table.getByRole('row', { name: /^2026 tot nu/ })).toHaveTextContent('€ 100,00€ 2,00€ 40,00€ 142,00onbekend')
  await user.click(screen.getByRole('button', { name: 'Sluiten' }))
  bar.focus()
  await user.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(place()).toBe('/address/a1?year=2026'))
})

test('shows all lifts again when another year is chosen', async () => {
  const { user } = await openLifts()
  await user.click(panel().getByRole('button', { name: 'dec' }))
  await user.click(within(screen.getByRole('navigation', { name: 'Jaar' })).getByRole('link', { name: '2024' }))
  expect(await panel().findByText('3 ledigingen in 2024')).toBeVisible()
  expect(panel().getByLabelText('Van')).toHaveValue('')
})

test('S3.11 shows the totals of the year per category, with the amounts on the bill', async () => {
  await openLifts()
  const totals = panel().getByRole('table', { name: 'Totaal per onderdeel van de aanslag' })
  expect(within(totals).getByRole('row', { name: /Samen/ })).toHaveTextContent('3720 l€ 21,50')
})

test('names the year of lifts of the year before, and says which lifts stand on another bill', async () => {
  const before = makeBillClearance({ id: 9, cleared_at: '2024-03-05T07:31:00+01:00' })
  await openLifts({ clearances: [{ ...(lifts[0] as typeof before), charged_cents: null }, before] })
  expect(panel().getByText('2 ledigingen in 2024 en 2025')).toBeVisible()
  expect(moments()).toEqual(['wo 24 dec 08:20', 'di 5 mrt 2024 07:31'])
  expect(rows()[0]).toHaveTextContent(/Niet op deze aanslag.*–$/)
  const march = within(panel().getByRole('table', { name: 'Ophaaldagen en ledigingen per maand' }))
  expect(march.queryByText('2 geleegd')).toBeNull()
})
