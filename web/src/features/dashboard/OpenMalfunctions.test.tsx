import { type ListedMalfunction, listMalfunctions } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const malfunctionAt = (nth: number, recorded: ListedMalfunction['recorded'] = null): ListedMalfunction => ({
  collection_system: { alias: `s${nth}`, name: `Aker ${nth}`, municipality: { id: 917, name: 'Heerlen' } },
  container_number: `3002035${nth}`,
  waste_type: 'residual_waste',
  malfunction: 'lock',
  since: '2026-11-23T10:12:00+01:00',
  recorded,
})
const serverWith = (data: ListedMalfunction[], total = data.length) => {
  const server = fakeServer()
  server.answer(listMalfunctions, () => ({ data, meta: { total } }))
  return server
}
const panel = async () => within(await screen.findByRole('region', { name: 'Storingen' }))

test('shows a provider employee each malfunction with a link to its system, and who recorded it', async () => {
  const recorded = {
    id: 7,
    malfunction: 'lock' as const,
    note: 'Monteur belt terug',
    recorded_by: 'Kim de Vries',
    recorded_at: '2026-11-23T10:12:00+01:00',
    expected_end: null,
    closed_by: null,
    closed_at: null,
  }
  await openPage('/dashboard', { as: bsgw, server: serverWith([malfunctionAt(1, recorded), malfunctionAt(2)]) })
  const found = await panel()
  expect(found.getByRole('link', { name: 'Aker 1' })).toHaveAttribute('href', '/collection-system/s1')
  expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Aker 1, HeerlenRestafval: het slot werkt nietMonteur belt terug' +
      'Vastgelegd door Kim de Vries op 23 november 2026, 10:12 uur. Wanneer dit is opgelost, is niet bekend.',
    'Aker 2, HeerlenRestafval: het slot werkt nietGemeld door de container op 23 november 2026, 10:12 uur.',
  ])
})

test('S2.3 shows a municipal employee no link, because that role opens no collection systems', async () => {
  await openPage('/dashboard', { as: municipal, server: serverWith([malfunctionAt(1)]) })
  const found = await panel()
  expect(found.getByText('Aker 1')).toBeVisible()
  expect(found.queryByRole('link')).not.toBeInTheDocument()
})

test('shows four malfunctions, and the others in a collapsed section whose title states their number', async () => {
  const six = [1, 2, 3, 4, 5, 6].map((nth) => malfunctionAt(nth))
  const { user } = await openPage('/dashboard', { as: bsgw, server: serverWith(six, 130) })
  const found = await panel()
  expect(found.getByText('130 containers')).toBeVisible()
  expect(found.getByText('Aker 4')).toBeVisible()
  expect(found.getByText('Aker 5')).not.toBeVisible()
  await user.click(found.getByText('Nog 2 storingen'))
  expect(found.getByText('Aker 5')).toBeVisible()
  expect(found.getByText('Alleen de 6 nieuwste staan hier.')).toBeVisible()
})

test('shows no panel without malfunctions', async () => {
  await openPage('/dashboard', { as: bsgw, server: serverWith([]) })
  expect(screen.queryByRole('region', { name: 'Storingen' })).not.toBeInTheDocument()
})
