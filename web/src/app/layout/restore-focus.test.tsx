import { listNotices, listNoticesToEdit, removeNotice } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeNotice, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

test('focuses the heading of a list when the row that had the focus is deleted', async () => {
  const server = fakeServer()
  let notices = [makeNotice({ id: 1, title: 'Balie dicht' }), makeNotice({ id: 2, title: 'Nieuwe pas' })]
  server.answer(listNoticesToEdit, () => notices)
  server.answer(removeNotice, () => {
    notices = notices.slice(1)
    return null
  })
  const { user } = await openPage('/services-and-settings/notices', { as: municipal, server })
  await user.click(await screen.findByRole('button', { name: 'Verwijderen: Balie dicht' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Alle mededelingen' })).toHaveFocus())
  expect(screen.queryByText('Balie dicht')).not.toBeInTheDocument()
})

test('focuses the heading of a panel when its retry button disappears', async () => {
  const server = fakeServer()
  server.fail(listNotices, 500, 'Er is iets misgegaan')
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  const again = await screen.findByRole('button', { name: 'Opnieuw proberen' })
  server.answer(listNotices, () => [makeNotice({ title: 'Balie dicht' })])
  await user.click(again)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Mededelingen' })).toHaveFocus())
  expect(screen.getByText('Balie dicht')).toBeVisible()
})

test('the portal does not move the focus after a click outside every control', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  await user.click(document.body)
  document.body.append(document.createElement('p'))
  await new Promise((done) => setTimeout(done))
  expect(document.body).toHaveFocus()
})
