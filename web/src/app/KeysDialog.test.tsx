import { searchAddresses } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'
import { bsgw, makeAddress, municipal } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

const dialog = () => screen.findByRole('dialog', { name: 'Toetsen op deze pagina' })
const groups = async () =>
  within(await dialog())
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

test('shows on ? the keys that work on this page, and no others', async () => {
  const server = fakeServer()
  server.answer(searchAddresses, () => ({
    data: [makeAddress()],
    meta: { next: null, close: false, truncated: false },
  }))
  const { user, router } = await openPage('/dashboard', { as: bsgw, server })
  await user.click(document.body)
  await user.keyboard('?')
  expect(await groups()).toEqual(['Overal'])
  await user.click(within(await dialog()).getByRole('button', { name: 'Sluiten' }))

  await router.navigate({ to: '/address', search: { street: 'akerstraat' } })
  await screen.findByRole('link', { name: /Akerstraat 118/ })
  await user.click(document.body)
  await user.keyboard('?')
  expect((await groups()).sort()).toEqual(['In een lijst', 'Overal'])
})

test('types a ? where one is typing', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  await user.type(screen.getByLabelText('Postcode'), '?')
  expect(screen.getByLabelText('Postcode')).toHaveValue('?')
  expect(screen.queryByRole('dialog', { name: /^Toetsen/ })).not.toBeInTheDocument()
})

test('lets anyone switch the keys of one character off, and open the list from the menu', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  await user.click(screen.getByText('Sneltoetsen'))
  const shown = within(await dialog())
  expect(shown.getByText('Naar het zoekveld')).toBeVisible()
  await user.click(shown.getByRole('checkbox', { name: /toetsen van één teken/ }))
  expect(shown.queryByText('Naar het zoekveld')).not.toBeInTheDocument()
  expect(shown.getByText('Naar het zoekveld, ook terwijl u typt')).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Sluiten' }))
  await user.click(document.body)
  await user.keyboard('/?')
  expect(screen.queryByRole('dialog', { name: /^Toetsen/ })).not.toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Zoeken' })).not.toHaveFocus()

  await user.click(screen.getByText('Sneltoetsen'))
  await user.click(within(await dialog()).getByRole('checkbox'))
  await user.click(within(await dialog()).getByRole('button', { name: 'Sluiten' }))
  await user.click(document.body)
  await user.keyboard('/')
  expect(screen.getByRole('combobox', { name: 'Zoeken' })).toHaveFocus()
})

test('goes to a page by the beginning of its name, also from the field of the pass desk', async () => {
  const { user, place } = await openPage('/services-and-settings', { as: municipal })
  await waitFor(() => expect(screen.getByLabelText('Pasnummer')).toHaveFocus())
  await user.keyboard('{Control>}k{/Control}kal')
  expect(await screen.findByRole('option', { name: 'Kalender' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Zoek adres' })).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe('/calendar'))
})
