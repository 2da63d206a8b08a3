import { checkDossier, type DossierOutcome, maxUploadBytes } from '@rd4-loket/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { openPage } from '../../test/open-page.tsx'

const dossier = (bytes = 'een dossier') => new File([bytes], 'dossier.pdf', { type: 'application/pdf' })
const openCheck = async () => {
  const server = fakeServer()
  const { user } = await openPage('/dossier-controleren', { server })
  const field = screen.getByLabelText('Dossier (pdf, csv of json)')
  return { server, user, field, submit: () => user.click(screen.getByRole('button', { name: 'Controleer' })) }
}

test.each<[DossierOutcome, string]>([
  ['unchanged', 'Ongewijzigd'],
  ['changed', 'Gewijzigd'],
  ['outdated', 'Ongewijzigd, maar verouderd'],
])('a visitor without a login reads one of three words about a dossier: %s', async (outcome, title) => {
  const { server, user, field, submit } = await openCheck()
  server.answer(checkDossier, () => ({ outcome }))
  await user.upload(field, dossier())
  await submit()
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible()
  expect(server.arrived(checkDossier)).toHaveLength(1)
  expect(new TextDecoder().decode(server.arrived(checkDossier)[0]?.body)).toBe('een dossier')
})

test.each([
  ['no file', undefined, /^Kies een bestand/],
  ['an empty file', dossier(''), /^Dit bestand is leeg/],
  ['a file of more than 5 MB', dossier('x'.repeat(maxUploadBytes + 1)), /^Dit bestand is te groot/],
])('shows an error at the field for %s, and sends nothing', async (_, file, message) => {
  const { server, user, field, submit } = await openCheck()
  if (file) await user.upload(field, file)
  await submit()
  expect(field).toHaveAccessibleDescription(message)
  expect(field).toHaveFocus()
  expect(server.arrived(checkDossier)).toEqual([])
})

test('shows the message of the server when a network address checks too often', async () => {
  const { server, user, field, submit } = await openCheck()
  server.fail(checkDossier, 429, 'U doet te veel verzoeken achter elkaar.')
  await user.upload(field, dossier())
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('U doet te veel verzoeken achter elkaar.')
})
