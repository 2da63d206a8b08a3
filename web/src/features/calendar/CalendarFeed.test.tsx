import { openCalendarFeed, showCalendar } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { makeAddress, makeCalendarMeta, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const link = (token: string) => `https://loket.example/api/v1/waste-calendar/feeds/${token}.ics`

async function openAddress() {
  const server = fakeServer()
  server.answer(showCalendar, () => ({ data: [], meta: makeCalendarMeta({ address: makeAddress() }) }))
  server.answer(openCalendarFeed, ({ body }) => ({ url: link(body.renew ? 'nieuw' : 'oud') }))
  const page = await openPage('/calendar?address=a1', { as: municipal, server })
  const panel = within(await screen.findByRole('region', { name: 'In de agenda van de inwoner' }))
  const show = () => page.user.click(panel.getByRole('button', { name: 'Toon de agendalink' }))
  return { ...page, server, panel, show }
}

const codePath = (code: HTMLElement) => code.querySelector('path')?.getAttribute('d')

test('shows the link of an address as text and QR code, with or without a reminder', async () => {
  const { user, server, panel, show } = await openAddress()
  expect(server.arrived(openCalendarFeed)).toEqual([])
  await show()
  expect(await panel.findByText(link('oud'))).toBeVisible()
  expect(server.arrived(openCalendarFeed)[0]?.body).toEqual({ address: 'a1', renew: false })
  const code = panel.getByRole('img', { name: 'QR-code van de agendalink' })
  const before = codePath(code)
  await user.click(panel.getByRole('checkbox', { name: 'Met een herinnering de avond ervoor' }))
  expect(panel.getByText(`${link('oud')}?reminder=evening`)).toBeVisible()
  expect(codePath(code)).not.toBe(before)
})

test('creates a new link only after a confirmation, because the old link stops working', async () => {
  const { user, panel, show } = await openAddress()
  await show()
  await user.click(await panel.findByRole('button', { name: 'Nieuwe link' }))
  await user.click(panel.getByRole('button', { name: 'Nieuwe link maken' }))
  expect(await panel.findByText(link('nieuw'))).toBeVisible()
  expect(screen.getByText('De agendalink is vernieuwd')).toBeVisible()
})
