import {
  ApiError,
  addChargeRule,
  correctChargeRule,
  endChargeRule,
  listChargeRules,
  previewChargeRule,
  type ShownRule,
  withdrawChargeRule,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, bsgw } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const heerlen = { id: 917, name: 'Heerlen' }
const openRules = (server = fakeServer()) =>
  openPage('/rekenregels', { as: { ...administrator, municipality: heerlen }, server })

test('S6.2 denies the rules of the bill to an employee who is not an administrator', async () => {
  await openPage('/rekenregels', { as: bsgw })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
})

test('shows each row as a sentence with its days, and ends it on the chosen day', async () => {
  const server = fakeServer()
  const [row] = exampleReply(listChargeRules)
  server.answer(listChargeRules, () => (row ? [row, { ...row, id: 5, sentence: 'Oud.', valid_to: '2020-12-31' }] : []))
  const { user } = await openRules(server)
  const table = within(await screen.findByRole('table', { name: /^Rekenregels van Heerlen in/ }))
  expect(table.getAllByRole('row')[1]).toHaveTextContent(/^De eerste 3 ledigingen horen bij het vaste deel\..*vanaf/)
  expect(table.queryByText('Oud.')).toBeNull()
  await user.click(table.getByRole('button', { name: /^Beëindigen/ }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Laatste dag'), '31-12-2019')
  await user.click(dialog.getByRole('button', { name: 'Beëindigen' }))
  expect(dialog.getAllByText('De laatste dag ligt voor de eerste')[0]).toBeVisible()
  await user.clear(dialog.getByLabelText('Laatste dag'))
  await user.type(dialog.getByLabelText('Laatste dag'), '31-12-2026')
  await user.click(dialog.getByRole('button', { name: 'Beëindigen' }))
  expect(await screen.findByText('De regel heeft nu een laatste dag')).toBeVisible()
  expect(server.arrived(endChargeRule)).toMatchObject([{ body: { last_day: '2026-12-31' } }])
})

test('shows what a row says and does while it is typed, asks only the fields of its kind, and adds it', async () => {
  const { server, user } = await openRules()
  const form = within(await screen.findByRole('form', { name: 'Regel toevoegen' }))
  await user.selectOptions(form.getByLabelText('Soort regel'), 'Welke dagen op een aanslag staan')
  expect(form.queryByLabelText('Regeling')).toBeNull()
  await user.selectOptions(form.getByLabelText('Soort regel'), 'Ledigingen die niets kosten')
  expect(form.queryByLabelText('Procent')).toBeNull()
  await user.type(form.getByLabelText(/^Eerste lediging/), '1')
  await user.type(form.getByLabelText('Laatste lediging'), '3')
  expect(form.getByText(/^Vul de regel in/)).toBeVisible()
  await user.type(form.getByLabelText('Eerste dag'), '1-1-2027')
  const sample = within(await form.findByRole('table', { name: /14 ledigingen/ }))
  expect(sample.getAllByRole('row')[1]).toHaveTextContent('Restafval, minicontainer van 240 liter€ 362,00€ 338,00')
  await user.click(form.getByRole('button', { name: 'Regel toevoegen voor Heerlen' }))
  expect(await screen.findByText('De rekenregel van Heerlen is toegevoegd')).toBeVisible()
  const body = { kind: 'free', from_lift: 1, to_lift: 3, scheme: null, waste_type: null, valid_from: '2027-01-01' }
  expect(server.arrived(addChargeRule)).toMatchObject([{ body }])
  expect(server.arrived(previewChargeRule).at(-1)).toMatchObject({ body })
  expect(screen.getByLabelText('Jaar')).toHaveDisplayValue('2027')
})

const [listed] = exampleReply(listChargeRules) as [ShownRule]

test('says which bills change before a row ends on a past day, and before a row of a past day is added', async () => {
  const { user } = await openRules()
  await user.click(await screen.findByRole('button', { name: /^Beëindigen/ }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Laatste dag'), '30-2-2024')
  expect(dialog.queryByText(/verandert de berekening/)).toBeNull()
  await user.clear(dialog.getByLabelText('Laatste dag'))
  await user.type(dialog.getByLabelText('Laatste dag'), '31-12-2023')
  expect(dialog.getByText(/^Dit verandert de berekening van 2024 tot en met \d+\.$/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Annuleren' }))

  const form = within(screen.getByRole('form', { name: 'Regel toevoegen' }))
  await user.selectOptions(form.getByLabelText('Soort regel'), 'Ledigingen die niets kosten')
  await user.type(form.getByLabelText(/^Eerste lediging/), '1')
  await user.type(form.getByLabelText('Eerste dag'), '1-1-2024')
  await user.type(form.getByLabelText('Laatste dag'), '31-12-2024')
  expect(form.getByText('Dit verandert de berekening van 2024.')).toBeVisible()
})

test('withdraws a row that has not begun, also when a colleague just did', async () => {
  const server = fakeServer()
  let rows = [4, 5].map((id) => ({ ...listed, id, valid_from: '2099-01-01', sentence: `Regel ${id}.` }))
  server.answer(listChargeRules, () => rows)
  const { user } = await openRules(server)
  await screen.findByRole('option', { name: '2099' })
  await user.selectOptions(screen.getByLabelText('Jaar'), '2099')
  for (const { id } of rows) {
    server.answer(withdrawChargeRule, () => {
      rows = rows.filter((row) => row.id !== id)
      if (id === 5) throw new ApiError(404, 'Deze regel bestaat niet')
      return null
    })
    await user.click(await screen.findByRole('button', { name: `Intrekken: Regel ${id}.` }))
    const dialog = within(screen.getByRole('dialog', { name: 'Deze regel intrekken?' }))
    await user.click(dialog.getByRole('button', { name: 'Intrekken' }))
    await waitFor(() => expect(screen.queryByText(`Regel ${id}.`)).toBeNull())
  }
  expect(await screen.findAllByText('De regel is ingetrokken')).not.toEqual([])
  expect(await screen.findByText(/geldt hier geen rekenregel/)).toHaveTextContent('In 2099')
  expect(screen.getByLabelText('Jaar')).toHaveDisplayValue('2099')
  expect(server.arrived(withdrawChargeRule)).toMatchObject([
    { params: { municipality_id: '917', charge_rule_id: '4' } },
    { params: { municipality_id: '917', charge_rule_id: '5' } },
  ])
})

test('corrects a wrong row with its values filled in, a preview and a reason, or removes it', async () => {
  const { server, user } = await openRules()
  await user.click(await screen.findByRole('button', { name: /^Herstellen/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Deze regel herstellen?' }))
  const last = dialog.getByLabelText('Laatste lediging')
  expect(last).toHaveValue('3')
  await user.clear(last)
  await user.type(last, '4')
  expect(dialog.getByText(/^Dit verandert de berekening van 2020 tot en met \d+\.$/)).toBeVisible()
  expect(await dialog.findByRole('columnheader', { name: 'Na herstel' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Herstellen' }))
  expect(dialog.getByLabelText('Reden')).toBeInvalid()
  await user.type(dialog.getByLabelText('Reden'), 'Typefout')
  await user.click(dialog.getByRole('button', { name: 'Herstellen' }))
  expect(await screen.findByText('De regel is hersteld')).toBeVisible()
  const body = { rule: { kind: 'free', to_lift: 4, volume_litres: 240, valid_from: '2020-01-01' }, reason: 'Typefout' }
  expect(server.arrived(correctChargeRule)).toMatchObject([{ params: { charge_rule_id: '4' }, body }])
  expect(server.arrived(previewChargeRule).at(-1)).toMatchObject({ query: { replaces: '4' }, body: body.rule })

  await user.click(screen.getByRole('button', { name: /^Herstellen/ }))
  const again = within(screen.getByRole('dialog', { name: 'Deze regel herstellen?' }))
  await user.selectOptions(again.getByLabelText('Soort regel'), 'Geen: deze regel had er niet moeten zijn')
  expect(again.getByText('De regel wordt verwijderd, alsof hij er nooit was.')).toBeVisible()
  await user.type(again.getByLabelText('Reden'), 'Dubbel')
  await user.click(again.getByRole('button', { name: 'Herstellen' }))
  expect(await screen.findByText('De regel is verwijderd')).toBeVisible()
  expect(server.arrived(correctChargeRule).at(-1)).toMatchObject({ body: { rule: null, reason: 'Dubbel' } })
})
