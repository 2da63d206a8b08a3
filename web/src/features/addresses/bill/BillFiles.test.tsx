import { listAddressEquipment, makeBillLetter, makeBillMail, makeDossier } from '@rd4-loket/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { bsgw } from '../../../test/make.ts'
import { openPage } from '../../../test/open-page.tsx'

async function openFiles() {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const server = fakeServer()
  server.answer(listAddressEquipment, () => [])
  server.answer(makeDossier, () => '%PDF-')
  server.answer(makeBillLetter, () => '%PDF-')
  const opened = await openPage('/address/a1', { as: bsgw, server })
  await screen.findByRole('button', { name: 'Opslaan' })
  return { ...opened, saved }
}
// jsdom has no popovers, so the choices are always on the page.
const choice = (name: string) => screen.getByText(name)

test('saves the dossier of the shown year in the chosen format, with the file name from the server', async () => {
  const { user, server, saved } = await openFiles()
  await user.click(choice('Dossier (CSV)'))
  expect(await screen.findByText('Bestand opgeslagen')).toBeVisible()
  expect(server.arrived(makeDossier)).toMatchObject([
    { params: { alias: 'a1' }, query: { year: '2025', format: 'csv' } },
  ])
  expect(saved).toEqual(['aanslag 2025.pdf'])
})

test('saves the letter to the resident', async () => {
  const { user, server, saved } = await openFiles()
  await user.click(choice('Brief voor de inwoner (PDF)'))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(server.arrived(makeBillLetter)).toMatchObject([{ params: { alias: 'a1' }, query: { year: '2025' } }])
})

test('copies the text of a mail with the words of the letter', async () => {
  const { user, server, saved } = await openFiles()
  server.answer(makeBillMail, () => ({ text: 'Beste bewoner' }))
  await user.click(choice('Mail aan de inwoner: kopieer de tekst'))
  expect(await screen.findByText('Tekst van de mail gekopieerd')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('Beste bewoner')
  expect(server.arrived(makeBillMail)).toMatchObject([{ params: { alias: 'a1' }, query: { year: '2025' } }])
  expect(saved).toEqual([])
})

test('shows why a file could not be made, and saves nothing', async () => {
  const { user, server, saved } = await openFiles()
  server.fail(makeDossier, 503, 'Er worden nu veel documenten gemaakt. Probeer het zo opnieuw.')
  await user.click(choice('Dossier (PDF)'))
  expect(await screen.findByText(/veel documenten gemaakt/)).toBeVisible()
  expect(saved).toEqual([])
})
