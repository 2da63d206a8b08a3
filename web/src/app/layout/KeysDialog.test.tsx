import { findResident, listUndoable, searchAddresses } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { readerPause } from '../../domain/passes/pass-box.ts'
import { stopEventClock } from '../../test/event-time.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress, makeResident, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const dialog = () => screen.findByRole('dialog', { name: 'Toetsen op deze pagina' })
const groups = async () =>
  (await within(await dialog()).findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)

test('shows only the keys of the page on screen when ? is pressed', async () => {
  const server = fakeServer()
  server.answer(searchAddresses, () => ({
    data: [makeAddress()],
    meta: { next: null, close: false, truncated: false },
  }))
  server.answer(listUndoable, () => [])
  const { user, router } = await openPage('/dashboard', { as: bsgw, server })
  await user.click(document.body)
  await user.keyboard('?')
  expect(await groups()).not.toContain('In een lijst')
  await user.click(within(await dialog()).getByRole('button', { name: 'Sluiten' }))

  await router.navigate({ to: '/address', search: { street: 'akerstraat' } })
  await screen.findByRole('link', { name: /Akerstraat 118/ })
  await user.click(document.body)
  await user.keyboard('?')
  expect((await groups()).sort()).toEqual(['In een lijst', 'Overal'])
  expect(within(await dialog()).getAllByRole('img', { name: 'Pijl omlaag' })[0]).toBeVisible()
})

test('shows the keys of the pass field, and the keys of the number of rolls after a resident is found', async () => {
  const server = fakeServer()
  server.answer(findResident, ({ body }) => makeResident(body))
  const { user } = await openPage('/services-and-settings', { as: municipal, server })
  await user.click(screen.getByText('Sneltoetsen'))
  expect((await groups()).sort()).toEqual(['Milieupas', 'Overal'])
  expect(within(await dialog()).queryByText('Zoveel rollen uitgeven')).not.toBeInTheDocument()
  await user.click(within(await dialog()).getByRole('button', { name: 'Sluiten' }))
  await user.click(screen.getByLabelText('Pasnummer'))
  await user.keyboard('0101010101{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Aantal rollen')).toHaveFocus())
  await user.click(screen.getByText('Sneltoetsen'))
  expect(await within(await dialog()).findByText('Zoveel rollen uitgeven')).toBeVisible()
})

test('? in a field with text or in the search box types a question mark', async () => {
  const { user } = await openPage('/address', { as: bsgw })
  await user.type(screen.getByLabelText('Postcode'), '6?')
  expect(screen.getByLabelText('Postcode')).toHaveValue('6?')
  expect(screen.queryByRole('dialog', { name: /^Toetsen/ })).not.toBeInTheDocument()
  await user.clear(screen.getByLabelText('Postcode'))
  await user.click(screen.getByRole('combobox', { name: 'Zoeken' }))
  await user.keyboard('a?/')
  expect(screen.getByRole('combobox', { name: 'Zoeken' })).toHaveValue('a?/')
})

test.each([
  ['/dashboard', bsgw, 'Zoeken'],
  ['/address', bsgw, 'Postcode'],
  ['/collection-system', bsgw, 'Postcode'],
])('? in the empty first field of %s opens the list of keys, and the field stays empty', async (path, as, label) => {
  const { user } = await openPage(path, { as })
  const field = screen.getByLabelText(label)
  expect(field).toHaveFocus()
  await user.keyboard('?')
  await dialog()
  expect(field).toHaveValue('')
  await user.click(within(await dialog()).getByRole('button', { name: 'Sluiten' }))
  field.focus()
  await user.keyboard('/')
  expect(screen.getByRole('combobox', { name: 'Zoeken' })).toHaveFocus()
  expect(field).toHaveValue('')
})

describe.each(['?', '/'])('a scan that begins with %s', (start) => {
  test('is in the pass field of the desk with all its characters, wherever the focus was', async () => {
    const { user } = await openPage('/services-and-settings', { as: municipal })
    const field = screen.getByLabelText('Pasnummer')
    await user.keyboard(`${start}0101010101`)
    expect(field).toHaveValue(`${start}0101010101`)
    await user.clear(field)
    for (const focused of [document.body, screen.getByRole('button', { name: 'Zoek pas' })]) {
      field.blur()
      focused.focus()
      await user.keyboard(`${start}0101010101`)
      expect(field).toHaveValue(`${start}0101010101`)
      await user.clear(field)
    }
    expect(screen.queryByRole('dialog', { name: /^Toetsen/ })).not.toBeInTheDocument()
  })
})

test('the list of keys of a page with a pass field leaves out ? and /, which are characters of a scan there', async () => {
  const { user } = await openPage('/services-and-settings', { as: municipal })
  await user.click(screen.getByText('Sneltoetsen'))
  expect(await within(await dialog()).findByText('Naar het zoekveld, ook terwijl u typt')).toBeVisible()
  expect(within(await dialog()).queryByText('Naar het zoekveld')).not.toBeInTheDocument()
  expect(within(await dialog()).queryByText('Deze lijst openen')).not.toBeInTheDocument()
})

test('switches the one-character keys off, and still opens the list of keys from the user menu', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  await user.click(screen.getByText('Sneltoetsen'))
  const shown = within(await dialog())
  expect(await shown.findByText('Naar het zoekveld')).toBeVisible()
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

test('opens a page by the start of its title, after Ctrl+K in the field of the pass desk', async () => {
  const { user, place } = await openPage('/services-and-settings', { as: municipal })
  await waitFor(() => expect(screen.getByLabelText('Pasnummer')).toHaveFocus())
  await user.keyboard('{Control>}k{/Control}kal')
  expect(await screen.findByRole('option', { name: 'Kalender' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Zoek adres' })).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe('/calendar'))
})

describe('on a page without the desk, for an employee of the desk,', () => {
  test('a scan that begins with ? is in the pass field with all its characters, and opens no list', async () => {
    const letPass = stopEventClock()
    const { user } = await openPage('/calendar', { as: municipal })
    await screen.findByRole('heading', { level: 1 })
    await user.click(document.body)
    await user.keyboard('?0101010101')
    expect(screen.getByLabelText('Pasnummer')).toHaveValue('?0101010101')
    letPass(readerPause)
    await new Promise((resolve) => setTimeout(resolve, readerPause + 50))
    expect(screen.queryByRole('dialog', { name: /^Toetsen/ })).not.toBeInTheDocument()
  })

  test('? alone opens the list, and leaves the pass field empty', async () => {
    const { user } = await openPage('/calendar', { as: municipal })
    await screen.findByRole('heading', { level: 1 })
    await user.click(document.body)
    await user.keyboard('?')
    await dialog()
    expect(screen.getByLabelText('Pasnummer')).toHaveValue('')
  })
})
