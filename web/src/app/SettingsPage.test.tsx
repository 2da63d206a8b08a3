import { ApiError, listAllowances, listNoticesToEdit, removeNotice, saveAllowance } from '@rd4-loket/contract'
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resetArea } from '../session/client-areas.ts'
import { fakeServer } from '../test/fake-server.ts'
import { administrator, makeNotice, municipal } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

async function openSettings({ as = municipal, notices = [makeNotice()] } = {}) {
  const server = fakeServer()
  let rolls = 6
  server.answer(listAllowances, () => [
    { year: 2025, rolls: 5 },
    { year: 2026, rolls },
    { year: 2027, rolls: 6 },
  ])
  server.answer(saveAllowance, ({ params, body }) => {
    rolls = body.rolls
    return { year: Number(params.year), rolls }
  })
  server.answer(listNoticesToEdit, () => notices)
  return openPage('/services-and-settings/settings', { as, server })
}

test("S2.12 changes the yearly allowance of rolls per pass in the employee's own municipality", async () => {
  const { server, user } = await openSettings()
  const field = await screen.findByRole('textbox', { name: 'Rollen per pas in 2026' })
  expect(field).toHaveValue('6')
  expect(screen.getByText('In 2025 was het 5 rollen per pas.')).toBeVisible()
  await user.clear(field)
  await user.type(field, '8{Enter}')
  expect(await screen.findByText('In 2026 mag elke pas van Heerlen 8 rollen krijgen')).toBeVisible()
  expect(server.arrived(saveAllowance)[0]).toMatchObject({
    params: { municipality_id: '917', year: '2026' },
    body: { rolls: 8 },
  })
})

test('S2.12 an employee of all municipalities first chooses a municipality, which every save button names', async () => {
  const { server, user } = await openSettings({ as: administrator })
  const choice = await screen.findByRole('combobox', { name: 'Gemeente' })
  expect(choice).toHaveDisplayValue('Kies een gemeente')
  expect(choice).toHaveAccessibleDescription('Kies eerst een gemeente. Daarna ziet u de instellingen.')
  expect(screen.queryByRole('textbox', { name: /^Rollen per pas/ })).not.toBeInTheDocument()
  expect(server.arrived(listAllowances)).toEqual([])
  await user.selectOptions(choice, 'Kerkrade')
  expect(await screen.findByRole('button', { name: 'Aantal van 2026 opslaan voor Kerkrade' })).toBeVisible()
  expect(server.arrived(listAllowances).at(-1)?.params).toEqual({ municipality_id: '928' })
})

test('the chosen municipality survives a reload, and ends at logout', async () => {
  const { user } = await openSettings({ as: administrator })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Gemeente' }), 'Kerkrade')
  cleanup()
  const { client } = await openSettings({ as: administrator })
  expect(await screen.findByRole('combobox', { name: 'Gemeente' })).toHaveDisplayValue('Kerkrade')
  cleanup()
  resetArea.user(client)
  await openSettings({ as: administrator })
  expect(await screen.findByRole('combobox', { name: 'Gemeente' })).toHaveDisplayValue('Kies een gemeente')
})

test.each([
  ['', 'Dit veld is verplicht'],
  ['100', 'Dit mag ten hoogste 99 zijn'],
  ['veel', 'Vul hier een getal in'],
])('S5.1 S5.3 shows an error at the field for the allowance %j, and sends nothing', async (typed, message) => {
  const { server, user } = await openSettings()
  const field = await screen.findByRole('textbox', { name: 'Rollen per pas in 2026' })
  await user.clear(field)
  await user.type(field, `${typed}{Enter}`)
  expect(field).toHaveAccessibleDescription(message)
  expect(server.arrived(saveAllowance)).toEqual([])
})

test('S2.12 lists the notices with their periods, and removes a notice after confirmation', async () => {
  const notices = [makeNotice(), makeNotice({ id: 2, title: 'Oud', valid_to: '2020-12-31' })]
  const { server, user } = await openSettings({ notices })
  server.answer(removeNotice, () => {
    notices.shift()
    return null
  })
  expect(await screen.findByText('Staat op het dashboard')).toBeVisible()
  expect(screen.getByText('Voorbij')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Verwijderen: Balie dicht' }))
  const dialog = screen.getByRole('dialog', { name: 'Deze mededeling verwijderen?' })
  expect(server.arrived(removeNotice)).toEqual([])
  // Otherwise a user who holds Enter down or presses it twice would delete the notice.
  expect(within(dialog).getByRole('button', { name: 'Annuleren' })).toHaveFocus()
  await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('De mededeling is verwijderd voor Heerlen')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Balie dicht' })).not.toBeInTheDocument()
  expect(server.arrived(removeNotice)[0]?.params).toEqual({ notice_id: '1' })
})

test('S8.1 shows in the dialog why a notice could not be removed', async () => {
  const { server, user } = await openSettings()
  server.fail(removeNotice, 404, 'Deze mededeling bestaat niet')
  await user.click(await screen.findByRole('button', { name: 'Verwijderen: Balie dicht' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent('Deze mededeling bestaat niet')
})

/** Imitates the Escape key in a browser: a cancel event and, unless the page prevents it, closing. */
function pressEscape(dialog: HTMLElement) {
  const cancel = createEvent('cancel', dialog, { cancelable: true, bubbles: false })
  fireEvent(dialog, cancel)
  if (cancel.defaultPrevented) return
  ;(dialog as HTMLDialogElement).close()
  fireEvent(dialog, createEvent('close', dialog, { bubbles: false }))
}

test('S8.1 keeps the confirmation open until its request ends, to show an error of that request', async () => {
  const { server, user } = await openSettings()
  let fail: (error: Error) => void = () => {}
  server.answer(removeNotice, () => new Promise((_, reject) => (fail = reject)))
  await user.click(await screen.findByRole('button', { name: 'Verwijderen: Balie dicht' }))
  const dialog = screen.getByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }))
  await waitFor(() => expect(server.arrived(removeNotice)).toHaveLength(1))
  const cancel = within(dialog).getByRole('button', { name: 'Annuleren' })
  expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await user.click(cancel)
  pressEscape(dialog)
  fail(new ApiError(503, 'Het loket is even niet bereikbaar.'))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Het loket is even niet bereikbaar.')
  pressEscape(dialog)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('shows an error with a retry button in a failed panel, while the other panel shows its data', async () => {
  const server = fakeServer()
  server.fail(listAllowances, 503, 'Het loket is even niet bereikbaar.')
  server.answer(listNoticesToEdit, () => [makeNotice()])
  const { user } = await openPage('/services-and-settings/settings', { as: municipal, server })
  expect(await screen.findByRole('heading', { name: 'Balie dicht' })).toBeVisible()
  expect(await screen.findByRole('alert')).toHaveTextContent('Het loket is even niet bereikbaar.')
  server.answer(listAllowances, () => [{ year: 2026, rolls: 6 }])
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText('In 2026 was het 6 rollen per pas.')).toBeVisible()
})

test('S9.4 cuts the text of a notice after 100 characters, and shows all of it after a click', async () => {
  const words = 'De balie is dicht. '.repeat(6).trim()
  const { user } = await openSettings({
    notices: [makeNotice({ html: `<p>${words}</p><p>Tot <strong>maandag</strong>.</p>` })],
  })
  const short = await screen.findByText(`${words.slice(0, 100)}…`)
  expect(short).toBeVisible()
  expect(screen.getByText('maandag')).not.toBeVisible()
  await user.click(short)
  expect(screen.getByText('maandag')).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
})
