import { countAreaAddresses, previewArea, searchAddresses } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasUnsavedWork } from '../kit/forms/unsaved-work.ts'
import { fakeServer } from '../test/fake-server.ts'
import { bsgw } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'
import { openPlanning, planningServer } from '../test/planning-server.ts'

test('submitted search criteria are not unsaved work', async () => {
  const server = fakeServer()
  server.answer(searchAddresses, () => ({ data: [], meta: { next: null, close: false, truncated: false } }))
  const { user } = await openPage('/address', { as: bsgw, server })
  await user.type(screen.getByLabelText('Postcode'), '6411AA')
  expect(hasUnsavedWork()).toBe(true)
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/geen adressen gevonden/i, { selector: '[role=status]' })).toBeInTheDocument()
  expect(hasUnsavedWork()).toBe(false)
})

async function openArea() {
  const server = planningServer()
  server.answer(previewArea, () => ({ moves: [], without_days: false }))
  server.answer(countAreaAddresses, () => ({ areas: [{ id: 1, addresses: 0, has_pickups: false }], without: 0 }))
  const { user } = await openPlanning('areas', server)
  const form = within(await screen.findByRole('form', { name: 'Een gebied maken of wijzigen' }))
  const saveAnother = async () => {
    await user.click(await screen.findByRole('button', { name: /^Verwijderen: Heerlen 6411/ }))
    await user.click(screen.getByRole('button', { name: 'Verwijderen' }))
    expect(await screen.findByText('Het ophaalgebied Heerlen 6411 is verwijderd voor Heerlen')).toBeVisible()
  }
  return { user, form, saveAnother }
}

test('a previewed change is still unsaved work after the page saves another change', async () => {
  const { user, form, saveAnother } = await openArea()
  await user.type(form.getByLabelText('Naam van het gebied'), 'Centrum{Enter}')
  expect(await screen.findByRole('button', { name: /^Doorvoeren voor Heerlen: / })).toBeVisible()
  expect(hasUnsavedWork()).toBe(true)

  await saveAnother()
  expect(hasUnsavedWork()).toBe(true)
})

test('rejected input is still unsaved work after the page saves another change', async () => {
  const { user, form, saveAnother } = await openArea()
  await user.type(form.getByLabelText('Postcodes'), 'Heerlen')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(form.getByLabelText('Naam van het gebied')).toBeInvalid()

  await saveAnother()
  expect(hasUnsavedWork()).toBe(true)
})
