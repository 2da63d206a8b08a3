import {
  changeEmployee,
  inviteEmployee,
  listEmployeeSessions,
  listEmployees,
  listTasks,
  resetEmployee,
  resetSecondFactor,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, makeEmployee, makeManagedEmployee, makeSession, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

async function openEmployees(path = '', employee = makeManagedEmployee(), as = administrator) {
  const server = fakeServer()
  const employees = [employee]
  server.answer(listEmployees, () => employees)
  server.answer(inviteEmployee, ({ body: { municipality_id: id, ...body } }) =>
    makeManagedEmployee({ ...body, municipality: id ? { id, name: 'Heerlen' } : null }),
  )
  server.answer(changeEmployee, ({ body: { municipality_id: _at, ...body } }) => {
    employees[0] = { ...employee, ...body }
    return { ...employee, ...body }
  })
  server.answer(resetEmployee, () => employee)
  return openPage(`/services-and-settings/employees${path}`, { as, server })
}

test('S6.2 denies access to an employee who is not an administrator', async () => {
  await openPage('/services-and-settings/employees', { as: municipal })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
})

test('S9.4 lists employees with roles and municipality, and shows the booleans as Ja and Nee', async () => {
  await openEmployees('', makeManagedEmployee({ blocked: true }))
  const row = await screen.findByRole('row', { name: /Sem Balie/ })
  expect(row).toHaveTextContent('sem.balie@heerlen.example')
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Medewerker gemeente', 'Heerlen', 'Ja', 'Nee'])
})

test('invites an employee with roles and a municipality', async () => {
  const { server, user, place } = await openEmployees('/new')
  await user.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'nieuw@heerlen.example')
  await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'Nina Nieuw')
  await user.click(screen.getByRole('checkbox', { name: 'Medewerker gemeente' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Gemeente' }), 'Heerlen')
  await user.click(screen.getByRole('button', { name: 'Uitnodigen voor Heerlen' }))
  expect(
    await screen.findByText('Nina Nieuw is uitgenodigd voor Heerlen: de mail gaat naar nieuw@heerlen.example'),
  ).toBeVisible()
  expect(place()).toBe('/services-and-settings/employees')
  expect(server.arrived(inviteEmployee)[0]?.body).toEqual({
    email: 'nieuw@heerlen.example',
    name: 'Nina Nieuw',
    roles: ['municipal_employee'],
    municipality_id: 917,
  })
})

test('invites nobody before the administrator chose a municipality or all municipalities', async () => {
  const { server, user } = await openEmployees('/new')
  const field = screen.getByRole('combobox', { name: 'Gemeente' })
  expect(field).toHaveDisplayValue('Kies een gemeente')
  await user.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'nieuw@bsgw.example')
  await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'Nina Nieuw')
  await user.click(screen.getByRole('checkbox', { name: 'Medewerker BsGW' }))
  await user.click(screen.getByRole('button', { name: 'Uitnodigen' }))
  expect(field).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(server.arrived(inviteEmployee)).toEqual([])
  await user.selectOptions(field, 'Alle gemeenten')
  await user.click(screen.getByRole('button', { name: 'Uitnodigen voor alle gemeenten' }))
  expect(await screen.findByText(/^Nina Nieuw is uitgenodigd voor alle gemeenten/)).toBeVisible()
  expect(server.arrived(inviteEmployee)).toMatchObject([{ body: { municipality_id: null } }])
})

test('S6.2 offers a municipal administrator the municipal roles, and roles that the employee already has', async () => {
  const ofHeerlen = makeEmployee({ ...administrator, municipality: { id: 917, name: 'Heerlen' } })
  const offered = () => screen.getAllByRole('checkbox').map((box) => box.nextElementSibling?.textContent)
  await openEmployees('/new', undefined, ofHeerlen)
  expect(offered()).toEqual(['Medewerker gemeente', 'Beheerder'])
  cleanup()
  await openEmployees('/7', makeManagedEmployee({ roles: ['bsgw_employee', 'municipal_employee'] }), ofHeerlen)
  await screen.findByRole('button', { name: 'Opslaan voor Heerlen' })
  expect(offered()).toEqual(['Medewerker BsGW', 'Medewerker gemeente', 'Beheerder'])
})

test('S5.1 S5.3 shows an error at each empty field and at the roles', async () => {
  const { server, user } = await openEmployees('/new')
  await user.click(screen.getByRole('button', { name: 'Uitnodigen' }))
  expect(screen.getByRole('textbox', { name: 'E-mailadres' })).toHaveAccessibleDescription(/Dit veld is verplicht/)
  expect(screen.getByRole('checkbox', { name: 'Medewerker BsGW' })).toBeInvalid()
  expect(screen.getByRole('checkbox', { name: 'Medewerker BsGW' })).toHaveAccessibleDescription(/Dit veld is verplicht/)
  expect(server.arrived(inviteEmployee)).toEqual([])
})

