import {
  closeHandover,
  decideObjection,
  fileObjection,
  listAddressClearances,
  listAddressEquipment,
  listAddressHandovers,
  type Objection,
  recordHandover,
  retractObjection,
  showBill,
} from '@rd4-loket/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '../../../kit/browser/days.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { bsgw, makeBill, makeBillClearance, makeHandover, makeObjection } from '../../../test/make.ts'
import { openPage } from '../../../test/open-page.tsx'

/** A server whose bill has these objections. Filing or deciding an objection changes the list. */
function serverWithObjections(initial: Objection[] = []) {
  let objections = initial
  const server = fakeServer()
  server.answer(listAddressEquipment, () => [])
  server.answer(listAddressClearances, () => ({ data: [], meta: { years: [], updated_until: null } }))
  server.answer(showBill, () => makeBill({ objections }))
  server.answer(fileObjection, ({ body }) => {
    const { handover_id = null } = body
    const filed = makeObjection({ ...body, handover_id, filed_by: bsgw.name, is_own: true })
    objections = [filed]
    return filed
  })
  server.answer(decideObjection, ({ body }) => {
    const { state, reason: decision_reason } = body
    const made = { decided_by: bsgw.name, decided_at: '2026-03-05T09:00:00+01:00' }
    const decided = makeObjection({ ...objections[0], state, decision_reason, ...made })
    objections = [decided]
    return decided
  })
  return server
}

async function openLifts(server: ReturnType<typeof serverWithObjections>) {
  const opened = await openPage('/address/a1', { as: bsgw, server })
  const table = within(await screen.findByRole('table', { name: /^Restafval 240 l/ }))
  return { ...opened, table }
}
const bill = () => screen.getByRole('region', { name: 'Aanslag 2025' })

test('files an objection with a reason and a note, and shows it on the lift and in the bill', async () => {
  const server = serverWithObjections()
  const { user, table } = await openLifts(server)
  const button = table.getByRole('button', { name: /^Klopt niet: Restafval, di 4 maart 2025/ })
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.click(table.getByRole('radio', { name: 'Dubbel geteld' }))
  await user.type(table.getByRole('textbox', { name: 'Toelichting' }), 'Twee keer op één ochtend')
  await user.click(table.getByRole('button', { name: 'Vraag vastleggen' }))
  expect(await screen.findByText('De vraag is vastgelegd')).toBeVisible()
  expect(server.arrived(fileObjection)).toMatchObject([
    {
      params: { clearance_id: '1042' },
      body: { reason: 'duplicate', note: 'Twee keer op één ochtend' },
      purpose: null,
    },
  ])
  expect(table.getByRole('row', { name: /Vraag open/ })).toBeVisible()
  expect(table.getByText('Twee keer op één ochtend')).toBeVisible()
  expect(table.queryByRole('button', { name: /^Klopt niet/ })).not.toBeInTheDocument()
  expect(bill()).toHaveTextContent('1 open vraag. Bij toekennen gaat er € 9,90 van de aanslag af.')
})

test('2 makes it an objection, which records one for the household, or names the open one', async () => {
  const server = serverWithObjections()
  server.answer(listAddressHandovers, () => ({ data: [], meta: { assessments: [] } }))
  const recorded = makeHandover({ id: 8, first_day: '2020-01-01' })
  server.answer(recordHandover, () => recorded)
  const { user, table } = await openLifts(server)
  await user.click(table.getByRole('button', { name: /^Klopt niet/ }))
  expect(table.getByRole('radio', { name: 'Vraag' })).toBeChecked()
  await user.keyboard('2')
  expect(table.getByRole('radio', { name: 'Bezwaar' })).toBeChecked()
  expect(table.getByText(/^Er is nog geen open bezwaar tegen aanslag 2025/)).toBeVisible()
  await user.keyboard(' ')
  await user.click(table.getByRole('button', { name: 'Bezwaar vastleggen' }))
  expect(await screen.findByText('Het bezwaar is vastgelegd')).toBeVisible()
  const receipt = { received_on: today(), received_by: 'tax_office', note: '', missing: [] }
  expect(server.arrived(recordHandover)).toMatchObject([
    { params: { alias: 'a1' }, body: { year: 2025, household_on: '2025-03-04', ...receipt } },
  ])
  const filed = { body: { reason: 'not_presented', handover_id: 8 }, purpose: 'aanslag_bezwaar' }
  expect(server.arrived(fileObjection)).toMatchObject([filed])
  expect(await table.findByRole('row', { name: /Bezwaar open/ })).toBeVisible()
})

