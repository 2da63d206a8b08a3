import {
  type AllowanceRule,
  ApiError,
  approveAllowance,
  defaultPassForm,
  listAllowances,
  listNoticesToEdit,
  type Reply,
  removeNotice,
  saveAllowance,
  saveAllowanceRule,
  savePassForm,
  saveRollWords,
  showAllowanceRule,
  showMeta,
  showPassForm,
} from '@rd4-loket/contract'
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resetArea } from '../session/client-areas.ts'
import { fakeServer } from '../test/fake-server.ts'
import { makeEmployee, makeNotice, municipal, administrator as ofAllMunicipalities } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

const administrator = makeEmployee({ ...ofAllMunicipalities, municipality: { id: 917, name: 'Heerlen' } })

type Proposal = Reply<typeof listAllowances>[number]['proposal']
async function openSettings({
  as = administrator,
  notices = [makeNotice()],
  changed_by = 'administrator' as AllowanceRule['changed_by'],
  proposal = null as Proposal,
  other_passes = 0,
  rolls = 6 as number | null,
  page = 'settings',
} = {}) {
  const server = fakeServer()
  server.answer(showAllowanceRule, () => ({ changed_by }))
  server.answer(listAllowances, () => [
    { year: 2025, rolls: 5, proposal: null },
    { year: 2026, rolls, proposal },
    { year: 2027, rolls: 6, proposal: null },
  ])
  server.answer(saveAllowance, ({ params, body }) => {
    rolls = body.rolls
    return { year: Number(params.year), rolls }
  })
  server.answer(listNoticesToEdit, () => notices)
  server.answer(showPassForm, () => ({ ...defaultPassForm, other_passes }))
  return openPage(`/services-and-settings/${page}`, { as, server })
}

test('S2.12 an administrator changes the yearly allowance of rolls per household in the own municipality', async () => {
  const { server, user } = await openSettings()
  const field = await screen.findByRole('textbox', { name: 'Rollen per huishouden in 2026' })
  expect(field).toHaveValue('6')
  expect(screen.getByText('In 2025 was het 5 rollen per huishouden.')).toBeVisible()
  await user.clear(field)
  await user.type(field, '8{Enter}')
  expect(await screen.findByText('In 2026 mag elk huishouden in Heerlen 8 rollen krijgen')).toBeVisible()
  expect(server.arrived(saveAllowance)[0]).toMatchObject({
    params: { municipality_id: '917', year: '2026' },
    body: { rolls: 8 },
  })
})

