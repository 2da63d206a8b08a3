import { publishCollectionYear } from '@rd4-loket/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPlanning } from '../../test/planning-server.ts'

test('publishes a year from a given day', async () => {
  const { user, server } = await openPlanning('publication')
  await user.type(await screen.findByLabelText('Ophaaldagen van 2027 te zien vanaf'), '2026-12-01')
  await user.click(screen.getByRole('button', { name: 'Datum voor 2027 opslaan voor Heerlen' }))
  expect(await screen.findByText('De ophaaldagen van Heerlen in 2027 zijn te zien vanaf 1 december 2026')).toBeVisible()
  expect(server.arrived(publishCollectionYear)[0]).toMatchObject({
    params: { municipality_id: '917', year: '2027' },
    body: { published_on: '2026-12-01' },
  })
})
