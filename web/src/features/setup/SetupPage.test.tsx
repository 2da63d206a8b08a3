import { showSetup } from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const openSetup = (
  server = fakeServer(),
  as: typeof administrator = { ...administrator, municipality: { id: 917, name: 'Heerlen' } },
) => openPage('/services-and-settings/setup', { as, server })

test('S6.2 denies the set-up to an employee who is not an administrator', async () => {
  await openPage('/services-and-settings/setup', { as: municipal })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
})

test('shows what is missing in words, with a command to copy or a link', async () => {
  const { user } = await openSetup()
  expect(await screen.findByRole('heading', { name: 'Heerlen: 2 dingen ontbreken' })).toBeVisible()
  expect(screen.getByText('2 van 4 klaar')).toBeVisible()
  const codes = screen.getByRole('row', { name: /Objectcodes/ })
  expect(codes).toHaveTextContent('5.540')
  expect(codes).toHaveTextContent('72 adressen hebben geen objectcode')
  await user.click(within(codes).getByRole('button', { name: 'Opdracht kopiëren: Objectcodes' }))
  expect(await within(codes).findByText('Gekopieerd')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('npm run loket -- import object-codes objectcodes.csv')
  const allowance = screen.getByRole('row', { name: /Rollen per huishouden/ })
  expect(within(allowance).getByRole('link')).toHaveAttribute('href', '/services-and-settings/settings')
  expect(within(screen.getByRole('row', { name: /Aanslagen/ })).queryByRole('button')).toBeNull()
})

test('shows the first municipality at once to an employee of all municipalities', async () => {
  const server = fakeServer()
  await openSetup(server, administrator)
  expect(await screen.findByRole('table', { name: /^Inrichting van / })).toBeVisible()
  expect(screen.getByLabelText('Gemeente')).not.toHaveValue('')
  expect(server.arrived(showSetup)).toHaveLength(1)
})

test('states that nothing is missing', async () => {
  const server = fakeServer()
  server.answer(showSetup, () => exampleReply(showSetup).slice(0, 1))
  await openSetup(server)
  expect(await screen.findByRole('heading', { name: 'Heerlen: niets ontbreekt' })).toBeVisible()
})
