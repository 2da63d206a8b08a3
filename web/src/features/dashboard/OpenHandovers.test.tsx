import {
  closeHandover,
  type Handover,
  listAddressEquipment,
  listAddressHandovers,
  listHandovers,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeHandover, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const heerlen = { id: 917, name: 'Heerlen' }
const panel = () => screen.findByRole('region', { name: 'Overgedragen bezwaren' })

/** A server with one hand-over at the address `a1`. */
function serverWithHandover(given: Partial<Handover> = {}) {
  let handover: Handover = { ...makeHandover(), ...given }
  const server = fakeServer()
  server.answer(listHandovers, () => {
    const address = { alias: 'a1', line: 'Akerstraat 118 b, 6411 CD Heerlen' }
    const data = handover.outcome ? [] : [{ ...handover, address, municipality: heerlen }]
    return { data, meta: { total: data.length } }
  })
  server.answer(listAddressHandovers, () => [handover])
  server.answer(listAddressEquipment, () => [])
  server.answer(closeHandover, ({ body: { outcome, answer } }) => {
    handover = {
      ...handover,
      ...{ outcome, answer: answer || null, closed_by: bsgw.name, closed_at: '2026-03-05T09:00:00+01:00' },
    }
    return handover
  })
  return server
}

/** Opens the address from the list on the dashboard. */
async function openAddress(server = serverWithHandover()) {
  const opened = await openPage('/dashboard', { as: bsgw, server })
  const listed = within(await panel())
  expect(listed.getByText('Was drie weken op vakantie')).toBeVisible()
  expect(listed.getByText('Gemeente Heerlen')).toBeVisible()
  expect(listed.queryByText(/^De eerste/)).not.toBeInTheDocument()
  expect(listed.getByText(/Overgedragen door Noor Balie op 16 november 2026/)).toBeVisible()
  await opened.user.click(listed.getByRole('link', { name: 'Akerstraat 118 b, 6411 CD Heerlen' }))
  await waitFor(() => expect(opened.place()).toBe('/address/a1?year=2025'))
  return opened
}

test('a provider employee opens a handed-over objection at its address and year, and closes it with an outcome', async () => {
  const { user, server } = await openAddress()
  await waitFor(() => expect(server.arrived(listAddressHandovers)[0]).toMatchObject({ purpose: 'aanslag_bezwaar' }))
  const shown = within(await panel())
  await user.click(await shown.findByRole('button', { name: /^Afhandelen: bezwaar tegen aanslag 2025/ }))
  await user.click(shown.getByRole('radio', { name: 'Toegekend' }))
  const answer = shown.getByRole('textbox', { name: 'Antwoord voor de inwoner' })
  expect(answer).toHaveAccessibleDescription('Mag leeg blijven. Nog 200 tekens.')
  await user.type(answer, 'Eén lediging is terug')
  await user.click(shown.getByRole('button', { name: 'Afhandelen' }))
  expect(await screen.findByText(/^Het bezwaar is afgehandeld/)).toBeVisible()
  expect(server.arrived(closeHandover)).toMatchObject([
    {
      params: { handover_id: '5' },
      body: { outcome: 'upheld', answer: 'Eén lediging is terug' },
      purpose: 'aanslag_bezwaar',
    },
  ])
  expect(await shown.findByText('Bezwaar tegen aanslag 2025: toegekend')).toBeVisible()
  expect(shown.queryByRole('button', { name: /^Afhandelen/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('heading', { name: /^Welkom/ })
  await waitFor(() => expect(server.arrived(listHandovers)).toHaveLength(2))
  expect(screen.queryByRole('region', { name: 'Overgedragen bezwaren' })).not.toBeInTheDocument()
})

test('the employee who handed an objection over reads that a colleague closes it', async () => {
  await openAddress(serverWithHandover({ is_own: true }))
  const shown = within(await panel())
  expect(shown.getByText('U hebt dit bezwaar zelf overgedragen. Een collega handelt het af.')).toBeVisible()
  expect(shown.queryByRole('button', { name: /^Afhandelen/ })).not.toBeInTheDocument()
})

test('requires an outcome, keeps the typed answer, and discards it with the button to cancel', async () => {
  const { user, server } = await openAddress()
  const shown = within(await panel())
  await user.click(await shown.findByRole('button', { name: /^Afhandelen/ }))
  await user.type(shown.getByRole('textbox', { name: 'Antwoord voor de inwoner' }), 'Nog te doen')
  await user.click(shown.getByRole('button', { name: 'Afhandelen' }))
  expect(shown.getByRole('radio', { name: 'Toegekend' })).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(server.arrived(closeHandover)).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await user.click(within(await panel()).getByRole('link', { name: /^Akerstraat 118 b/ }))
  const again = within(await panel())
  expect(await again.findByText(/^Concept hersteld/)).toBeVisible()
  expect(again.getByRole('textbox', { name: 'Antwoord voor de inwoner' })).toHaveValue('Nog te doen')
  await user.click(again.getByRole('button', { name: 'Annuleren' }))
  await user.click(again.getByRole('button', { name: /^Afhandelen/ }))
  expect(again.getByRole('textbox', { name: 'Antwoord voor de inwoner' })).toHaveValue('')
})

test('shows an error and reloads the list when a colleague has closed the objection first', async () => {
  const server = serverWithHandover()
  server.fail(closeHandover, 409, 'Dit bezwaar is al afgehandeld door Sem Collega: afgewezen')
  const { user } = await openAddress(server)
  const shown = within(await panel())
  await user.click(await shown.findByRole('button', { name: /^Afhandelen/ }))
  await user.click(shown.getByRole('radio', { name: 'Ingetrokken' }))
  const before = server.arrived(listAddressHandovers).length
  await user.click(shown.getByRole('button', { name: 'Afhandelen' }))
  expect(await shown.findByRole('alert')).toHaveTextContent('al afgehandeld door Sem Collega')
  await waitFor(() => expect(server.arrived(listAddressHandovers).length).toBeGreaterThan(before))
})

test('a municipal employee has no list of handed-over objections', async () => {
  const { server } = await openPage('/dashboard', { as: municipal })
  await screen.findByRole('region', { name: 'Milieupas' })
  expect(server.arrived(listHandovers)).toEqual([])
})
