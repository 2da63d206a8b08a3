import {
  decideObjection,
  type ListedObjection,
  listAddressEquipment,
  listObjections,
  showBill,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeBill, makeObjection, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const listed: ListedObjection = {
  ...makeObjection({ note: 'Twee keer op één ochtend' }),
  address: { alias: 'a1', line: 'Akerstraat 118 b, 6411 CD Heerlen' },
  year: 2025,
  cleared_at: '2025-03-04T07:31:00+01:00',
  waste_type: 'residual_waste',
}

const panel = () => screen.findByRole('region', { name: 'Open bezwaren' })

test('a provider employee decides the only open objection of a colleague, and the list is then empty', async () => {
  const server = fakeServer()
  let open = [listed]
  server.answer(listObjections, () => ({ data: open, meta: { total: open.length } }))
  server.answer(decideObjection, () => {
    open = []
    return makeObjection({ state: 'upheld', decided_by: 'Kim de Vries', decided_at: '2026-03-05T09:00:00+01:00' })
  })
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  const shown = within(await panel())
  expect(shown.getByText('Restafval, 4 maart 2025, 07:31: dubbel geteld, € 9,90')).toBeVisible()
  expect(shown.getByText('Twee keer op één ochtend')).toBeVisible()
  await user.click(shown.getByRole('button', { name: /^Toekennen: Akerstraat 118 b/ }))
  await user.click(await screen.findByRole('button', { name: 'Ja, toekennen' }))
  expect(await screen.findByText('Het bezwaar is toegekend')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Open bezwaren' })).not.toBeInTheDocument())
})

test("opens the objection's address and year for the purpose that also shows former occupants", async () => {
  const server = fakeServer()
  server.answer(listObjections, () => ({ data: [listed], meta: { total: 1 } }))
  server.answer(listAddressEquipment, () => [])
  server.answer(showBill, () => makeBill())
  const { user, place } = await openPage('/dashboard', { as: bsgw, server })
  await user.click(within(await panel()).getByRole('link', { name: 'Akerstraat 118 b, 6411 CD Heerlen' }))
  await waitFor(() => expect(place()).toBe('/address/a1?year=2025'))
  await waitFor(() => expect(server.arrived(showBill)).toMatchObject([{ purpose: 'aanslag_bezwaar' }]))
})

test('shows the first 100 open objections, and how many there are', async () => {
  const server = fakeServer()
  const data = Array.from({ length: 100 }, (_, index) => ({ ...listed, id: index + 1 }))
  server.answer(listObjections, () => ({ data, meta: { total: 1234 } }))
  await openPage('/dashboard', { as: bsgw, server })
  expect(within(await panel()).getByText('De eerste 100 van 1.234, het oudste bovenaan.')).toBeVisible()
})

test('a municipal employee has no list of objections', async () => {
  const { server } = await openPage('/dashboard', { as: municipal })
  await screen.findByRole('region', { name: 'Milieupas' })
  expect(server.arrived(listObjections)).toEqual([])
})

test('S8.1 shows an error when the open objections fail to load', async () => {
  const server = fakeServer()
  server.fail(listObjections, 503, 'De bezwaren zijn even niet bereikbaar.')
  await openPage('/dashboard', { as: bsgw, server })
  expect(await within(await panel()).findByRole('alert')).toHaveTextContent('De bezwaren zijn even niet bereikbaar.')
})
