import {
  approveCorrection,
  type Correction,
  type CorrectionTotals,
  listAddressClearances,
  listAddressEquipment,
  listAddressHandovers,
  listBillYears,
  listCorrections,
  listMunicipalities,
  previewCorrection,
  proposeCorrection,
  showBill,
  showCorrection,
  undoCorrection,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeBill, makeEquipment } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const counted = { lifts: 312, households: 287, cents: 201_240 }
const totals: CorrectionTotals = {
  ...{ ...counted, credit_cents: 201_240 },
  counts: {
    municipalities: [{ id: 917, name: 'Heerlen', ...counted }],
    given_back: 3,
    unbilled: 2,
    open: 1,
    assessed: 300,
  },
}
const reason = 'De rit van 12 mei 2025 is dubbel ingelezen.'
const correction: Correction = {
  ...{ id: 7, state: 'ready', reason, selected: 'Bestand rit.csv', selected_lifts: 317, ...totals },
  proposed: { by: 'Sem de Wit', at: '2026-01-20T10:12:00+01:00', is_own: false },
  ...{ approved: null, dropped: null, drop_reason: null, undo: null, undo_reason: null, undo_approved: null },
  ...{ seconds_ago: null, file_fetched_at: null, kept_lifts: 0 },
}
const sample = {
  ...{ clearance_id: 1, address: { alias: 'a', line: 'Akerstraat 1' }, cleared_at: '2025-05-12T07:31:00+02:00' },
  ...{ waste_type: 'residual_waste' as const, volume_litres: 240, container_number: '1' },
  ...{ cents: 645, credit_cents: 645 as number | null },
}
const text = () => document.querySelector('main')?.textContent.replaceAll('\u00a0', ' ')

function serverWith(shown: Correction) {
  const server = fakeServer()
  const files = [{ id: 31, name: 'rit.csv', loaded_at: '2025-06-02T04:00:00+02:00' }]
  const areas = [
    { id: 3, municipality_id: 917, name: 'Zuid' },
    { id: 4, municipality_id: 928, name: 'West' },
  ]
  server.answer(listCorrections, () => ({ data: [shown], meta: { files, areas } }))
  server.answer(showCorrection, () => ({ ...shown, samples: [sample] }))
  return server
}