test.each([
  [990, undefined],
  [null, 'Deze lediging staat op een andere aanslag. Kies eerst het jaar van die aanslag.'],
])(
  'an objection to a lift of the year before is against the bill on which it costs %s',
  async (charged_cents, refusal) => {
    const server = serverWithObjections()
    const lift = makeBillClearance({ cleared_at: '2024-03-04T07:31:00+01:00', charged_cents })
    server.answer(showBill, () => makeBill({ clearances: [lift] }))
    server.answer(listAddressHandovers, () => ({ data: [], meta: { assessments: [] } }))
    server.answer(recordHandover, () => makeHandover({ id: 8 }))
    const { user, table } = await openLifts(server)
    await user.click(table.getByRole('button', { name: /^Klopt niet/ }))
    await user.keyboard('2 ')
    await user.click(table.getByRole('button', { name: 'Bezwaar vastleggen' }))
    if (refusal) expect((await table.findAllByText(refusal))[0]).toBeVisible()
    else expect(await screen.findByText('Het bezwaar is vastgelegd')).toBeVisible()
    const body = { year: 2025, household_on: '2024-03-04' }
    expect(server.arrived(recordHandover)).toMatchObject(refusal ? [] : [{ body }])
  },
)

test('a lift belongs to the open objection of its own household, and closing that waits for its decision', async () => {
  const server = serverWithObjections()
  const lift = { id: 12, clearance_id: 9, cleared_at: '2025-02-04T07:31:00+01:00', state: 'open' as const }
  const waste_type = 'residual_waste'
  const handovers = [
    makeHandover({ id: 7, first_day: '2025-03-05', received_on: '2026-01-09' }),
    makeHandover({ id: 8, open_lifts: 1, lifts: [{ ...lift, waste_type, reason: 'duplicate' }] }),
  ]
  server.answer(listAddressHandovers, () => ({ data: handovers, meta: { assessments: [] } }))
  const { user, table } = await openLifts(server)
  const panel = within(await screen.findByRole('region', { name: 'Bezwaren tegen de aanslag' }))
  const [, second = expect.unreachable()] = panel.getAllByRole('button', { name: /^Afhandelen/ })
  expect(panel.getByText(/^Restafval, 4 februari 2025: dubbel geteld,/)).toHaveTextContent('open')
  await user.click(second)
  await user.click(panel.getByRole('radio', { name: 'Toegekend' }))
  await user.type(panel.getByRole('textbox', { name: /^Antwoord/ }), 'Ja')
  await user.click(panel.getByRole('button', { name: 'Afhandelen' }))
  expect(panel.getByRole('radio', { name: 'Toegekend' })).toHaveAccessibleDescription(
    'Er is nog 1 lediging niet beslist.',
  )
  expect(server.arrived(closeHandover)).toEqual([])
  await user.click(table.getByRole('button', { name: /^Klopt niet/ }))
  await user.keyboard('2 ')
  expect(table.getByText('Dit hoort bij het bezwaar van 16 november 2026, tegen aanslag 2025.')).toBeVisible()
  await user.click(table.getByRole('button', { name: 'Bezwaar vastleggen' }))
  await waitFor(() => expect(server.arrived(fileObjection)).toMatchObject([{ body: { handover_id: 8 } }]))
  expect(server.arrived(recordHandover)).toEqual([])
})

test('shows errors for a missing reason and a note of 201 characters, and files nothing', async () => {
  const server = serverWithObjections()
  const { user, table } = await openLifts(server)
  await user.click(table.getByRole('button', { name: /^Klopt niet/ }))
  const note = table.getByRole('textbox', { name: 'Toelichting' })
  await user.click(note)
  await user.paste('a'.repeat(201))
  expect(note).toHaveAccessibleDescription('1 teken te veel')
  await user.click(table.getByRole('button', { name: 'Vraag vastleggen' }))
  expect(table.getByRole('radio', { name: 'Niet aangeboden' })).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(note).toHaveAccessibleDescription(/^Gebruik hier ten hoogste 200 tekens/)
  expect(table.getByRole('link', { name: 'Wat klopt er niet? Dit veld is verplicht' })).toBeVisible()
  expect(server.arrived(fileObjection)).toEqual([])
})

test('restores the typed text when the form is opened again, but not after the employee cancelled', async () => {
  const { user, table } = await openLifts(serverWithObjections())
  const button = table.getByRole('button', { name: /^Klopt niet/ })
  await user.click(button)
  await user.click(table.getByRole('radio', { name: 'Verhuisd' }))
  await user.type(table.getByRole('textbox', { name: 'Toelichting' }), 'Sleutel al ingeleverd')
  await user.click(button)
  expect(table.queryByRole('form')).not.toBeInTheDocument()
  await user.click(button)
  expect(table.getByText(/^Concept hersteld/)).toBeVisible()
  expect(table.getByRole('radio', { name: 'Verhuisd' })).toBeChecked()
  expect(table.getByRole('textbox', { name: 'Toelichting' })).toHaveValue('Sleutel al ingeleverd')
  await user.click(table.getByRole('button', { name: 'Annuleren' }))
  expect(button.closest('tr')).toHaveFocus()
  await user.click(button)
  expect(table.getByRole('textbox', { name: 'Toelichting' })).toHaveValue('')
})

