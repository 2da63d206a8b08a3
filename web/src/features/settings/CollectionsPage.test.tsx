import {
  type CollectionException,
  listCollectionYears,
  listExceptions,
  previewException,
  publishCollectionYear,
  saveException,
  withdrawException,
} from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const area = { id: 1, name: 'Heerlen 6411' }
const moved: CollectionException = {
  category: 'gft',
  day: '2026-12-02',
  moved_to: '2026-12-03',
  reason: 'wegens werk',
  areas: [area],
}

async function openCollections() {
  const server = fakeServer()
  server.answer(listExceptions, () => [moved])
  server.answer(listCollectionYears, () => [
    { year: 2026, published_on: '2025-12-01' },
    { year: 2027, published_on: null },
  ])
  server.answer(previewException, () => ({ areas: [area], addresses: 4321 }))
  server.answer(saveException, () => ({ areas: [area], addresses: 4321 }))
  server.answer(withdrawException, () => null)
  server.answer(publishCollectionYear, ({ params, body }) => ({ year: Number(params.year), ...body }))
  const page = await openPage('/services-and-settings/collections', { as: administrator, server })
  await screen.findByRole('heading', { name: 'Gewijzigde ophaaldagen' })
  return { ...page, server }
}

test('tells how many addresses change before a day is moved or cancelled', async () => {
  const { user, server } = await openCollections()
  await user.selectOptions(screen.getByLabelText('Afvalsoort'), 'Papierafval')
  await user.type(screen.getByLabelText('Geplande ophaaldag'), '2026-12-09')
  await user.type(screen.getByLabelText('Reden'), 'gladheid')
  await user.click(screen.getByRole('button', { name: 'Bekijk wat er verandert' }))
  expect(await screen.findByText('4.321 adressen')).toBeVisible()
  const body = {
    municipality_id: 917,
    area_id: null,
    category: 'paper',
    day: '2026-12-09',
    moved_to: null,
    reason: 'gladheid',
  }
  expect(server.arrived(previewException)[0]?.body).toEqual(body)
  expect(server.arrived(saveException)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Doorvoeren' }))
  expect(await screen.findByText('De ophaaldag is gewijzigd')).toBeVisible()
  expect(server.arrived(saveException)[0]?.body).toEqual(body)
  expect(screen.getByLabelText('Reden')).toHaveValue('')
})

test('S5.1 says at the fields what is missing, and asks nothing', async () => {
  const { user, server } = await openCollections()
  await user.click(screen.getByRole('button', { name: 'Bekijk wat er verandert' }))
  expect(await screen.findByRole('link', { name: /^Afvalsoort: / })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reden: Dit veld is verplicht' })).toBeVisible()
  expect(server.arrived(previewException)).toEqual([])
})

test('lets a changed day go on as planned, after a question', async () => {
  const { user, server } = await openCollections()
  const item = (await screen.findByText(/^GFT van woensdag 2 december: verplaatst naar donderdag 3 december/)).closest(
    'li',
  )
  const inItem = within(item as HTMLElement)
  await user.click(inItem.getByRole('button', { name: /^Terugdraaien: GFT/ }))
  await user.click(inItem.getByRole('button', { name: 'Terugdraaien' }))
  expect(await screen.findByText('De ophaaldag gaat door zoals gepland')).toBeVisible()
  expect(server.arrived(withdrawException)[0]?.body).toEqual({
    municipality_id: 917,
    category: 'gft',
    day: '2026-12-02',
    area_ids: [1],
  })
})

test('publishes a year from a day on', async () => {
  const { user, server } = await openCollections()
  await user.type(await screen.findByLabelText('Ophaaldagen van 2027 te zien vanaf'), '2026-12-01')
  await user.click(screen.getByRole('button', { name: /^Opslaan\s*voor 2027$/ }))
  expect(await screen.findByText('De ophaaldagen van 2027 zijn te zien vanaf 1 december 2026')).toBeVisible()
  expect(server.arrived(publishCollectionYear)[0]).toMatchObject({
    params: { municipality_id: '917', year: '2027' },
    body: { published_on: '2026-12-01' },
  })
})
