import {
  dateHandover,
  listAddressClearances,
  listAddressEquipment,
  listAddressHandovers,
  listBillYears,
  listPickupAppointments,
  recordHandover,
  showBill,
  showCalendar,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import {
  bsgw,
  makeBill,
  makeBillClearance,
  makeBillLine,
  makeBillPeriod,
  makeEquipment,
  makeFixedLine,
  makeHandover,
} from '../../../test/make.ts'
import { openPage } from '../../../test/open-page.tsx'

type Given = Parameters<typeof makeBill>[0]

/** Opens an address that has the given bill in every year. */
async function openBill(bill: Given = {}, path = '/address/a1', server = fakeServer()) {
  server.answer(listAddressEquipment, () => [makeEquipment()])
  server.answer(listAddressClearances, () => ({ data: [], meta: { years: [], updated_until: null } }))
  server.answer(showBill, ({ query }) => makeBill(query.year ? { year: Number(query.year), ...bill } : bill))
  server.answer(listBillYears, () => ({ years: [], spoken: '' }))
  const opened = await openPage(path, { as: bsgw, server })
  await screen.findByRole('region', { name: /^Aanslag \d{4}$/ })
  return opened
}

const panel = () => within(screen.getByRole('region', { name: /^Aanslag \d{4}$/ }))
const rows = (name: string | RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
const fact = (name: string | RegExp) =>
  panel().getByText(name, { selector: 'p' }).nextElementSibling?.textContent.replaceAll('\u00a0', ' ')

test('shows the total, the paragraph to read aloud and the lines of the year that the server chose, and marks that year', async () => {
  const { server } = await openBill()
  expect(server.arrived(showBill)).toMatchObject([{ params: { alias: 'a1' }, query: {}, purpose: null }])
  expect(fact(/^Onze berekening$/)).toBe('€ 176,40')
  expect(panel().getByText('Er is nog geen aanslag opgelegd.')).toBeVisible()
  expect(panel().getByText(makeBill().spoken.short)).toBeVisible()
  expect(rows('Regels van de aanslag 2025')).toEqual([
    'WaarvoorAantal × tariefBedrag',
    'Restafval 240 l1 × 9,90€ 9,90',
    'Vast deel1 × 166,50€ 166,50',
    'Samen€ 176,40',
  ])
  const years = within(screen.getByRole('navigation', { name: 'Jaar' }))
  expect(years.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['20261', '20252', '20243'])
  expect(years.getByRole('link', { name: '2025' })).toHaveAttribute('aria-current', 'page')
})

test('shows the lifts of a line, with moment, amount and remarks, when its button is pressed', async () => {
  const lifts = [
    makeBillClearance({ id: 1 }),
    makeBillClearance({ id: 2, cleared_at: '2025-12-31T07:02:00+01:00', is_late: true }),
    makeBillClearance({ id: 3, waste_type: 'gft' }),
  ]
  const lines = [
    makeBillLine({ count: 2, amount_cents: 1980, clearance_ids: [1, 2] }),
    makeBillLine({ waste_type: 'gft', unit_cents: 170, amount_cents: 170, clearance_ids: [3] }),
    makeFixedLine(),
  ]
  const { user } = await openBill({ clearances: lifts, periods: [makeBillPeriod({ lines })] })
  const button = panel().getByRole('button', { name: 'Restafval 240 l' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(rows('Ledigingen van de regel Restafval 240 l').slice(1)).toEqual([
    'di 4 mrt07:31Klopt niet: Restafval, di 4 maart 2025, 07:31€ 9,90',
    'wo 31 dec07:02Later geleverdKlopt niet: Restafval, wo 31 december 2025, 07:02€ 9,90',
  ])
  await user.click(button)
  expect(screen.queryByRole('table', { name: 'Ledigingen van de regel Restafval 240 l' })).not.toBeInTheDocument()
  expect(panel().queryByRole('button', { name: 'Vast deel' })).not.toBeInTheDocument()
})

test('shows the words of a rule in the place of a price, and its sentence and days when the line is opened', async () => {
  const free = { id: 7, name: 'in het vaste deel', sentence: 'De eerste lediging hoort bij het vaste deel.' }
  const remission = { id: 9, name: 'Kwijtschelding', sentence: 'U krijgt kwijtschelding van het vaste deel: € 166,50.' }
  const days = { valid_from: '2021-01-01', valid_to: null, lifts: 1, amount_cents: 990 }
  const rest = [makeBillLine({ unit_cents: 0, amount_cents: 0, rule: 7, clearance_ids: [1] })]
  const lines = [
    makeFixedLine(),
    makeFixedLine({ charge: 'deduction', unit_cents: null, amount_cents: -16_650, rule: 9 }),
  ]
  const { user } = await openBill({
    clearances: [makeBillClearance({ id: 1, charged_cents: 0, rule: 7, rank: 4 })],
    periods: [
      makeBillPeriod({
        from: '2024-01-01',
        to: '2024-12-31',
        lines: rest,
        amount_cents: 0,
        rules: [{ ...free, ...days }],
      }),
      makeBillPeriod({ lines, rules: [{ ...remission, ...days, valid_to: '2025-12-31' }] }),
    ],
  })
  expect(rows(/^Ledigingen van 2024/)[1]).toBe('Restafval 240 l1 × in het vaste deel€ 0,00')
  expect(rows(/^Van /)[2]).toBe('Kwijtschelding–−€ 166,50')
  await user.click(panel().getByRole('button', { name: 'Kwijtschelding' }))
  expect(rows(/^Van /)[3]).toBe(`${remission.sentence} Geldt vanaf 1 januari 2021 tot en met 31 december 2025.`)
  await user.click(panel().getByRole('button', { name: 'Restafval 240 l' }))
  expect(rows(/^Ledigingen van 2024/)[2]).toContain(`${free.sentence} Geldt vanaf 1 januari 2021.`)
  expect(rows('Ledigingen van de regel Restafval 240 l')[1]).toContain('telt als 4e lediging')
})

test('shows from which day each tariff applies when a tariff change splits a line', async () => {
  const lines = [
    makeBillLine(),
    makeBillLine({ unit_cents: 1140, amount_cents: 1140, valid_from: '2025-07-01', clearance_ids: [2] }),
    makeBillLine({ waste_type: 'gft', clearance_ids: [3] }),
  ]
  await openBill({ periods: [makeBillPeriod({ lines })] })
  expect(rows(/^Regels/).slice(1, 4)).toEqual([
    'Restafval 240 ltot 1 juli1 × 9,90€ 9,90',
    'Restafval 240 lvanaf 1 juli1 × 11,40€ 11,40',
    'GFT 240 l1 × 9,90€ 9,90',
  ])
})

const change = { count: 0, amount_cents: 0, tariff_cents: 0, count_cents: 0, other_cents: 0 }
const last_year = { year: 2024, amount_cents: 17_970, count: 5, difference: 'Dat is € 16,65 meer dan in 2024.' }

test('states for each line and in total what the tariff, the number and the rest cost more than last year', async () => {
  const lines = [
    makeBillLine({
      count: 3,
      amount_cents: 2970,
      difference: { ...change, count: 2, amount_cents: 1995, tariff_cents: 15, count_cents: 1980 },
    }),
    makeBillLine({
      waste_type: 'gft',
      count: 0,
      unit_cents: null,
      amount_cents: 0,
      clearance_ids: [],
      difference: { ...change, count: -4, amount_cents: -680, count_cents: -680 },
    }),
  ]
  const fixed = makeFixedLine({ difference: { ...change, amount_cents: 350, other_cents: 350 } })
  await openBill({ periods: [makeBillPeriod({ lines: [...lines, fixed] })], last_year })
  expect(rows(/^Regels/)).toEqual([
    'WaarvoorAantal × tariefBedragSinds 2024Sinds 2024: tariefaantaloverig',
    'Restafval 240 l3 × 9,90€ 29,70+ 19,95+ 0,15+ 19,80–',
    'GFT 240 lgeen€ 0,00− 6,80–− 6,80–',
    'Vast deel1 × 166,50€ 166,50+ 3,50––+ 3,50',
    'Samen€ 196,20+ 16,65+ 0,15+ 13,00+ 3,50',
  ])
})

test('has no column for what did not change, and no columns without an earlier year', async () => {
  const difference = { ...change, amount_cents: 15, tariff_cents: 15 }
  const { server, router } = await openBill({
    periods: [makeBillPeriod({ lines: [makeBillLine({ difference })] })],
    last_year,
  })
  expect(rows(/^Regels/)[0]).toBe('WaarvoorAantal × tariefBedragSinds 2024: tarief')
  server.answer(showBill, () =>
    makeBill({ year: 2024, periods: [makeBillPeriod({ from: '2024-01-01', to: '2024-12-31' })] }),
  )
  await router.navigate({ to: '/address/$alias', params: { alias: 'a1' }, search: { year: '2024' } })
  await waitFor(() => expect(rows(/^Regels/)[0]).toBe('WaarvoorAantal × tariefBedrag'))
})

test('shows the number and weight, but no tariff, of a line whose items have different amounts', async () => {
  const line = makeBillLine({ count: 3, unit_cents: null, amount_cents: 2512, weight_kg: 41.5 })
  await openBill({ periods: [makeBillPeriod({ lines: [line] })] })
  expect(rows(/^Regels/)[1]).toBe('Restafval 240 l3 keer, 41,5 kg€ 25,12')
})

test('shows the number of items, the twelfths and the price of a line of several rented containers', async () => {
  const line = makeBillLine({ charge: 'rental', count: 2, twelfths: 7, unit_cents: 2400, amount_cents: 2800 })
  await openBill({ periods: [makeBillPeriod({ lines: [line] })] })
  expect(rows(/^Regels/)[1]).toBe('Huur extra container: Restafval 240 l2 × 7/12 × 24,00€ 28,00')
})

test('states that nothing was emptied for the current occupant when the lifts of a former occupant are hidden', async () => {
  await openBill({ periods: [], clearances: [], hidden_periods: 1 }, '/address/a1?year=2025')
  expect(screen.getByText('In 2025 is hier niets geleegd voor de huidige bewoner.')).toBeVisible()
  expect(screen.getByText('Ledigingen van vorige bewoners zijn verborgen.')).toBeVisible()
})

test('hides the period of a former occupant, except while the chosen purpose is an objection', async () => {
  const current = makeBillPeriod({ from: '2025-05-15', lines: [makeFixedLine({ twelfths: 7, amount_cents: 9712 })] })
  const former = makeBillPeriod({
    to: '2025-05-14',
    household_size: 1,
    is_current: false,
    lines: [makeFixedLine({ twelfths: 5, amount_cents: 6938 })],
  })
  const { server, user } = await openBill({ periods: [current], hidden_periods: 1 })
  server.answer(showBill, ({ purpose }) =>
    purpose === 'aanslag_bezwaar'
      ? makeBill({ periods: [former, current] })
      : makeBill({ periods: [current], hidden_periods: 1 }),
  )
  expect(panel().getByText('Een vorige bewoner is verborgen.')).toBeVisible()
  expect(rows(/^Van 15 mei/)[1]).toBe('Vast deel7/12 × 166,50€ 97,12')
  await user.keyboard('b')
  expect(
    await panel().findByRole('table', { name: 'Van 1 januari 2025 tot en met 14 mei 2025, 1 persoon, vorige bewoner' }),
  ).toBeVisible()
  expect(panel().getByText('Bezwaar tegen aanslag')).toBeVisible()
  expect(fact('Onze berekening, huidige bewoner')).toBe('€ 97,12')
  expect(server.arrived(showBill).map(({ purpose }) => purpose)).toEqual([null, 'aanslag_bezwaar'])
  for (const endpoint of [listAddressEquipment, listPickupAppointments, showCalendar])
    expect(server.arrived(endpoint).map(({ purpose }) => purpose)).toEqual([null, 'aanslag_bezwaar'])
  await user.click(panel().getByRole('button', { name: 'Verberg vorige bewoners' }))
  expect(await panel().findByText('Een vorige bewoner is verborgen.')).toBeVisible()
  expect(server.arrived(showBill).at(-1)?.purpose).toBe('aanslag_vraag')
})

test('requests the bill of a second address without the purpose that was chosen for the first address', async () => {
  const { server, user, router } = await openBill({ hidden_periods: 1 })
  await user.keyboard('b')
  await waitFor(() => expect(server.arrived(showBill)).toHaveLength(2))
  await router.navigate({ to: '/address/$alias', params: { alias: 'a2' } })
  await waitFor(() => expect(server.arrived(showBill)).toHaveLength(3))
  expect(server.arrived(showBill)[2]).toMatchObject({ params: { alias: 'a2' }, purpose: null })
})

test('shows no amount for a year without facts', async () => {
  await openBill({
    periods: [makeBillPeriod({ lines: [] })],
    clearances: [],
    spoken: { short: 'In 2025 is er niets geleegd.', full: '' },
  })
  expect(panel().queryByText(/€ \d/)).not.toBeInTheDocument()
  expect(panel().getByText('In 2025 is er niets geleegd.')).toBeVisible()
  expect(screen.getByText('In 2025 is hier niets geleegd.')).toBeVisible()
})

test('states that the lifts of the municipality were never delivered, instead of that nothing was emptied', async () => {
  const delivered = { municipality: 'Vaals', streams: [] }
  await openBill({ periods: [makeBillPeriod({ lines: [] })], clearances: [], delivered })
  expect(await screen.findByText(/^(In|Van .+ in) Vaals zijn nog nooit ledigingen ingelezen\.$/)).toBeVisible()
  expect(screen.queryByText(/niets geleegd/)).toBeNull()
})

test('shows the last day that the bill of the current year includes', async () => {
  const lines = [makeBillLine()]
  await openBill({ year: 2026, periods: [makeBillPeriod({ from: '2026-01-01', to: '2026-12-31', lines })] })
  expect(fact('Onze berekening tot en met 16 november 2026')).toBe('€ 9,90')
})

test('single keys choose a year, copy and print, but not while the user types or a pass reader types a code', async () => {
  const { user, place, server } = await openBill()
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  await user.keyboard('3')
  await waitFor(() => expect(place()).toBe('/address/a1?year=2024'))
  await user.keyboard('c')
  expect(await navigator.clipboard.readText()).toBe(makeBill().spoken.short)
  expect(await panel().findByText('Gekopieerd')).toBeVisible()
  await user.keyboard('p')
  expect(print).toHaveBeenCalledTimes(1)
  const calls = server.arrived(showBill).length
  await user.keyboard('0102x')
  await user.click(screen.getByRole('combobox', { name: 'Zoeken' }))
  await user.keyboard('1pc')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(place()).toBe('/address/a1?year=2024')
  expect(server.arrived(showBill)).toHaveLength(calls)
  expect(print).toHaveBeenCalledTimes(1)
})

test('lists the keys of the bill in the dialog that ? opens', async () => {
  const { user } = await openBill()
  await user.keyboard('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Toetsen op deze pagina' }))
  expect(await keys.findByRole('heading', { name: 'Aanslag van een adres' })).toBeVisible()
  for (const action of ['Een jaar kiezen: 1 is het nieuwste', 'De gekozen uitleg kopiëren', 'De aanslag afdrukken'])
    expect(keys.getByText(action)).toBeVisible()
})

const assessment = {
  number: 'A-2025-1',
  assessed_on: '2026-01-31',
  amount_cents: 16_600,
  lines: [{ description: 'Vast deel', count: 1, unit_cents: 16_600, amount_cents: 16_600 }],
  difference_cents: 1040,
  late: { clearance_ids: [1], amount_cents: 990 },
  objected: { clearance_ids: [], amount_cents: 0 },
  tariff_cents: 50,
}

test('shows the imposed amount first, then what came after it and our own amount; its lines add up', async () => {
  const lines = [
    { description: 'Vast deel', count: 1, unit_cents: 16_650, amount_cents: 9712 },
    { description: 'Ledigingen', count: 2, unit_cents: 990, amount_cents: 1980 },
    { description: 'Korting', count: null, unit_cents: null, amount_cents: -100 },
    { description: 'Gewicht', count: 3, unit_cents: 990, amount_cents: 1234 },
  ]
  await openBill({ periods: [makeBillPeriod({ assessment: { ...assessment, lines } })] })
  expect(fact('Aanslag van 31 januari 2026')).toBe('€ 166,00')
  expect(rows('Wat er na de aanslag kwam')).toEqual([
    '1 lediging later geleverd+ 9,90',
    'andere tarieven of regels+ 0,50',
    'Onze berekening nu€ 176,40',
  ])
  expect(panel().queryByText('klopt met onze berekening')).toBeNull()
  expect(rows('Regels van aanslag A-2025-1')).toEqual([
    'WaarvoorAantal × tariefBedrag',
    'Vast deel7/12 × 166,50€ 97,12',
    'Ledigingen2 × 9,90€ 19,80',
    'Korting–−€ 1,00',
    'Gewicht3 keer€ 12,34',
    'Samen€ 166,00',
  ])
})

test('shows one amount when our calculation equals the imposed bill', async () => {
  const late = { clearance_ids: [], amount_cents: 0 }
  const equal = { ...assessment, amount_cents: 17_640, difference_cents: 0, late, tariff_cents: 0 }
  await openBill({ periods: [makeBillPeriod({ assessment: equal })] })
  expect(fact('Aanslag van 31 januari 2026')).toBe('€ 176,40')
  expect(panel().getByText('klopt met onze berekening')).toBeVisible()
  expect(panel().queryByText(/^Onze berekening/)).toBeNull()
})

test('shows only the imposed amount and the lifts, and says why, when schemes of that year may be deleted', async () => {
  const imposed_only =
    'Over 2021 bewaart de portal geen regelingen meer. Daarom staat hier alleen de opgelegde aanslag.'
  const nothing = { clearance_ids: [], amount_cents: 0 }
  const assessment = {
    ...{ number: 'A-1', assessed_on: '2022-01-31', amount_cents: 12_345, lines: [], difference_cents: null },
    ...{ late: nothing, objected: nothing, tariff_cents: 0 },
  }
  await openBill(
    {
      imposed_only,
      billed: { from: '2021-01-01', to: '2021-12-31', amount_cents: null },
      periods: [makeBillPeriod({ lines: [], amount_cents: null, assessment })],
      clearances: [makeBillClearance({ charged_cents: null, amount_cents: null })],
    },
    '/address/a1?year=2021',
  )
  expect(fact('Aanslag van 31 januari 2022')).toBe('€ 123,45')
  expect(panel().getByText(imposed_only)).toBeVisible()
  expect(panel().queryByText(/onze berekening|niets bekend/i)).toBeNull()
  expect(panel().queryByRole('table')).toBeNull()
  expect(rows(/Restafval/).at(-1)).toMatch(/–$/)
})

test('the employee chooses the length of the text, which key C copies and the next address keeps', async () => {
  const { user, server, router } = await openBill()
  server.answer(listBillYears, () => ({ years: [], spoken: 'In 2025: € 176,40.' }))
  await user.click(panel().getByRole('radio', { name: 'Volledig' }))
  expect(panel().getByText(makeBill().spoken.full)).toBeVisible()
  await user.keyboard('c')
  expect(await navigator.clipboard.readText()).toBe(makeBill().spoken.full)
  await router.navigate({ to: '/address/$alias', params: { alias: 'a2' } })
  await waitFor(() => expect(panel().getByText(makeBill().spoken.full)).toBeVisible())
  await user.click(panel().getByRole('radio', { name: 'Per jaar' }))
  expect(await panel().findByText('In 2025: € 176,40.')).toBeVisible()
  await user.click(panel().getByRole('radio', { name: 'Kort' }))
})

test.each([
  [5, 'Dat is minder dan bij de meeste.'],
  [6, 'Dat is gewoon.'],
  [11, 'Dat is meer dan bij de meeste.'],
])('states in words how %i lifts compare with the quartiles of comparable households', async (own_lifts, verdict) => {
  const norm = {
    waste_type: 'residual_waste',
    volume_litres: 240,
    household_size: 'several',
    households: 143,
    lifts: { lower: 6, median: 8, upper: 10 },
    cents: { lower: 5940, median: 7920, upper: 9900 },
    own_lifts,
    own_cents: own_lifts * 990,
  } as const
  await openBill({ norm })
  expect(screen.getByText(/^Restafval, 240 liter/)).toHaveTextContent(
    `Restafval, 240 liter: ${own_lifts} keer. ${verdict} De helft van 143 huishoudens van meer personen zit tussen 6 en 10 keer. In het midden ligt 8 keer.`,
  )
})

test('says until when the household can object, and records an objection that reached the tax office', async () => {
  const server = fakeServer()
  const assessment = { year: 2025, assessed_on: '2026-01-31', object_until: '2026-03-16', days_left: 1 }
  const recorded = makeHandover({ is_own: true, received_by: 'tax_office' })
  server.answer(listAddressHandovers, () => ({
    data: server.arrived(recordHandover).length > 0 ? [recorded] : [],
    meta: { assessments: [assessment] },
  }))
  server.answer(recordHandover, () => recorded)
  const { user } = await openBill({ year: 2025 }, '/address/a1', server)
  expect(await screen.findByText('Bezwaar kan tot en met 16 maart 2026 (nog 1 dag).')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Bezwaar' }))
  expect(screen.getByRole('textbox', { name: 'Wat staat erin?' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Bezwaar vastleggen' }))
  const objections = within(await screen.findByRole('region', { name: 'Bezwaren tegen de aanslag' }))
  expect(server.arrived(recordHandover)).toMatchObject([
    {
      params: { alias: 'a1' },
      body: { year: 2025, received_by: 'tax_office', missing: [] },
      purpose: 'aanslag_bezwaar',
    },
  ])
  expect(objections.getByText(/: ontvangen, nog open$/)).toBeVisible()
  expect(objections.getByText('nog 45 dagen')).toBeVisible()
  await user.click(objections.getByRole('button', { name: /^Data/ }))
  await user.type(objections.getByLabelText('Verdaagd op'), '1-12-2026')
  await user.click(objections.getByRole('button', { name: 'Vastleggen' }))
  await waitFor(() =>
    expect(server.arrived(dateHandover).map(({ body }) => body)).toEqual([{ extended_on: '2026-12-01' }]),
  )
})

test('says why there is no objection to a bill of more than three years ago, which nobody can dispute', async () => {
  const server = fakeServer()
  const assessment = { year: 2020, assessed_on: '2021-01-31', object_until: '2021-03-15', days_left: -2000 }
  server.answer(listAddressHandovers, () => ({ data: [], meta: { assessments: [assessment] } }))
  await openBill({ year: 2020 }, '/address/a1', server)
  expect(await screen.findByText(/^Bezwaar kon tot en met 15 maart 2021/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Vraag' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Bezwaar' })).toHaveAccessibleDescription(
    'Tegen de aanslag van 2020 kan geen bezwaar meer',
  )
})

test('the panel of the objection shows a failed call, and loads again', async () => {
  const server = fakeServer()
  server.fail(listAddressHandovers, 503)
  const { user } = await openBill({}, '/address/a1', server)
  const objection = within(await screen.findByRole('region', { name: 'Bezwaar' }))
  server.answer(listAddressHandovers, () => ({ data: [], meta: { assessments: [] } }))
  await user.click(await objection.findByRole('button', { name: 'Opnieuw proberen' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Bezwaren tegen de aanslag' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
})