test('S5.3 shows a rejection by the server at the rejected field', async () => {
  const { server, user } = await openEmployees('/7')
  server.fail(changeEmployee, 422, 'Niet alles is goed ingevuld', {
    municipality_id: ['Dit veld is verplicht bij de rol van de balie'],
  })
  await user.click(await screen.findByRole('button', { name: 'Opslaan voor Heerlen' }))
  expect(await screen.findByRole('link', { name: /Dit veld is verplicht bij de rol van de balie$/ })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Gemeente' })).toBeInvalid()
})

test('changes the roles of an employee', async () => {
  const { server, user } = await openEmployees('/7')
  await user.click(await screen.findByRole('checkbox', { name: 'Medewerker BsGW' }))
  await user.click(screen.getByRole('button', { name: 'Opslaan voor Heerlen' }))
  expect(await screen.findByText('Sem Balie is gewijzigd voor Heerlen')).toBeVisible()
  expect(server.arrived(changeEmployee)[0]).toMatchObject({
    params: { employee_id: '7' },
    body: { name: 'Sem Balie', roles: ['bsgw_employee', 'municipal_employee'], municipality_id: 917, blocked: false },
  })
})

test('blocks an employee after a confirmation, and then shows a button to unblock them', async () => {
  const { server, user } = await openEmployees('/7')
  await user.click(await screen.findByRole('button', { name: 'Blokkeren' }))
  expect(server.arrived(changeEmployee)).toEqual([])
  const dialog = screen.getByRole('dialog', { name: 'Sem Balie blokkeren?' })
  await user.click(within(dialog).getByRole('button', { name: 'Blokkeren' }))
  expect(await screen.findByText('Sem Balie is geblokkeerd voor Heerlen')).toBeVisible()
  const others = { name: 'Sem Balie', roles: ['municipal_employee'], municipality_id: 917 }
  expect(server.arrived(changeEmployee)[0]?.body).toEqual({ ...others, blocked: true })
  expect(screen.getByRole('button', { name: 'Blokkade opheffen' })).toBeVisible()
})

const expired = { ends_at: '2026-11-12T09:00:00+01:00', expired: true }

test.each([
  [
    'can log in',
    {},
    'Deze medewerker kan inloggen. Met een link in de mail kiest de medewerker zelf een nieuw wachtwoord.',
    ['Mail een link voor een wachtwoord', 'Blokkeren'],
  ],
  [
    'was invited',
    { invitation: expired },
    'Uitnodiging verlopen op 12 november 2026. Er is nog geen wachtwoord gekozen.',
    ['Nieuwe uitnodiging voor Sem Balie', 'Blokkeren'],
  ],
  [
    'is blocked',
    { blocked: true, invitation: expired },
    'Deze medewerker is geblokkeerd en kan niet inloggen.',
    ['Nieuwe uitnodiging voor Sem Balie', 'Blokkade opheffen'],
  ],
])(
  'the page of an employee who %s says so, with the actions that are possible',
  async (_, state, sentence, buttons) => {
    await openEmployees('/7', makeManagedEmployee(state))
    const access = within(await screen.findByRole('region', { name: 'Toegang' }))
    expect(access.getByText(/inloggen|wachtwoord gekozen/).textContent).toBe(sentence)
    expect(access.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  },
)

test('removes the second factor of an employee after a confirmation that states the consequences', async () => {
  const { server, user } = await openEmployees('/7', makeManagedEmployee({ has_second_factor: true }))
  server.answer(resetSecondFactor, () => {
    server.answer(listEmployees, () => [makeManagedEmployee()])
    return makeManagedEmployee()
  })
  await user.click(await screen.findByRole('button', { name: 'Tweede factor verwijderen' }))
  const dialog = screen.getByRole('dialog', { name: 'Tweede factor van Sem Balie verwijderen?' })
  expect(dialog).toHaveTextContent(
    'Doe dit alleen als u zeker weet wie erom vraagt. De medewerker is meteen uitgelogd, krijgt een mail en logt weer in ' +
      'met alleen het wachtwoord.',
  )
  expect(within(dialog).getByRole('button', { name: 'Annuleren' })).toHaveFocus()
  await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('De tweede factor van Sem Balie is verwijderd voor Heerlen')).toBeVisible()
  expect(server.arrived(resetSecondFactor).map(({ params }) => params)).toEqual([{ employee_id: '7' }])
  expect(screen.queryByText(/ook een tweede factor nodig/)).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Toegang' })).toHaveFocus()
})

test('lists no sessions of an employee who was blocked', async () => {
  const { server, user } = await openEmployees('/7')
  let sessions = [makeSession()]
  server.answer(listEmployeeSessions, () => sessions)
  server.answer(changeEmployee, () => {
    sessions = []
    return makeManagedEmployee({ blocked: true })
  })
  await user.click(await screen.findByRole('button', { name: 'Blokkeren' }))
  expect(await screen.findByText('Firefox op Windows')).toBeVisible()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Blokkeren' }))
  expect(await screen.findByText('Er is nergens ingelogd.')).toBeVisible()
  expect(screen.queryByText('Firefox op Windows')).not.toBeInTheDocument()
})

test('shows when an invitation ends or ended, and mails a new one from the list', async () => {
  const renewed = { ends_at: '2026-11-30T09:00:00+01:00', expired: false }
  const { server, user, router } = await openEmployees('', makeManagedEmployee({ invitation: expired }))
  server.answer(listTasks, () => ({ data: [], meta: exampleReply(listTasks).meta }))
  router.history.push('/dashboard')
  await waitFor(() => expect(server.arrived(listTasks)).toHaveLength(1))
  router.history.push('/services-and-settings/employees')
  expect(await screen.findByText('Uitnodiging verlopen op 12 november 2026')).toBeVisible()
  const invited = makeManagedEmployee({ invitation: renewed })
  server.answer(resetEmployee, () => invited)
  server.answer(listEmployees, () => [invited])
  await user.click(screen.getByRole('button', { name: 'Nieuwe uitnodiging voor Sem Balie' }))
  expect(
    await screen.findByText(
      'De uitnodiging voor Heerlen is gemaild naar sem.balie@heerlen.example en werkt tot en met 30 november 2026',
    ),
  ).toBeVisible()
  expect(server.arrived(resetEmployee)[0]?.params).toEqual({ employee_id: '7' })
  expect(await screen.findByText('Uitgenodigd tot en met 30 november 2026')).toBeVisible()
  // The dashboard lists expired invitations.
  router.history.push('/dashboard')
  await waitFor(() => expect(server.arrived(listTasks)).toHaveLength(2))
})

test('the buttons of an employee say why they are refused: a blocked employee, and own second factors', async () => {
  const { user, server } = await openEmployees(
    '/7',
    makeManagedEmployee({ blocked: true, has_second_factor: true, email: administrator.email }),
  )
  const link = await screen.findByRole('button', { name: 'Mail een link voor een wachtwoord' })
  expect(link).toHaveAccessibleDescription('Deze medewerker is geblokkeerd. Hef eerst de blokkade op.')
  await user.click(link)
  expect(server.arrived(resetEmployee)).toEqual([])
  const [factor] = screen.getAllByRole('button', { description: /^Uw eigen tweede factoren wijzigt u/ })
  await user.click(factor as HTMLElement)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('shows in heading and title that an employee does not exist, with a link to all employees', async () => {
  await openEmployees('/99')
  expect(await screen.findByRole('heading', { level: 1, name: 'Deze medewerker bestaat niet' })).toBeVisible()
  expect(document.title).toBe('Deze medewerker bestaat niet - Rd4 Loket')
  expect(screen.getByRole('link', { name: 'Naar alle medewerkers' })).toHaveAttribute(
    'href',
    '/services-and-settings/employees',
  )
})

test('S8.1 a double click sends one request, even if it is rejected before the second click', async () => {
  const { server, user } = await openEmployees('/7')
  server.fail(changeEmployee, 422, 'Niet alles is goed ingevuld', { roles: ['U kunt uzelf niet blokkeren'] })
  await user.click(await screen.findByRole('button', { name: 'Blokkeren' }))
  const dialog = within(screen.getByRole('dialog'))
  const block = dialog.getByRole('button', { name: 'Blokkeren' })
  await user.click(block)
  expect(await dialog.findByRole('alert')).toHaveTextContent('U kunt uzelf niet blokkeren')
  // The second click of a double click.
  fireEvent.click(block, { detail: 2 })
  // Waits long enough for a second call to arrive.
  await user.keyboard('{Tab}')
  expect(server.arrived(changeEmployee)).toHaveLength(1)
})

test('a busy button shows its state, keeps the focus, and ignores clicks', async () => {
  const { server, user } = await openEmployees('/7')
  let respond = () => {}
  server.answer(resetEmployee, () => new Promise((resolve) => (respond = () => resolve(makeManagedEmployee()))))
  const mail = await screen.findByRole('button', { name: 'Mail een link voor een wachtwoord' })
  await user.click(mail)
  expect(mail).toHaveAttribute('aria-disabled', 'true')
  expect(mail).toBeEnabled()
  expect(mail).toHaveFocus()
  await user.click(mail)
  respond()
  await screen.findByText('De link voor Heerlen is gemaild naar sem.balie@heerlen.example')
  await waitFor(() => expect(mail).not.toHaveAttribute('aria-disabled'))
  expect(server.arrived(resetEmployee)).toHaveLength(1)
})
