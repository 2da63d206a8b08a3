import { listExceptions, previewException, searchAddresses, withdrawException } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasUnsavedWork } from '../kit/forms/unsaved-work.ts'
import { fakeServer } from '../test/fake-server.ts'
import { administrator, bsgw } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

const area = { id: 1, name: 'Heerlen 6411' }

test('search criteria are no unsaved work once they are submitted', async () => {
  const server = fakeServer()
  server.answer(searchAddresses, () => ({ data: [], meta: { next: null, close: false, truncated: false } }))
  const { user } = await openPage('/address', { as: bsgw, server })
  await user.type(screen.getByLabelText('Postcode'), '6411AA')
  expect(hasUnsavedWork()).toBe(true)
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/geen adressen gevonden/i, { selector: '[role=status]' })).toBeInTheDocument()
  expect(hasUnsavedWork()).toBe(false)
})

async function openException() {
  const server = fakeServer()
  server.answer(previewException, () => ({ areas: [area], addresses: 12 }))
  server.answer(withdrawException, () => null)
  server.answer(listExceptions, () => [
    {
      category: 'gft' as const,
      day: '2026-12-02',
      moved_to: null,
      reason: 'wegens werk',
      areas: [area],
      changed: { by: null, at: '2026-11-20T10:04:00+01:00' },
    },
  ])
  const { user } = await openPage('/services-and-settings/collections', { as: administrator, server })
  const form = within(screen.getByRole('form', { name: 'Een ophaaldag wijzigen' }))
  const withdrawAnother = async () => {
    await user.click(await screen.findByRole('button', { name: /^Terugdraaien/ }))
    await user.click(await screen.findByRole('button', { name: 'Terugdraaien' }))
    expect(await screen.findByText('De ophaaldag gaat door zoals gepland')).toBeVisible()
  }
  return { user, form, withdrawAnother }
}

test('a change that was only previewed stays unsaved when the page saves another change', async () => {
  const { user, form, withdrawAnother } = await openException()
  await user.selectOptions(form.getByLabelText('Afvalsoort'), 'gft')
  await user.type(form.getByLabelText('Geplande ophaaldag'), '2026-12-09')
  await user.type(form.getByLabelText('Reden'), 'gladheid{Enter}')
  expect(await screen.findByRole('button', { name: /^Doorvoeren: / })).toBeVisible()
  expect(hasUnsavedWork()).toBe(true)

  await withdrawAnother()
  expect(hasUnsavedWork()).toBe(true)
})

test('input that the form rejected stays unsaved when the page saves another change', async () => {
  const { user, form, withdrawAnother } = await openException()
  await user.type(form.getByLabelText('Reden'), 'gladheid{Enter}')
  expect(form.getByLabelText('Geplande ophaaldag')).toBeInvalid()

  await withdrawAnother()
  expect(hasUnsavedWork()).toBe(true)
})
