import {
  addTotp,
  type Employee,
  listSecondFactors,
  type Reply,
  removeFactor,
  renameFactor,
  type SecondFactor,
  showEmployee,
  startTotp,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'
import { bsgw, makeEmployee } from '../test/make.ts'
import { openPage, sessionOn } from '../test/open-page.tsx'

const phone: SecondFactor = {
  id: 7,
  kind: 'totp',
  name: 'Telefoon',
  created_at: '2026-03-04T07:31:00+01:00',
  last_used_at: null,
}
type Needed = Reply<typeof listSecondFactors>['adding_needs']
const needing = (state: Partial<NonNullable<Employee['second_factor']>>) =>
  makeEmployee({
    second_factor: { is_set: false, is_required: true, must_add: false, must_confirm: false, due_at: null, ...state },
  })

async function openSecurity({
  as = bsgw,
  factors = [] as SecondFactor[],
  codes = 10,
  host = 'localhost',
  needs = 'password' as Needed,
} = {}) {
  const server = fakeServer()
  let stored = factors
  server.answer(listSecondFactors, () => ({
    factors: stored,
    recovery_codes_left: stored.length > 0 ? codes : 0,
    passkey_host: host,
    adding_needs: needs,
  }))
  server.answer(startTotp, () => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH', enrolment: 'sealed' }))
  server.answer(addTotp, () => {
    stored = [phone]
    sessionOn(server, bsgw)
    return { recovery_codes: ['k7m2p-x9q4t', 'abcde-fghjk'] }
  })
  server.answer(removeFactor, () => {
    stored = []
    return null
  })
  server.answer(renameFactor, ({ body }) => {
    stored = [{ ...phone, name: body.name }]
    return null
  })
  const opened = await openPage('/account/beveiliging', { as, server })
  return { ...opened, panel: await screen.findByRole('region', { name: 'Tweede factor' }) }
}

test('opens from the menu of the user, and has a link to change the password', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  const header = screen.getByRole('banner')
  await user.click(within(header).getByText('Beveiliging'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Beveiliging' })).toBeVisible()
  const panel = screen.getByRole('region', { name: 'Wachtwoord' })
  expect(within(panel).getByRole('link')).toHaveAttribute('href', '/change-password')
})

test('adds an app with the password and a code, and shows the recovery codes until they are stored', async () => {
  const { server, user } = await openSecurity()
  await user.click(await screen.findByRole('button', { name: 'App toevoegen' }))
  const dialog = screen.getByRole('dialog', { name: 'App toevoegen' })
  await user.type(within(dialog).getByLabelText('Huidig wachtwoord'), 'geheim{Enter}')
  expect(await within(dialog).findByRole('img', { name: 'QR-code voor de app' })).toBeVisible()
  expect(within(dialog).getByText('ABCD EFGH')).toBeVisible()
  const code = within(dialog).getByRole('textbox', { name: 'Code uit de app' })
  expect(code).toHaveFocus()
  await user.type(code, '12 34{Enter}')
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Vul de zes cijfers uit de app in/))
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Bewaar uw herstelcodes' })).toBeVisible()
  expect(screen.getByText('k7m2p-x9q4t')).toBeVisible()
  expect(server.arrived(addTotp)[0]?.body).toEqual({ enrolment: 'sealed', name: 'Telefoon', code: '123456' })
  await user.keyboard('{Escape}')
  expect(screen.getByText('k7m2p-x9q4t')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Ik heb ze bewaard' }))
  await waitFor(() => expect(screen.queryByText('k7m2p-x9q4t')).not.toBeInTheDocument())
  expect(within(await screen.findByRole('list', { name: 'Uw tweede factoren' })).getByText('Telefoon')).toBeVisible()
})

test('renames and removes a factor', async () => {
  const { server, user, panel } = await openSecurity({ factors: [phone], codes: 1 })
  expect(
    await within(panel).findByText(/Codes uit een app, toegevoegd op 4 maart 2026, nog niet gebruikt/),
  ).toBeVisible()
  expect(within(panel).getByText(/U hebt nog 1 herstelcode,/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Naam wijzigen van Telefoon' }))
  const name = screen.getByRole('textbox', { name: 'Naam' })
  await user.clear(name)
  await user.type(name, 'Werk{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Verwijderen van Werk' }))
  const dialog = screen.getByRole('dialog', { name: 'Werk verwijderen' })
  await user.type(within(dialog).getByLabelText('Huidig wachtwoord'), 'geheim{Enter}')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uw tweede factoren' })).not.toBeInTheDocument())
  expect(server.arrived(removeFactor)[0]).toMatchObject({
    params: { factor_id: '7' },
    body: { current_password: 'geheim' },
  })
})

test('says why passkeys do not work on this address', async () => {
  await openSecurity({ host: '127.0.0.1' })
  expect(await screen.findByText('Passkeys werken niet op 127.0.0.1, want dat is een IP-adres.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Passkey toevoegen' })).not.toBeInTheDocument()
})

test('counts down the days on the dashboard and on the page', async () => {
  const due_at = new Date(Date.now() + 3.5 * 86_400_000).toISOString()
  const { user } = await openPage('/dashboard', { as: needing({ due_at }) })
  expect(await screen.findByText(/Voeg binnen 4 dagen een tweede factor toe/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Naar Beveiliging' }))
  const panel = await screen.findByRole('region', { name: 'Tweede factor' })
  expect(within(panel).getByText(/Voeg binnen 4 dagen een tweede factor toe/)).toBeVisible()
})

test('the security page is the only page of an employee who must add a factor, until the factor is added', async () => {
  const { server, user, router, place } = await openSecurity({ as: needing({ must_add: true }) })
  expect(screen.getByText('Voeg eerst een tweede factor toe. Daarna kunt u verder.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Wachtwoord' })).not.toBeInTheDocument()
  await router.navigate({ to: '/address' })
  expect(place()).toBe('/account/beveiliging')
  expect(screen.queryByRole('link', { name: 'Zoek adres' })).not.toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'App toevoegen' }))
  await user.type(screen.getByLabelText('Huidig wachtwoord'), 'geheim{Enter}')
  await user.type(await screen.findByRole('textbox', { name: 'Code uit de app' }), '123456{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Ik heb ze bewaard' }))
  expect(await screen.findByRole('link', { name: 'Zoek adres' })).toBeVisible()
  expect(server.arrived(showEmployee).length).toBeGreaterThan(1)
})

test.each([
  ['the organisation logged in recently', 'nothing'],
  ['the organisation must log in again', 'new_login'],
] as const)('adds an app without a password when %s', async (_, needs) => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'organisations', content: JSON.stringify([{ id: 'heerlen', name: 'Gemeente Heerlen' }]) })
  document.head.append(meta)
  const { server, user } = await openSecurity({ as: needing({ must_add: true }), needs })
  await user.click(await screen.findByRole('button', { name: 'App toevoegen' }))
  const dialog = screen.getByRole('dialog', { name: 'App toevoegen' })
  expect(within(dialog).queryByLabelText('Huidig wachtwoord')).not.toBeInTheDocument()
  if (needs === 'new_login') {
    const link = within(dialog).getByRole('link', { name: 'Inloggen met Gemeente Heerlen' })
    expect(link.getAttribute('href')).toMatch(/start\?page=%2Faccount%2Fbeveiliging&reauthenticate=true$/)
  } else {
    await user.click(within(dialog).getByRole('button', { name: 'Verder' }))
    expect(await within(dialog).findByRole('textbox', { name: 'Code uit de app' })).toBeVisible()
    expect(server.arrived(startTotp)[0]?.body).toEqual({})
  }
  meta.remove()
})