test('an employee selects lifts with N, sees what their correction would do, and proposes it', async () => {
  const own = { ...correction, state: 'preparing' as const, proposed: { ...correction.proposed, is_own: true } }
  const server = serverWith(own)
  server.answer(previewCorrection, () => ({ ...totals, samples: [sample] }))
  server.answer(proposeCorrection, () => own)
  const { user } = await openPage('/work?part=corrections', { as: bsgw, server })
  await screen.findByRole('link', { name: reason })
  await user.keyboard('n')
  expect(screen.getByLabelText('Geleverd bestand')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Bekijken' }))
  expect(screen.getAllByText('Kies een bestand, of een periode')[0]).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Geleverd bestand'), 'rit.csv, 2 juni 2025')
  await user.click(screen.getByRole('button', { name: 'Bekijken' }))
  expect(await screen.findByRole('table', { name: 'Voorbeelden: 1 lediging' })).toBeVisible()
  expect(text()).toContain('312 ledigingen van 287 huishoudens, samen € 2.012,40')
  expect(text()).toContain('Niet meegenomen: 3 al teruggegeven of in een andere correctie, en 2 op geen aanslag.')
  await user.type(screen.getByLabelText(/^Reden/), reason)
  await user.click(screen.getByRole('button', { name: 'Voorstellen' }))
  expect(await screen.findByRole('heading', { name: 'Correctie 7' })).toBeVisible()
  expect(await screen.findByRole('progressbar')).toBeVisible()
  expect(server.arrived(proposeCorrection)).toMatchObject([{ body: { selection: { batch_id: 31 }, reason } }])
})

test('an employee selects a collection area of the chosen municipality', async () => {
  const server = serverWith(correction)
  server.answer(listMunicipalities, () => [
    { id: 917, name: 'Heerlen' },
    { id: 928, name: 'Kerkrade' },
  ])
  server.answer(previewCorrection, () => ({ ...totals, samples: [] }))
  const { user } = await openPage('/work?part=corrections', { as: bsgw, server })
  await screen.findByRole('link', { name: reason })
  await user.keyboard('n')
  expect(screen.queryByLabelText('Gebied')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Geleverd bestand'), 'rit.csv, 2 juni 2025')
  await user.selectOptions(screen.getByLabelText('Gemeente'), 'Heerlen')
  const area = screen.getByLabelText('Gebied')
  expect(
    within(area)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Alle gebieden', 'Zuid'])
  await user.selectOptions(area, 'Zuid')
  await user.click(screen.getByRole('button', { name: 'Bekijken' }))
  const selection = { batch_id: 31, municipality_id: 917, collection_area_id: 3 }
  await expect.poll(() => server.arrived(previewCorrection)).toMatchObject([{ body: { selection } }])
})

test('a colleague approves the totals on the screen', async () => {
  const server = serverWith(correction)
  server.answer(approveCorrection, () => correction)
  const { user } = await openPage('/work?part=corrections&correction=7', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: /^Goedkeuren: .*2\.012,40 terug$/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ja, goedkeuren' }))
  await screen.findByText('De correctie is goedgekeurd')
  expect(server.arrived(approveCorrection)).toMatchObject([{ body: { lifts: 312, cents: 201_240 } }])
})

test.each([
  ['what the rules make of it', 0, 'zonder regels € 6,45', undefined],
  ['that a code determines it', null, 'zonder regels', /een regeling van een huishouden/],
])('an example shows %s', async (_, credit_cents, remark, reason) => {
  const server = serverWith(correction)
  server.answer(showCorrection, () => ({ ...correction, samples: [{ ...sample, credit_cents }] }))
  await openPage('/work?part=corrections&correction=7', { as: bsgw, server })
  const table = within(await screen.findByRole('table', { name: 'Voorbeelden: 1 lediging' }))
  expect(table.getByText(remark)).toBeVisible()
  expect(screen.queryAllByText(/Bij ‘zonder regels’/)).toHaveLength(reason ? 1 : 0)
  if (reason) expect(screen.getByText(reason)).toBeVisible()
})

test('the undo states which lifts stay given back, and that the file was fetched, before and after it', async () => {
  const applied = { ...correction, state: 'applied' as const, approved: { ...correction.proposed, is_own: true } }
  const kept = '2 ledigingen blijven teruggegeven: een collega handelde het bezwaar al af.'
  const fetched = 'Bestand opgehaald op 21 januari 2026. Meld dit.'
  const file_fetched_at = '2026-01-21T09:00:00+01:00'
  const shown = { ...applied, seconds_ago: 20, kept_lifts: 2, file_fetched_at }
  const server = serverWith(shown)
  server.answer(undoCorrection, () => shown)
  const { user } = await openPage('/work?part=corrections&correction=7', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
  expect(screen.getByRole('dialog')).toHaveTextContent(`${kept} ${fetched}`)
  server.answer(showCorrection, () => ({
    ...shown,
    state: 'undone' as const,
    undo: applied.approved,
    undo_reason: '',
    samples: [],
  }))
  await user.click(screen.getByRole('button', { name: 'Ja, ongedaan maken' }))
  await expect.poll(text).toContain(`${kept} ${fetched}`)
})

test('the list states that a correction is ready, once its preparation has ended', async () => {
  const server = serverWith(correction)
  const list = (state: Correction['state']) => () => ({
    data: [{ ...correction, state }],
    meta: { files: [], areas: [] },
  })
  server.answer(listCorrections, list('preparing'))
  await openPage('/work?part=corrections', { as: bsgw, server })
  const cell = await screen.findByRole('cell', { name: 'Wordt voorbereid' })
  server.answer(listCorrections, list('ready'))
  await expect.poll(() => cell.textContent, { timeout: 4000 }).toBe('Wacht op goedkeuring')
})

test('the objections of an address are read again after a correction, which upholds their lifts', async () => {
  const server = serverWith(correction)
  server.answer(approveCorrection, () => correction)
  server.answer(listAddressEquipment, () => [makeEquipment()])
  server.answer(listAddressClearances, () => ({ data: [], meta: { years: [], updated_until: null } }))
  server.answer(showBill, () => makeBill())
  server.answer(listBillYears, () => ({ years: [], spoken: '' }))
  server.answer(listAddressHandovers, () => ({ data: [], meta: { assessments: [] } }))
  const { user, router } = await openPage('/address/a1', { as: bsgw, server })
  await waitFor(() => expect(server.arrived(listAddressHandovers)).toHaveLength(1))
  await router.navigate({ href: '/work?part=corrections&correction=7' })
  await user.click(await screen.findByRole('button', { name: /^Goedkeuren/ }))
  await user.click(screen.getByRole('button', { name: 'Ja, goedkeuren' }))
  await screen.findByText('De correctie is goedgekeurd')
  await router.navigate({ href: '/address/a1' })
  await waitFor(() => expect(server.arrived(listAddressHandovers)).toHaveLength(2))
})
