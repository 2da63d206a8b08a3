import { type StreetSuggestion, searchAddresses, searchCollectionSystems, suggestStreets } from '@rd4-loket/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const streets: StreetSuggestion[] = [
  { street: 'Kerkstraat', city: 'Heerlen', municipality: { id: 917, name: 'Heerlen' } },
  { street: 'Kerkstraat', city: 'Eygelshoven', municipality: { id: 928, name: 'Kerkrade' } },
]

function serverWithStreets(found = streets) {
  const server = fakeServer()
  server.answer(suggestStreets, () => found)
  const nothing = { data: [], meta: { next: null, close: false, truncated: false } }
  server.answer(searchAddresses, () => nothing)
  server.answer(searchCollectionSystems, () => nothing)
  return server
}

const street = () => screen.getByRole('combobox', { name: 'Straat' })

test.each(['/address', '/collection-system'])('S2.10 %s suggests streets with their towns', async (path) => {
  const { user, server } = await openPage(path, { as: bsgw, server: serverWithStreets() })
  await user.type(street(), 'kerk')
  const options = await screen.findAllByRole('option', { name: /^Kerkstraat/ })
  expect(options.map((option) => option.textContent)).toEqual([
    'KerkstraatHeerlen',
    'KerkstraatEygelshoven, gemeente Kerkrade',
  ])
  expect(server.arrived(suggestStreets).at(-1)?.body).toEqual({ street: 'kerk' })
  await waitFor(() => expect(screen.getByText('2 straten')).toHaveAttribute('role', 'status'))
})

test('S2.10 Enter chooses the marked street and its municipality, and a second Enter searches', async () => {
  const { user, place, server } = await openPage('/address', { as: bsgw, server: serverWithStreets() })
  await user.type(street(), 'kerk')
  await screen.findByRole('listbox', { name: 'Straten' })
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(street()).toHaveValue('Kerkstraat')
  expect(screen.getByLabelText('Gemeente')).toHaveDisplayValue('Kerkrade')
  expect(screen.queryByRole('listbox', { name: 'Straten' })).not.toBeInTheDocument()
  expect(server.arrived(searchAddresses)).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe('/address?municipality_id=928&street=Kerkstraat'))
})

test('S2.10 searches for the typed text when no suggestion is chosen', async () => {
  const { user, place } = await openPage('/address', { as: bsgw, server: serverWithStreets() })
  await user.type(street(), 'kerk')
  await screen.findByRole('listbox', { name: 'Straten' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe('/address?street=kerk'))
  expect(screen.queryByRole('listbox', { name: 'Straten' })).not.toBeInTheDocument()
})

test('requests no suggestions for a text longer than any street name', async () => {
  const { user, server } = await openPage('/address', { as: bsgw, server: serverWithStreets() })
  await user.click(street())
  await user.paste('k'.repeat(101))
  await user.keyboard('{Home}{Delete}')
  await waitFor(() =>
    expect(server.arrived(suggestStreets).map(({ body }) => body)).toEqual([{ street: 'k'.repeat(100) }]),
  )
})

test('requests suggestions for the chosen municipality only', async () => {
  const { user, server } = await openPage('/address', { as: bsgw, server: serverWithStreets() })
  await user.selectOptions(screen.getByLabelText('Gemeente'), 'Kerkrade')
  await user.type(street(), 'k')
  await waitFor(() =>
    expect(server.arrived(suggestStreets).at(-1)?.body).toEqual({ street: 'k', municipality_id: 928 }),
  )
})

test('Escape closes the suggestions and keeps the text', async () => {
  const { user } = await openPage('/address', { as: bsgw, server: serverWithStreets() })
  await user.type(street(), 'kerk')
  await screen.findByRole('listbox', { name: 'Straten' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox', { name: 'Straten' })).not.toBeInTheDocument()
  expect(street()).toHaveValue('kerk')
})

test('requests no suggestions for a street that the URL filled in', async () => {
  const { server } = await openPage('/address?street=kerk', { as: bsgw, server: serverWithStreets() })
  expect(street()).toHaveValue('kerk')
  expect(server.arrived(suggestStreets)).toEqual([])
})

test('S8.1 shows at the field that the suggestions failed, and accepts any text', async () => {
  const server = serverWithStreets()
  server.fail(suggestStreets, 503, 'Het loket is even niet bereikbaar.')
  const { user } = await openPage('/address', { as: bsgw, server })
  await user.type(street(), 'ker')
  const message = /Geen suggesties. Het loket is even niet bereikbaar. .* foutcode 503/
  expect(await screen.findByText(message, { ignore: '[role=status]' })).toBeVisible()
  await waitFor(() => expect(screen.getByText(message, { selector: '[role=status]' })).toBeInTheDocument())
  await user.keyboard('k')
  expect(street()).toHaveValue('kerk')
  server.answer(suggestStreets, () => streets)
  await user.keyboard('s')
  expect(await screen.findAllByRole('option', { name: /^Kerkstraat/ })).toHaveLength(2)
  expect(screen.queryByText(/Geen suggesties/)).not.toBeInTheDocument()
})

test('Enter searches when the suggestions fail to load', async () => {
  const server = serverWithStreets()
  server.fail(suggestStreets, 503, 'Het loket is even niet bereikbaar.')
  const { user, place } = await openPage('/address', { as: bsgw, server })
  await user.type(street(), 'kerk{Enter}')
  await waitFor(() => expect(place()).toBe('/address?street=kerk'))
})
