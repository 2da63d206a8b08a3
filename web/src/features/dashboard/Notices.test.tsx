import { listNotices } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeNotice } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

test('S2.12 S5.2 shows the notices of today as rich text', async () => {
  const server = fakeServer()
  server.answer(listNotices, () => [
    makeNotice({ html: '<p>Zie <a href="https://www.rd4.nl" rel="noopener noreferrer">Rd4</a></p>' }),
  ])
  await openPage('/dashboard', { as: bsgw, server })
  const notices = within(await screen.findByRole('region', { name: 'Mededelingen' }))
  expect(notices.getByRole('heading', { level: 3, name: 'Balie dicht' })).toBeVisible()
  expect(notices.getByRole('link', { name: /Rd4/ })).toHaveAttribute('href', 'https://www.rd4.nl')
})

test('shows no panel when there are no notices', async () => {
  const server = fakeServer()
  server.answer(listNotices, () => [])
  await openPage('/dashboard', { as: bsgw, server })
  expect(screen.queryByRole('region', { name: 'Mededelingen' })).not.toBeInTheDocument()
})
