import { type FullContainer, listOpenedPlaces, type Reply, showWork } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }
const full = (number: number): FullContainer => ({
  collection_system: { alias: `s${number}`, name: `Aker ${number}`, municipality: heerlen },
  container_number: `3002035${number}`,
  waste_type: 'residual_waste',
  fill_percent: 90 + number,
  measured_at: '2026-11-25T09:02:00+01:00',
})

function serverWith(data: Partial<Reply<typeof showWork>['data']>, total = data.full_containers?.length ?? 0) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const server = fakeServer()
  server.answer(showWork, () => ({
    data: { pickups: [], full_containers: [], ...data },
    meta: { full_containers: total },
  }))
  return server
}
const panel = async (name: string) => within(await screen.findByRole('region', { name }))

test('shows a municipal employee the appointments of today and the next days', async () => {
  const pickups = [
    { day: '2026-11-25', municipality: heerlen, appointments: 1, volume_litres: 1500 },
    { day: '2026-11-27', municipality: heerlen, appointments: 2, volume_litres: 3000 },
  ]
  await openPage('/dashboard', { as: municipal, server: serverWith({ pickups }) })
  const found = await panel('Ophaalafspraken')
  expect(found.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Vandaag', 'vrijdag 27 november'])
  expect(found.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1 afspraak',
    '1,5\u00a0m³',
    '2 afspraken',
    '3\u00a0m³',
  ])
})

test('shows a provider employee the appointments of all municipalities together, with the number of each', async () => {
  const pickups = [heerlen, kerkrade].map((municipality, index) => ({
    ...{ day: '2026-11-26', municipality },
    ...{ appointments: index + 1, volume_litres: 500 },
  }))
  await openPage('/dashboard', { as: bsgw, server: serverWith({ pickups }) })
  const found = await panel('Ophaalafspraken')
  expect(found.getByRole('term')).toHaveTextContent('Morgen')
  const [count, parts] = found.getAllByRole('definition')
  expect(count).toHaveTextContent('3 afspraken')
  expect(parts).toHaveTextContent('1 m³, Heerlen 1, Kerkrade 2')
})

test('shows four full containers, and the rest in a collapsed section', async () => {
  const server = serverWith({ full_containers: [1, 2, 3, 4, 5].map(full) }, 7)
  await openPage('/dashboard', { as: bsgw, server })
  const found = await panel('Volle containers')
  expect(found.getByText('De 5 volste van 7 containers')).toBeVisible()
  expect(found.getAllByRole('listitem')[0]).toHaveTextContent('Aker 1, HeerlenRestafval: 91% vol')
  expect(found.getByRole('link', { name: 'Aker 1' })).toHaveAttribute('href', '/collection-system/s1')
  expect(found.getByText('Nog 1 volle container')).toBeVisible()
  expect(found.getByText('Aker 5')).not.toBeVisible()
  expect(found.getByText('Alleen de 5 volste staan hier.')).not.toBeVisible()
})

test('a municipal employee has no link to a container, and sees no empty panels', async () => {
  const server = serverWith({ full_containers: [full(1)] })
  server.answer(listOpenedPlaces, () => [])
  await openPage('/dashboard', { as: municipal, server })
  const found = await panel('Volle containers')
  expect(found.queryByRole('link')).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Ophaalafspraken' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Laatst bekeken' })).not.toBeInTheDocument()
})