test('opens the form with the typed text when the employee returns to the address', async () => {
  const { router, user, table } = await openLifts(serverWithObjections())
  await user.click(table.getByRole('button', { name: /^Klopt niet/ }))
  await user.type(table.getByRole('textbox', { name: 'Toelichting' }), 'Sleutel al ingeleverd')
  await act(() => router.navigate({ to: '/dashboard' }))
  await act(() => router.navigate({ to: '/address/$alias', params: { alias: 'a1' } }))
  expect(await screen.findByText(/^Concept hersteld/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Toelichting' })).toHaveValue('Sleutel al ingeleverd')
})

test('shows why the server rejected an objection, with the typed text still in the form', async () => {
  const server = serverWithObjections()
  server.fail(fileObjection, 409, 'Sem Collega heeft over deze lediging al een vraag vastgelegd')
  const { user, table } = await openLifts(server)
  await user.click(table.getByRole('button', { name: /^Klopt niet/ }))
  await user.click(table.getByRole('radio', { name: 'Anders' }))
  await user.click(table.getByRole('button', { name: 'Vraag vastleggen' }))
  expect(await table.findByRole('alert')).toHaveTextContent(
    'Sem Collega heeft over deze lediging al een vraag vastgelegd',
  )
  expect(table.getByRole('radio', { name: 'Anders' })).toBeChecked()
})

test.each([
  [null, 'De vraag', /Vraag toegekend/],
  [5, 'Het bezwaar', /Bezwaar toegekend/],
])(
  'a colleague upholds an objection (%s) after a confirmation, and the lift shows the decision',
  async (handover_id, name, row) => {
    const server = serverWithObjections([makeObjection({ note: 'Twee keer', handover_id })])
    const { user, table } = await openLifts(server)
    expect(table.getByText(/Vastgelegd door Sem Collega op 16 november 2026/)).toBeVisible()
    await user.click(table.getByRole('button', { name: /^Toekennen/ }))
    const question = within(await screen.findByRole('dialog', { name: `${name} toekennen?` }))
    expect(question.getByText(/Dan gaat er € 9,90 van de aanslag af/)).toBeVisible()
    await user.type(question.getByRole('textbox', { name: 'Reden van de beslissing' }), 'De rit is dubbel')
    await user.click(question.getByRole('button', { name: 'Ja, toekennen' }))
    expect(await screen.findByText(`${name} is toegekend`)).toBeVisible()
    expect(server.arrived(decideObjection)).toMatchObject([
      {
        params: { objection_id: '12' },
        body: { state: 'upheld', reason: 'De rit is dubbel' },
        purpose: 'aanslag_bezwaar',
      },
    ])
    expect(table.getByRole('row', { name: row })).toBeVisible()
    expect(table.getByText(/Beslist door Kim de Vries op 5 maart 2026/)).toBeVisible()
    expect(table.getByText('De rit is dubbel')).toBeVisible()
    expect(bill()).not.toHaveTextContent('open vraag')
  },
)

test('the employee who filed an objection sees that a colleague decides, and no buttons', async () => {
  const { table } = await openLifts(serverWithObjections([makeObjection({ is_own: true })]))
  expect(table.getByText('U hebt deze vraag zelf vastgelegd. Een collega beslist erover.')).toBeVisible()
  expect(table.queryByRole('button', { name: /^(Toekennen|Afwijzen)/ })).not.toBeInTheDocument()
})

test('the employee who filed an objection retracts it, and may file another', async () => {
  const server = serverWithObjections([makeObjection({ is_own: true })])
  const { user, table } = await openLifts(server)
  const retracted = makeObjection({ is_own: true, state: 'retracted' })
  server.answer(retractObjection, () => {
    server.answer(showBill, () => makeBill({ objections: [retracted] }))
    return retracted
  })
  await user.click(table.getByRole('button', { name: /^Intrekken/ }))
  await user.click(await screen.findByRole('button', { name: 'Ja, intrekken' }))
  expect(await screen.findByText('De vraag is ingetrokken')).toBeVisible()
  expect(await table.findByRole('row', { name: /Vraag ingetrokken/ })).toBeVisible()
  expect(table.getByRole('button', { name: /^Klopt niet/ })).toBeVisible()
})

test('shows an error and reloads the bill when a colleague has decided first', async () => {
  const server = serverWithObjections([makeObjection()])
  server.fail(decideObjection, 409, 'Deze vraag is al afgewezen door Sem Collega')
  const { user, table } = await openLifts(server)
  await user.click(table.getByRole('button', { name: /^Afwijzen/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Reden van de beslissing' }), 'Wel geleegd')
  await user.click(screen.getByRole('button', { name: 'Ja, afwijzen' }))
  const [told] = await screen.findAllByText('Deze vraag is al afgewezen door Sem Collega')
  expect(told).toBeVisible()
  await waitFor(() => expect(server.arrived(showBill)).toHaveLength(2))
})

test('offers a new objection to a lift after an earlier objection was rejected', async () => {
  const rejected = makeObjection({ state: 'rejected', decided_by: 'Jo Baas', decided_at: '2026-03-03T09:00:00+01:00' })
  const { table } = await openLifts(serverWithObjections([rejected]))
  expect(table.getByRole('row', { name: /Vraag afgewezen/ })).toBeVisible()
  expect(table.getByRole('button', { name: /^Klopt niet/ })).toBeVisible()
})