test('restores a setting that was typed and not saved, and saving ends its draft', async () => {
  const { router, user } = await openSettings()
  const field = () => screen.findByRole('textbox', { name: 'Rollen per huishouden in 2026' })
  await user.clear(await field())
  await user.type(await field(), '8')
  await act(() => router.navigate({ to: '/dashboard' }))
  await act(() => router.navigate({ to: '/services-and-settings/settings' }))
  expect(await field()).toHaveValue('8')
  expect(screen.getByText(/^Concept hersteld/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Aantal van 2026 opslaan voor Heerlen' }))
  expect(await screen.findByText('In 2026 mag elk huishouden in Heerlen 8 rollen krijgen')).toBeVisible()
  expect(screen.queryByText(/^Concept hersteld/)).not.toBeInTheDocument()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('opslaan')
})

test('shows the allowance, and who may change it, to an employee who is no administrator', async () => {
  await openSettings({ as: municipal })
  expect(await screen.findByText('Een beheerder wijzigt dit aantal.')).toBeVisible()
  expect(screen.getAllByText('6 rollen')).toHaveLength(2)
  expect(screen.queryByRole('textbox', { name: /^Rollen per huishouden/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('form', { name: 'Wie wijzigt het aantal?' })).not.toBeInTheDocument()
})

test('an employee can propose an allowance when the rule requires two employees', async () => {
  const { server, user } = await openSettings({ as: municipal, changed_by: 'two_employees' })
  const field = await screen.findByRole('textbox', { name: 'Rollen per huishouden in 2026' })
  await user.clear(field)
  await user.type(field, '8')
  await user.click(screen.getByRole('button', { name: 'Aantal van 2026 voorstellen voor Heerlen' }))
  expect(await screen.findByText('Het voorstel voor 2026 in Heerlen is vastgelegd')).toBeVisible()
  expect(server.arrived(saveAllowance)[0]?.body).toEqual({ rolls: 8 })
})

test('another employee approves a proposal', async () => {
  const proposal = { rolls: 8, by: 'Noor Balie', own: false }
  const { server, user } = await openSettings({ as: municipal, changed_by: 'two_employees', proposal })
  server.answer(approveAllowance, () => ({ year: 2026, rolls: 8 }))
  expect(await screen.findByText('Voorstel voor 2026: 8 rollen in plaats van 6')).toBeVisible()
  expect(screen.getByText(/, door Noor Balie\.$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Goedkeuren voor Heerlen: 2026' }))
  expect(await screen.findByText('In 2026 mag elk huishouden in Heerlen 8 rollen krijgen')).toBeVisible()
  expect(server.arrived(approveAllowance)[0]).toMatchObject({
    params: { municipality_id: '917', year: '2026' },
    body: { rolls: 8 },
  })
})

test('the author of a proposal can withdraw it, and the button to approve says why that is refused', async () => {
  const proposal = { rolls: 8, by: 'Noor Balie', own: true }
  const { server, user } = await openSettings({ as: municipal, changed_by: 'two_employees', proposal })
  const approve = await screen.findByRole('button', { name: 'Goedkeuren voor Heerlen: 2026' })
  expect(approve).toHaveAccessibleDescription('Een andere medewerker keurt uw voorstel goed')
  await user.click(approve)
  expect(server.arrived(approveAllowance)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Intrekken voor Heerlen: 2026' }))
  expect(await screen.findByText('Het voorstel voor 2026 in Heerlen is weg')).toBeVisible()
  expect(server.arrived(saveAllowance)[0]?.body).toEqual({ rolls: 6 })
})

test('an administrator sees that nobody chose a number, and sets the number and the name of what is issued', async () => {
  const { server, user } = await openSettings({ rolls: null })
  const field = await screen.findByRole('textbox', { name: 'Rollen per huishouden in 2026' })
  expect(field).toHaveValue('')
  expect(field).toHaveAccessibleDescription('Nog niet gekozen. De balie geeft in dat jaar niets uit.')
  await user.type(field, '4{Enter}')
  expect(await screen.findByText('In 2026 mag elk huishouden in Heerlen 4 rollen krijgen')).toBeVisible()
  server.answer(saveRollWords, ({ body }) => body)
  for (const [label, typed] of [
    ['Naam van één stuk', 'luierzak'],
    ['Naam van meer stuks', 'luierzakken'],
  ] as const) {
    await user.clear(screen.getByRole('textbox', { name: label }))
    await user.type(screen.getByRole('textbox', { name: label }), typed)
  }
  await user.click(screen.getByRole('button', { name: 'Naam opslaan voor Heerlen' }))
  expect(await screen.findByText('De balie van Heerlen geeft nu luierzakken uit')).toBeVisible()
  expect(server.arrived(saveRollWords)[0]?.body).toEqual({ roll_singular: 'luierzak', roll_plural: 'luierzakken' })
})

test('an administrator can require two employees for a change of the allowance', async () => {
  const { server, user } = await openSettings()
  server.answer(saveAllowanceRule, ({ body }) => body)
  await user.click(await screen.findByRole('radio', { name: /^Twee medewerkers/ }))
  await user.click(screen.getByRole('button', { name: 'Keuze opslaan voor Heerlen' }))
  expect(await screen.findByText('Vastgelegd wie het aantal rollen wijzigt in Heerlen')).toBeVisible()
  expect(server.arrived(saveAllowanceRule)[0]?.body).toEqual({ changed_by: 'two_employees' })
})

test('an administrator sets the form of the pass numbers, and the search box reads it at once', async () => {
  const { server, user } = await openSettings()
  const tenDigits = {
    characters: 'digits' as const,
    min_length: 10,
    max_length: 10,
    prefixes: ['*', 'P:'],
    suffixes: [],
  }
  server.answer(savePassForm, () => ({ ...tenDigits, other_passes: 0 }))
  await user.click(await screen.findByRole('radio', { name: 'Alleen cijfers' }))
  for (const [label, typed] of [
    ['Kleinste aantal tekens', '10'],
    ['Grootste aantal tekens', '10'],
    ['Tekens van de lezer vóór het nummer', ' * P: '],
  ] as const) {
    await user.clear(screen.getByRole('textbox', { name: label }))
    await user.type(screen.getByRole('textbox', { name: label }), typed)
  }
  const before = server.arrived(showMeta).length
  await user.click(screen.getByRole('button', { name: 'Vorm opslaan voor Heerlen' }))
  expect(await screen.findByText('Een pasnummer van Heerlen heeft nu 10 cijfers')).toBeVisible()
  expect(server.arrived(savePassForm)[0]).toMatchObject({ params: { municipality_id: '917' }, body: tenDigits })
  expect(server.arrived(showMeta)).toHaveLength(before + 1)
})

test('S5.1 S5.3 shows the error of each part of the form of pass numbers at its field, and sends nothing', async () => {
  const { server, user } = await openSettings()
  const field = async (name: string) => await screen.findByRole('textbox', { name })
  await user.clear(await field('Kleinste aantal tekens'))
  await user.type(await field('Kleinste aantal tekens'), '3')
  await user.type(await field('Tekens van de lezer na het nummer'), 'te-lang')
  await user.click(screen.getByRole('button', { name: 'Vorm opslaan voor Heerlen' }))
  expect(await field('Kleinste aantal tekens')).toHaveAccessibleDescription('Dit moet ten minste 6 zijn')
  expect(await field('Tekens van de lezer na het nummer')).toHaveAccessibleDescription(
    'Vul tekens van de lezer in: 1 tot 5 bij elkaar, zonder streepje',
  )
  expect(server.arrived(savePassForm)).toEqual([])
})

test.each([
  [1, '1 actieve pas heeft een andere vorm. De balie leest die pas niet.'],
  [12, '12 actieve passen hebben een andere vorm. De balie leest die passen niet.'],
])(
  'shows the form of pass numbers to a clerk, and that %i active passes have another form',
  async (other_passes, text) => {
    await openSettings({ as: municipal, other_passes })
    expect(await screen.findByText('6 tot 20 cijfers of letters')).toBeVisible()
    expect(screen.getByText(/merkt daardoor niet dat in een pasnummer een cijfer ontbreekt/)).toBeVisible()
    expect(screen.getByText('Een beheerder wijzigt deze vorm.')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByRole('form', { name: 'Vorm van een pasnummer' })).not.toBeInTheDocument()
  },
)

test('S2.12 an employee of all municipalities first chooses a municipality, which every save button names', async () => {
  const { server, user } = await openSettings({ as: ofAllMunicipalities })
  const choice = await screen.findByRole('combobox', { name: 'Gemeente' })
  expect(choice).toHaveDisplayValue('Kies een gemeente')
  expect(choice).toHaveAccessibleDescription('Kies eerst een gemeente.')
  expect(screen.queryByRole('textbox', { name: /^Rollen per huishouden/ })).not.toBeInTheDocument()
  expect(server.arrived(listAllowances)).toEqual([])
  await user.selectOptions(choice, 'Kerkrade')
  expect(await screen.findByRole('button', { name: 'Aantal van 2026 opslaan voor Kerkrade' })).toBeVisible()
  expect(server.arrived(listAllowances).at(-1)?.params).toEqual({ municipality_id: '928' })
})

test('the chosen municipality survives a reload, and ends at logout', async () => {
  const { user } = await openSettings({ as: ofAllMunicipalities })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Gemeente' }), 'Kerkrade')
  cleanup()
  const { client } = await openSettings({ as: ofAllMunicipalities })
  expect(await screen.findByRole('combobox', { name: 'Gemeente' })).toHaveDisplayValue('Kerkrade')
  cleanup()
  resetArea.user(client)
  await openSettings({ as: ofAllMunicipalities })
  expect(await screen.findByRole('combobox', { name: 'Gemeente' })).toHaveDisplayValue('Kies een gemeente')
})

test.each([
  ['', 'Dit veld is verplicht'],
  ['100', 'Dit mag ten hoogste 99 zijn'],
  ['veel', 'Vul hier een getal in'],
])('S5.1 S5.3 shows an error at the field for the allowance %j, and sends nothing', async (typed, message) => {
  const { server, user } = await openSettings()
  const field = await screen.findByRole('textbox', { name: 'Rollen per huishouden in 2026' })
  await user.clear(field)
  await user.type(field, `${typed}{Enter}`)
  expect(field).toHaveAccessibleDescription(message)
  expect(server.arrived(saveAllowance)).toEqual([])
})

test('S2.12 lists the notices with their periods, and removes a notice after confirmation', async () => {
  const notices = [makeNotice(), makeNotice({ id: 2, title: 'Oud', valid_to: '2020-12-31' })]
  const { server, user } = await openSettings({ notices, page: 'notices' })
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

/** Imitates the Escape key in a browser: a cancel event and, unless the page prevents it, closing. */
function pressEscape(dialog: HTMLElement) {
  const cancel = createEvent('cancel', dialog, { cancelable: true, bubbles: false })
  fireEvent(dialog, cancel)
  if (cancel.defaultPrevented) return
  ;(dialog as HTMLDialogElement).close()
  fireEvent(dialog, createEvent('close', dialog, { bubbles: false }))
}

test('S8.1 keeps the confirmation open until its request ends, to show an error of that request', async () => {
  const { server, user } = await openSettings({ page: 'notices' })
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

test('S9.4 cuts the text of a notice after 100 characters, and shows all of it after a click', async () => {
  const words = 'De balie is dicht. '.repeat(6).trim()
  const { user } = await openSettings({
    page: 'notices',
    notices: [makeNotice({ html: `<p>${words}</p><p>Tot <strong>maandag</strong>.</p>` })],
  })
  const short = await screen.findByText(`${words.slice(0, 100)}…`)
  expect(short).toBeVisible()
  expect(screen.getByText('maandag')).not.toBeVisible()
  await user.click(short)
  expect(screen.getByText('maandag')).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
})
