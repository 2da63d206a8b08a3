import { listNotices, listRollRequests } from '@rd4-loket/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

function serverWithRolls(total_rolls: number) {
  const server = fakeServer()
  server.answer(listNotices, () => [])
  server.answer(listRollRequests, () => ({ data: [], meta: { next: null, total_rolls, weeks: [] } }))
  return server
}

test.each([
  [0, 'Vandaag zijn er nog geen rollen uitgegeven.'],
  [1, 'Vandaag is er 1 rol uitgegeven.'],
  [3, 'Vandaag zijn er 3 rollen uitgegeven.'],
])('S2.1 begins a municipal employee at the pass desk, with the %i rolls of today', async (rolls, sentence) => {
  await openPage('/dashboard', { as: municipal, server: serverWithRolls(rolls) })
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Naar de milieupas' })).toHaveAttribute('href', '/services-and-settings')
  expect(screen.queryByRole('form', { name: 'Zoek een adres' })).not.toBeInTheDocument()
})

test('S2.1 begins a provider employee at the search', async () => {
  await openPage('/dashboard', { as: bsgw, server: serverWithRolls(0) })
  expect(screen.getByRole('form', { name: 'Zoek een adres' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Naar de milieupas' })).not.toBeInTheDocument()
})

test('S8.1 a failure tells its code and the number to mention', async () => {
  const server = serverWithRolls(0)
  server.fail(listRollRequests, 503, 'Het loket is even niet bereikbaar. Probeer het zo opnieuw.')
  await openPage('/dashboard', { as: municipal, server })
  expect(await screen.findByText('Het loket is even niet bereikbaar. Probeer het zo opnieuw.')).toBeVisible()
  expect(screen.getByText(/foutcode 503/)).toBeVisible()
})
