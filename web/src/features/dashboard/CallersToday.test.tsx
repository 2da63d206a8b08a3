import {
  type FullContainer,
  type ListedMalfunction,
  listMalfunctions,
  listMunicipalCollections,
  type Reply,
  showWork,
} from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeCollection, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }
const at = (number: number) => ({
  collection_system: { alias: `s${number}`, name: `Aker ${number}`, municipality: heerlen },
  container_number: `3002035${number}`,
  waste_type: 'residual_waste' as const,
})
const malfunctionAt = (nth: number, expected_end?: string): ListedMalfunction => ({
  ...at(nth),
  malfunction: 'lock',
  since: '2026-11-23T10:12:00+01:00',
  recorded: expected_end
    ? {
        ...{ id: nth, malfunction: 'lock', note: 'Monteur belt terug', recorded_by: 'Kim de Vries', expected_end },
        ...{ recorded_at: '2026-11-23T10:12:00+01:00', closed_by: null, closed_at: null },
      }
    : null,
})
const fullAt = (number: number): FullContainer => ({
  ...at(number),
  fill_percent: 90 + number,
  measured_at: '2026-11-25T09:02:00+01:00',
})
const pickups = [heerlen, kerkrade].map((municipality, index) => ({
  ...{ day: '2026-11-26', municipality },
  ...{ appointments: index + 1, volume_litres: 500 },
}))

/** A server on Wednesday 25 November 2026. */
function serverWith(broken: ListedMalfunction[], work: Partial<Reply<typeof showWork>['data']> = {}, total?: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const server = fakeServer()
  server.answer(listMunicipalCollections, () => [])
  server.answer(listMalfunctions, () => ({ data: broken, meta: { total: total ?? broken.length } }))
  server.answer(showWork, () => ({
    data: { pickups: [], full_containers: [], ...work },
    meta: { full_containers: work.full_containers?.length ?? 0 },
  }))
  return server
}
const panel = async (name = 'Hier bellen mensen vandaag over') => within(await screen.findByRole('region', { name }))
const lines = (found: Awaited<ReturnType<typeof panel>>) =>
  found.queryAllByRole('group').map((topic) => topic.querySelector('summary')?.textContent)

test('shows a line for each subject, with its number and the most urgent, and the list in a collapsed section', async () => {
  const late = malfunctionAt(2, '2026-11-24')
  const server = serverWith([malfunctionAt(1), late], { pickups, full_containers: [fullAt(5), fullAt(3)] }, 130)
  const moved = makeCollection({
    ...{ start: '2026-11-28', category: 'paper', areas: ['Kerkrade 6461'] },
    ...{ moved_from: '2026-11-27', reason: 'wegens vorst' },
  })
  const past = makeCollection({ start: '2026-11-24', category: 'gft', cancelled: true })
  const cancelled = makeCollection({ start: '2026-11-26', category: 'pmd', cancelled: true })
  server.answer(listMunicipalCollections, () => [
    { municipality: kerkrade, collections: [moved], unpublished: [] },
    { municipality: heerlen, collections: [past, cancelled], unpublished: [] },
  ])
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  const found = await panel()
  await found.findByText('130 containers met storing')
  expect(lines(found)).toEqual([
    '2 ophaaldagen verplaatst of vervallenHeerlen: PMD van donderdag 26 november: vervalt',
    '130 containers met storingAker 2, Heerlen: het slot werkt niet',
    '2 verzamelcontainers zijn volAker 5, Heerlen: 95% vol',
    '3 afspraken voor snoeiafvalMorgen 3 afspraken, 1\u00a0m³',
  ])
  const of = (name: string) => within(found.getByRole('group', { name }))
  expect(of('Wijzigingen').getAllByRole('listitem')[1]).toHaveTextContent(
    'Kerkrade: Papier van vrijdag 27 november: verplaatst naar zaterdag 28 november wegens vorst.',
  )
  expect(of('Ophaalafspraken').getByRole('definition')).toHaveTextContent('3 afspraken, 1 m³, Heerlen 1, Kerkrade 2')

  const link = of('Storingen').getByRole('link', { name: 'Aker 2' })
  expect(link).not.toBeVisible()
  await user.click(found.getByText('130 containers met storing'))
  expect(link).toBeVisible()
  expect(link).toHaveAttribute('href', '/collection-system/s2')
  // Nobody acts on the time of a report, so only days are shown.
  expect(
    of('Storingen')
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Aker 1, HeerlenRestafval: het slot werkt niet' +
      'Sinds 23 november 2026. Wanneer dit is opgelost, is niet bekend.',
    'Aker 2, HeerlenRestafval: het slot werkt nietMonteur belt terug' +
      'Naar verwachting opgelost op 24 november 2026.',
  ])
  expect(of('Storingen').getByText('Alleen de 2 nieuwste staan hier.')).toBeVisible()
})

test('S2.3 shows a municipal employee no link, because that role opens no collection systems', async () => {
  const server = serverWith([malfunctionAt(1)], { full_containers: [fullAt(1)], pickups: pickups.slice(0, 1) })
  await openPage('/dashboard', { as: municipal, server })
  const found = await panel('Hier vragen mensen vandaag naar')
  expect(await found.findByText('1 container met storing')).toBeVisible()
  expect(found.queryByRole('link')).not.toBeInTheDocument()
  expect(found.getByRole('definition')).toHaveTextContent(/^1 afspraak, 0,5 m³$/)
})

test('says in one line that there is nothing, and shows no empty subject', async () => {
  await openPage('/dashboard', { as: bsgw, server: serverWith([]) })
  const found = await panel()
  expect(await found.findByText('Niets bijzonders vandaag.')).toBeVisible()
  expect(lines(found)).toEqual([])
})

test('S8.1 shows an error for the subject that fails to load, beside the others', async () => {
  const server = serverWith([], { pickups })
  server.fail(listMalfunctions, 503, 'Het loket is even niet bereikbaar.')
  await openPage('/dashboard', { as: bsgw, server })
  const found = await panel()
  expect(await found.findByRole('alert')).toHaveTextContent('Het loket is even niet bereikbaar.')
  expect(lines(found)).toHaveLength(1)
})
